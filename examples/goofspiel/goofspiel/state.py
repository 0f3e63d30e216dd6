"""The state of the table, the prizes of the pack, and the options of a game."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galaxytables_kit import Amount, Fault, Play, Seat

ALL = 13
Ties: TypeAlias = Literal["stay", "lost", "single"]


class Options(Struct, frozen=True):
    """The options that can be chosen for a table."""

    prizes: Annotated[int, Meta(ge=3, le=ALL, description="How many prizes and bids there are (1.1).")] = ALL
    ties: Annotated[Ties, Meta(description="What equal bids lead to (3.2).")] = "stay"


class Prize(Struct, frozen=True):
    """A prize, a card that seats bid for; the pack has one of each."""

    id: str
    name: str
    points: Amount


class Pack(Struct, frozen=True):
    """A component pack. A table with fewer prizes plays with the first ones."""

    game: str
    prizes: Annotated[tuple[Prize, ...], Meta(min_length=ALL, max_length=ALL)]

    def points(self, prizes: Iterable[str]) -> int:
        """Return how many points these prizes are worth together."""
        worth = {prize.id: prize.points for prize in self.prizes}
        return sum(worth[prize] for prize in prizes)


def faults(pack: Pack) -> Iterator[Fault]:
    """Yield each mistake in a pack that the field types cannot rule out."""
    for prize, times in Counter(prize.id for prize in pack.prizes).items():
        if times > 1:
            yield Fault(prize, "id", f"stands {times} times; there is one of each")


class Player(Struct):
    """The things that one player has: bid cards by their value, and prizes by their ids."""

    hand: list[int]
    spent: list[int] = []
    won: list[str] = []


class State(Struct):
    """The state of the table."""

    deck: list[str]  # face down; the last one is turned up next
    players: list[Player]
    prizes: list[str] = []  # those that are bid for
    bids: dict[Seat, int] = {}  # put down in secret, by seat
    lost: list[str] = []


GoofspielPlay: TypeAlias = Play[State, Pack, Options]
