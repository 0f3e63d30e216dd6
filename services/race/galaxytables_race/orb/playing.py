"""Playing an orb card: a seat chooses the card and its turn, then its place (R20.22-R20.29)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from galaxytables_kit import Barred, Flow, Pick, Prompt, Reason, Seat
from galaxytables_race.components.orb import TURNS, Laid
from galaxytables_race.orb.placement import places_for
from galaxytables_race.orb.table import kept_cells, lay, layout, orb_of
from galaxytables_race.rulings import rulings
from galaxytables_race.state.orb import Cell
from galaxytables_race.table import RacePlay

_FITS_NOWHERE = Reason("fits_nowhere", "R20.24")
_DOES_NOT_FIT = Reason("does_not_fit", "R20.24")
_NOTHING: AbstractSet[Cell] = frozenset()


def ways_to_play(
    play: RacePlay, numbers: Sequence[int], *, spared: AbstractSet[Cell] = _NOTHING, touching: bool = False
) -> dict[int, list[Laid]]:
    """Return, for each of these cards, every way to play it; `spared` are more cells that may not be covered."""
    kept = kept_cells(orb_of(play)) | spared
    touching = touching or play.options.orb_touch_is_enough
    as_printed = rulings(play).rims_as_printed
    return places_for(play.pack.orb, layout(play), numbers, kept, touching=touching, as_printed=as_printed)


def play_card(play: RacePlay, seat: Seat, ways: dict[int, list[Laid]], *, must: bool) -> Flow[Laid | None]:
    """Let a seat choose an orb card and its turn, then its place. Returns None if it plays nothing."""
    turned = tuple(dict.fromkeys(turned_pick(way.card, way.turns) for several in ways.values() for way in several))
    picks = yield Prompt(seat, "orb.play", turned, int(must), 1, barred=_unplayable(play, seat, turned))
    if not picks:
        return None
    places = {
        cell_pick((way.column, way.row)): way
        for several in ways.values()
        for way in several
        if turned_pick(way.card, way.turns) == picks[0]
    }
    elsewhere = Barred(
        lambda: {pick: _DOES_NOT_FIT for cell in layout(play).spots if (pick := cell_pick(cell)) not in places}
    )
    (place,) = yield Prompt(seat, "orb.place", tuple(places), subject=picks[0], barred=elsewhere)
    laid = places[str(place)]
    lay(play, seat, laid)
    return laid


def _unplayable(play: RacePlay, seat: Seat, turned: tuple[str, ...]) -> Barred:
    """Return the reasons for own orb cards, by turn, that fit nowhere."""
    hand = orb_of(play).hands[seat]
    return Barred(
        lambda: {
            pick: _FITS_NOWHERE
            for card in hand
            for turns in range(TURNS)
            if (pick := turned_pick(card, turns)) not in turned
        }
    )


def turned_pick(card: int, turns: int) -> str:
    """Return the option that stands for a card with a number of quarter turns."""
    return f"{card}:{turns}"


def cell_pick(cell: Cell) -> str:
    """Return the option that stands for a cell."""
    return f"{cell[0]}:{cell[1]}"


def cell_of(pick: Pick) -> Cell:
    """Return the cell that an option stands for."""
    column, _, row = str(pick).partition(":")
    return int(column), int(row)
