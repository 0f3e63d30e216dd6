"""The components of the invasion game: three waves of invasion cards, and figures that depend on the player count."""

from collections.abc import Iterator
from functools import cached_property
from typing import NewType

from msgspec import Struct

from galaxytables_kit import Amount, Change, Count

InvaderNumber = NewType("InvaderNumber", int)
"""The number of one physical invasion card."""

SEATS = range(2, 6)
"""The numbers of players that have figures."""


class InvasionCard(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """An invasion card. Its strength is printed, or is the defender's general military plus a printed number."""

    id: str
    strength: Change | None = None
    military_plus: Amount | None = None
    copies: Count = 1

    @cached_property
    def rank(self) -> tuple[bool, int]:
        """Return the sort key of the card: cards with greater keys are dealt first (R22.10)."""
        return self.military_plus is not None, self.military_plus or self.strength or 0

    @cached_property
    def name(self) -> str:
        """Return the card's name in English: "Xeno of" and its strength, or its military beside the defender's."""
        if self.strength is None:
            return f"Xeno of military {self.military_plus:+}"
        return f"Xeno of strength {self.strength}"

    def strength_against(self, military: int) -> int:
        """Return the card's strength against a defender with this general military (R22.16)."""
        return military + (self.military_plus or 0) if self.strength is None else self.strength


class Wave(Struct, frozen=True, forbid_unknown_fields=True):
    """A wave of invasion cards.

    `used` is how many of its cards are used, by number of players; None means all of them (R22.2).
    """

    wave: Count
    cards: tuple[InvasionCard, ...]
    used: dict[Count, Amount] | None = None


class Book(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The content of `invasion.json`.

    `repulse` is the strength that all seats together need to repulse the Xeno. `rewards` are the chips for won fights
    by rank, the most advanced admiral first. Both depend on the number of players. `bunker` is the strength that a hand
    card discarded for the bunker adds. `most_defeats` is how often all seats may lose before the empire is lost.
    `repair_cards` is how many hand cards the repair of a world costs, and `repair_worlds` how many worlds the action
    Produce: Repair repairs.
    """

    waves: tuple[Wave, ...]
    repulse: dict[Count, Count]
    rewards: dict[Count, tuple[Amount, ...]]
    first_round: Count
    most_defeats: Count
    bunker: Amount
    tile_vp: Amount
    repair_cards: Amount
    repair_worlds: Amount

    @cached_property
    def cards(self) -> tuple[InvasionCard, ...]:
        """Return every physical invasion card; its index is its number."""
        return tuple(card for wave in self.waves for card in wave.cards for _ in range(card.copies))

    @cached_property
    def wave_of(self) -> tuple[int, ...]:
        """Return the wave of every physical card, by the card's number."""
        return tuple(wave.wave for wave in self.waves for card in wave.cards for _ in range(card.copies))

    @cached_property
    def designs(self) -> dict[str, InvasionCard]:
        """Return the invasion cards by id, without copies."""
        return {card.id: card for wave in self.waves for card in wave.cards}


def faults(book: Book) -> Iterator[tuple[str, str, str]]:
    """Yield each mistake in the numbers of the book: the entry, the field, and what would be right."""
    numbers = [wave.wave for wave in book.waves]
    if numbers != list(range(1, len(numbers) + 1)) or not numbers:
        yield "waves", "wave", "numbered from 1"
    for wave in book.waves:
        yield from _wave_faults(wave, last=wave is book.waves[-1])
    for seats in SEATS:
        if book.repulse.get(seats, 0) <= 0:
            yield f"{seats} players", "repulse", "a value above 0"
        if len(book.rewards.get(seats, ())) != seats:
            yield f"{seats} players", "rewards", "one reward a player"
    names = [card.id for wave in book.waves for card in wave.cards]
    for name in names:
        if names.count(name) > 1:
            yield name, "id", "single: two cards have this id"


def _wave_faults(wave: Wave, *, last: bool) -> Iterator[tuple[str, str, str]]:
    total = sum(card.copies for card in wave.cards)
    for card in wave.cards:
        if (card.strength is None) == (card.military_plus is None):
            yield card.id, "strength", "given exactly where military_plus is not"
        if card.copies <= 0:
            yield card.id, "copies", "at least 1"
    for seats in SEATS:
        used = total if wave.used is None else wave.used.get(seats, -1)
        if not 0 <= used <= total:
            yield f"wave {wave.wave}", "used", f"at most {total} for {seats} players"
        if last and used < seats:
            yield f"wave {wave.wave}", "used", "the last wave has a card for each player"
