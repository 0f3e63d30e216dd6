"""Whether an action can be paid for and carried out, found out before it is offered (R4.6).

An action can be carried out if its first mandatory operation can. Optional operations before it are passed over,
except that a jump may bring the ships that a colonisation needs.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from services.beyond.cards import LOWEST_DECK, NONE, Deed, Space
from services.beyond.colonize import candidates, strength_needed
from services.beyond.cubes import supply_left
from services.beyond.effects import (
    Build,
    Choose,
    Colonize,
    CopyAction,
    Cost,
    Hurdle,
    Jump,
    Operations,
    PrivateTech,
    Repeat,
    Research,
    ShiftSupply,
    SupplyToPop,
    Teleport,
    Upgrade,
    Words,
    hurdle,
)
from services.beyond.metrics import amount
from services.beyond.powers import holding, jump_bonus, long_jump_exceptions
from services.beyond.research import researchable
from services.beyond.ships import can_upgrade, ship_groups
from services.beyond.spaces import open_spaces, spaces_in_play
from services.beyond.state import BeyondPlay

Check: TypeAlias = Callable[[BeyondPlay, int, Any, int, int, tuple[Jump, ...]], bool]
"""Whether an operation can be carried out by a seat with so much ore and population, after some jumps."""


def payments(play: BeyondPlay, seat: int, deed: Deed, surcharge: int) -> list[tuple[int, int]]:
    """Ways to pay for an action that also let it be carried out, as (ore, population); none if it cannot be."""
    bargain = holding(play, seat).prices
    faction = play.state.factions[seat]
    ore, population = bargain.ore(deed, surcharge), deed.cost.population
    ways = []
    for swapped in range(min(population, len(bargain.swaps)) + 1):
        left, stay = faction.ore - ore, faction.population - population
        if left >= 0 and stay >= 0 and _clears(play, seat, deed.hurdle, left, stay):
            ways.append((ore, population))
        if swapped < len(bargain.swaps):
            ore, population = ore + bargain.swaps[swapped], population - 1
    return ways


def usable_spaces(play: BeyondPlay, seat: int) -> dict[str, Space]:
    """Spaces that the pawn may go to and whose action can be paid for and carried out, by id (R4.2-R4.6)."""
    bargain = holding(play, seat).prices
    faction = play.state.factions[seat]
    ore, population = faction.ore, faction.population
    usable = {}
    deed, surcharge, fits = None, 0, False
    for space in open_spaces(play, seat):
        if space.deed is not deed or space.surcharge != surcharge:
            deed, surcharge = space.deed, space.surcharge
            if bargain.swaps and deed.cost.population:
                fits = bool(payments(play, seat, deed, surcharge))
            else:
                left, stay = ore - bargain.ore(deed, surcharge), population - deed.cost.population
                fits = left >= 0 and stay >= 0 and _clears(play, seat, deed.hurdle, left, stay)
        if fits:
            usable[space.id] = space
    return usable


def worth_asking(play: BeyondPlay, seat: int, cost: Cost, effects: Operations) -> bool:
    """Whether an optional part can be paid for and would do something."""
    faction = play.state.factions[seat]
    if faction.ore < cost.ore or faction.population < cost.population:
        return False
    fits = possible(play, seat, effects, faction.ore - cost.ore, faction.population - cost.population)
    return fits and not _idle(play, seat, effects, cost)


def possible(play: BeyondPlay, seat: int, effects: Operations, ore: int, population: int) -> bool:
    """Whether the first mandatory operation can be carried out with so much ore and population."""
    return _clears(play, seat, hurdle(effects), ore, population)


def _clears(play: BeyondPlay, seat: int, over: Hurdle, ore: int, population: int) -> bool:
    op = over.op
    return op is None or _CHECKS[op.__class__](play, seat, op, ore, population, over.jumps)


def _build(_: BeyondPlay, __: int, op: Build, ___: int, population: int, ____: tuple[Jump, ...]) -> bool:
    return population >= op.n


def _research(play: BeyondPlay, seat: int, op: Research, _: int, population: int, __: tuple[Jump, ...]) -> bool:
    return population > 0 and next(researchable(play, seat, op), NONE) != NONE


def _colonize(play: BeyondPlay, seat: int, op: Colonize, _: int, __: int, jumps: tuple[Jump, ...]) -> bool:
    places = candidates(play, seat, op)
    locations = play.state.locations
    for place in places:
        fleet = locations[place].fleets[seat]
        if fleet and sum(fleet) >= strength_needed(play, place, op):
            return True
    if not jumps:
        return False
    if op.target == "controlled":
        places = [place for place, location in enumerate(locations) if location.system != NONE]
    fleets = [location.fleets[seat] for location in locations]
    strength = sum([sum(fleet) for fleet in fleets if fleet])
    needed = {place: _strength_to_settle(play, seat, place, op) for place in places}
    if not needed or strength < min(needed.values()):
        return False
    points = sum([amount(play, seat, jump.points) for jump in jumps]) + len(jumps) * jump_bonus(play, seat)
    beyond_lanes = long_jump_exceptions(play, seat)
    return any(
        strength >= least and sum(fleets[place]) + _strength_within(play, fleets, place, points, beyond_lanes) >= least
        for place, least in needed.items()
    )


def _strength_to_settle(play: BeyondPlay, seat: int, place: int, op: Colonize) -> int:
    """Strength that ships need there to colonise a system, and to control it where that is asked."""
    needed = strength_needed(play, place, op)
    if op.target == "controlled":
        fleets = play.state.locations[place].fleets
        needed = max(needed, 1 + max([sum(fleet) for other, fleet in enumerate(fleets) if other != seat]))
    return needed


def _strength_within(
    play: BeyondPlay, fleets: list[list[int]], place: int, points: int, beyond_lanes: frozenset[int] | None
) -> int:
    """The most strength that movement points can bring to a location from all others."""
    best = [0] * (points + 1)
    for start, fleet in enumerate(fleets):
        if start == place or not fleet:
            continue
        way = _points_needed(play, start, place, beyond_lanes)
        for level in fleet:
            for spent in range(points, way - 1, -1):
                best[spent] = max(best[spent], best[spent - way] + level)
    return best[points]


def _points_needed(play: BeyondPlay, start: int, end: int, beyond_lanes: frozenset[int] | None) -> int:
    """Movement points that lead a ship there; a long jump may follow on lanes to where it can begin."""
    lanes = play.pack.sides[play.seats].distances[start]
    if beyond_lanes is None:
        return lanes[end]
    locations = play.state.locations
    begins = [lanes[stop] for stop, place in enumerate(locations) if place.open and stop not in beyond_lanes]
    return min([lanes[end], *[way + 1 for way in begins]])


def _private(play: BeyondPlay, _: int, op: PrivateTech, *__: object) -> bool:
    return op.level >= LOWEST_DECK and bool(play.state.tech_decks[op.level - LOWEST_DECK])


def _choose(play: BeyondPlay, seat: int, op: Choose, ore: int, population: int, _: tuple[Jump, ...]) -> bool:
    for option in op.options:
        left, stay = ore - option.cost.ore, population - option.cost.population
        if left >= 0 and stay >= 0 and possible(play, seat, option.effects, left, stay):
            return True
    return False


def _repeat(play: BeyondPlay, seat: int, op: Repeat, ore: int, population: int, _: tuple[Jump, ...]) -> bool:
    return possible(play, seat, op.effects, ore, population)


def _copy(play: BeyondPlay, seat: int, op: CopyAction, *_: object) -> bool:
    return bool(copyable(play, seat, op))


def copyable(play: BeyondPlay, seat: int, op: CopyAction) -> list[Deed]:
    """Actions of a class in play that a seat can pay for and carry out, wherever they are; none that copies itself."""
    deeds = {
        space.deed.id: space.deed
        for space in spaces_in_play(play, seat)
        if not space.deed.copies and (space.deed.research if op.action_class == "research" else space.deed.colonize)
    }
    return [deed for deed in deeds.values() if payments(play, seat, deed, 0)]


_CHECKS: dict[type[Words], Check] = {
    Build: _build,
    Research: _research,
    Colonize: _colonize,
    PrivateTech: _private,
    Choose: _choose,
    Repeat: _repeat,
    CopyAction: _copy,
}


def _idle(play: BeyondPlay, seat: int, effects: Operations, cost: Cost) -> bool:
    """Whether optional operations would change nothing: no cube to turn, no ship to raise or move, nothing to pick."""
    faction = play.state.factions[seat]
    for op in effects:
        if isinstance(op, SupplyToPop | ShiftSupply):
            useful = supply_left(faction) > 0
        elif isinstance(op, Build) and op.source == "supply":
            useful = supply_left(faction) > 0 or faction.population > cost.population
        elif isinstance(op, Upgrade):
            useful = can_upgrade(play, seat)
        elif isinstance(op, Jump | Teleport):
            useful = bool(ship_groups(play, seat))
        elif isinstance(op, Choose):
            useful = any(worth_asking(play, seat, cost + option.cost, option.effects) for option in op.options)
        else:
            useful = True
        if useful:
            return False
    return True
