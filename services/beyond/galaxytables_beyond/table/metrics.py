"""Metrics: all the numbers on the table that components can refer to, such as the ships of a seat."""

from collections.abc import Callable, Mapping

from galaxytables_beyond.components.cards import Technology
from galaxytables_beyond.components.effects import Metric, Number
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.state import BeyondPlay, this_turn
from galaxytables_kit import Seat

_LEVEL_2, _LEVEL_3, _LEVEL_4 = 2, 3, 4


def amount(play: BeyondPlay, seat: Seat, number: Number) -> int:
    """Return the current value of an amount for the seat that carries out the operation."""
    if isinstance(number, int):
        return number
    value = measure(play, seat, number.metric) // number.divide * number.times + number.plus
    return max(0, value if number.max is None else min(number.max, value))


def measure(play: BeyondPlay, seat: Seat, metric: Metric) -> int:
    """Return the value that a metric, such as the number of ships, has for a seat."""
    return _METRICS[metric](play, seat)


def technologies_of(play: BeyondPlay, seat: Seat) -> list[Technology]:
    """Return the technology cards that a seat has researched, and its private ones."""
    state, cards = play.state, play.pack.technologies
    faction = state.factions[seat]
    return [cards[state.techs[slot]] for slot in faction.researched if state.techs[slot] != NO_TECH] + [
        cards[tech] for tech in faction.private
    ]


def _techs_of_level(play: BeyondPlay, seat: Seat, level: int) -> int:
    faction, slots = play.state.factions[seat], play.pack.slots
    levels = [slots[slot].level for slot in faction.researched]
    levels += [play.pack.technologies[tech].level for tech in faction.private]
    return levels.count(level)


def _controlled_locations(play: BeyondPlay, seat: Seat) -> int:
    return sum([location.owner == seat for location in play.state.locations])


def _controlled_shipyards(play: BeyondPlay, seat: Seat) -> int:
    side = play.pack.sides[play.seats]
    return sum(
        location.owner == seat and printed.place.kind == "shipyard"
        for location, printed in zip(play.state.locations, side.locations, strict=True)
    )


def _colonies(play: BeyondPlay, seat: Seat) -> int:
    return len(play.state.factions[seat].colonies)


def _colonies_deck_b(play: BeyondPlay, seat: Seat) -> int:
    return sum(play.pack.systems[colony.system].deck == "B" for colony in play.state.factions[seat].colonies)


def _techs_researched(play: BeyondPlay, seat: Seat) -> int:
    faction = play.state.factions[seat]
    return len(faction.researched) + len(faction.private)


def _main_types(play: BeyondPlay, seat: Seat) -> int:
    return len({card.types[0] for card in technologies_of(play, seat) if card.level >= _LEVEL_2})


def _fleet_strength(play: BeyondPlay, seat: Seat) -> int:
    return sum([sum(location.fleets[seat]) for location in play.state.locations])


def _empty_tracks(play: BeyondPlay, seat: Seat) -> int:
    faction = play.state.factions[seat]
    return (faction.food == 0) + (faction.ore_discs == 0)


_METRICS: Mapping[Metric, Callable[[BeyondPlay, Seat], int]] = {
    "controlled_locations": _controlled_locations,
    "controlled_shipyards": _controlled_shipyards,
    "colonies": _colonies,
    "colonies_deck_b": _colonies_deck_b,
    "takeovers_this_action": lambda play, seat: this_turn(play).takeovers[seat],
    "techs_researched": _techs_researched,
    "techs_level_3": lambda play, seat: _techs_of_level(play, seat, _LEVEL_3),
    "techs_level_4": lambda play, seat: _techs_of_level(play, seat, _LEVEL_4),
    "types_researched_level_ge_2": _main_types,
    "population": lambda play, seat: play.state.factions[seat].population,
    "fleet_strength": _fleet_strength,
    "automation_level": lambda play, seat: len(play.state.factions[seat].automation),
    "empty_tracks": _empty_tracks,
}
