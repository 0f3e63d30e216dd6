"""Points of the invasion game: rewards for fights, and the two bonus tiles (R22.18, R22.34)."""

from galaxytables_kit import Seat, seated, seats_of
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import Pack
from galaxytables_race.invasion.track import value_against_xeno
from galaxytables_race.options import RaceOptions
from galaxytables_race.state import RaceState
from galaxytables_race.state.invasion import DEFEATED
from galaxytables_race.table import working


def greatest_admirals(pack: Pack, state: RaceState) -> list[Seat]:
    """Return the seats whose strength against the Xeno is now the highest."""
    return _greatest(
        [value_against_xeno(abilities_of(pack, working(state, seat))) for seat in seats_of(len(state.empires))]
    )


def greatest_contributors(state: RaceState, options: RaceOptions) -> list[Seat]:
    """Return the seats with the most war effort chips.

    If nobody has any, all seats are tied, unless an option requires at least one chip.
    """
    if state.invasion is None:
        return []
    efforts = [admiral.war_effort for admiral in state.invasion.admirals]
    return [] if options.contributor_needs_one and not any(efforts) else _greatest(efforts)


def tile_points(pack: Pack, state: RaceState, options: RaceOptions, seat: Seat) -> int:
    """Return the points that the two bonus tiles would give a seat now; 0 if the empire was defeated."""
    if state.invasion is None or state.invasion.end == DEFEATED:
        return 0
    tiles = (greatest_admirals(pack, state), greatest_contributors(state, options))
    return pack.invasion.tile_vp * sum(seat in winners for winners in tiles)


def _greatest(values: list[int]) -> list[Seat]:
    return [seat for seat, value in seated(values) if value == max(values)]
