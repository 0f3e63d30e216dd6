"""The components of the invasion game in the catalogue: its cards, tiles and track (R22)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from galaxytables_kit import ComponentKind, Printed, facts_of, forms_of
from galaxytables_race.components.invasion import SEATS, Book
from galaxytables_race.invasion.track import LOWEST


class Invader(Struct, frozen=True):
    """An invasion card. Its strength is fixed, or the defender's general military plus `military_plus` (R22.16)."""

    wave: int
    strength: int | None
    military_plus: int | None


class RepulseTile(Struct, frozen=True):
    """The tile for a number of players: the repulse value (R22.3), and the rewards by the order of discs (R22.18).

    The most advanced disc comes first. `wave_cards` is how many invasion cards of each wave are used (R22.2).
    """

    seats: int
    repulse: int
    rewards: tuple[int, ...]
    wave_cards: tuple[int, ...]


class RepulseTrack(Struct, frozen=True):
    """The repulse track, on which each seat has a disc.

    The first space has the value `lowest`, and also holds discs with lower values (R22.7).
    """

    lowest: int


class Bunker(Struct, frozen=True):
    """The bunker: a seat may once discard `cards` hand cards to add `strength` in a fight (R22.15)."""

    cards: int
    strength: int


class DefeatTile(Struct, frozen=True):
    """The empire is lost when all seats lose their fights in the same step for the `defeats`-th time (R22.22)."""

    defeats: int


class BonusTile(Struct, frozen=True):
    """A tile that gives VP at the end of the game to the seat that has the most of one thing (R22.34)."""

    counted: Literal["value_against_xeno", "war_effort"]
    vp: int


INVASION_KINDS: Mapping[str, ComponentKind] = {
    "invasion": ComponentKind(forms_of(Invader)),
    "repulse_tile": ComponentKind(forms_of(RepulseTile)),
    "repulse_track": ComponentKind(forms_of(RepulseTrack)),
    "bunker": ComponentKind(forms_of(Bunker)),
    "defeat_tile": ComponentKind(forms_of(DefeatTile)),
    "bonus_tile": ComponentKind(forms_of(BonusTile)),
}


def printed_invasion(book: Book) -> Iterator[Printed]:
    """Yield every component of the invasion game, among them a bunker for each player."""
    for wave in book.waves:
        for card in wave.cards:
            facts = facts_of(Invader(wave.wave, card.strength, card.military_plus))
            yield Printed(card.id, card.name, "invasion", card.copies, facts)
    for seats in SEATS:
        used = tuple(
            sum(card.copies for card in wave.cards) if wave.used is None else wave.used[seats] for wave in book.waves
        )
        facts = facts_of(RepulseTile(seats, book.repulse[seats], book.rewards[seats], used))
        yield Printed(f"repulse_{seats}", f"Repulse value for {seats} players", "repulse_tile", 1, facts)
    yield Printed("repulse_track", "Repulse track", "repulse_track", 1, facts_of(RepulseTrack(LOWEST)))
    yield Printed("bunker", "Bunker", "bunker", SEATS[-1], facts_of(Bunker(1, book.bunker)))
    yield Printed("empire_defeat", "Empire defeat", "defeat_tile", 1, facts_of(DefeatTile(book.most_defeats)))
    admiral, contributor = (BonusTile(each, book.tile_vp) for each in ("value_against_xeno", "war_effort"))
    yield Printed("greatest_admiral", "Greatest Admiral", "bonus_tile", 1, facts_of(admiral))
    yield Printed("greatest_contributor", "Greatest Contributor", "bonus_tile", 1, facts_of(contributor))
