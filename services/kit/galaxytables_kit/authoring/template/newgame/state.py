"""The state of the table, the cards of the pack, and the options of a game."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from galaxytables_kit import Amount, ComponentId, Fault, Play
from msgspec import Meta, Struct

Colour: TypeAlias = Literal["red", "green", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "green", "blue")


class Options(Struct, frozen=True):
    """The options that can be chosen for a table. The lobby builds the form for a new table from them."""

    row: Annotated[int, Meta(ge=2, le=4, description="How many cards lie open (1.2).")] = 3


class Card(Struct, frozen=True):
    """A card of the pack; the deck holds one of each."""

    id: ComponentId
    name: str
    colour: Colour
    points: Amount


class Pack(Struct, frozen=True):
    """The content of cards.json."""

    game: str
    cards: Annotated[tuple[Card, ...], Meta(min_length=12, max_length=12)]

    def card(self, card_id: str) -> Card:
        """Return the card with an id. Raises `KeyError`."""
        for card in self.cards:
            if card.id == card_id:
                return card
        raise KeyError(card_id)


def faults(pack: Pack) -> Iterator[Fault]:
    """Yield the mistakes in cards.json that its types do not exclude."""
    seen: set[str] = set()
    for card in pack.cards:
        if card.id in seen:
            yield Fault(card.id, "id", "is there twice; there is one of each card")
        seen.add(card.id)


class State(Struct):
    """The state of the table; cards are given by their ids. All that a game must remember is here."""

    deck: list[str]  # face down; the last one is turned up next
    row: list[str]
    taken: list[list[str]]  # by seat


CardPlay: TypeAlias = Play[State, Pack, Options]
"""A game in play, as every step gets it."""
