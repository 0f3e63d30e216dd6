"""Building, upgrading and moving ships (R12, R13.1, R13.2)."""

from collections.abc import Sequence
from functools import partial

from galaxytables_beyond.components.effects import Build, Jump, Teleport, Upgrade
from galaxytables_beyond.operations.control import settle
from galaxytables_beyond.operations.resolve import operation
from galaxytables_beyond.powers import jump_bonus, long_jump_exceptions
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.control import place_name
from galaxytables_beyond.table.cubes import supply_left, take_leftmost
from galaxytables_beyond.table.metrics import amount
from galaxytables_beyond.table.ships import HIGHEST_LEVEL, put_ship, ship_groups
from galaxytables_kit import Barred, Flow, Picks, Prompt, Reason, Seat, sift

_NO_SHIPYARD = Reason("no_shipyard", "R12.1")
_SHIPYARD_OF_OTHERS = Reason("shipyard_of_others", "R12.1")
_BUILT_ELSEWHERE = Reason("built_elsewhere", "R12.2")
_AT_HIGHEST_LEVEL = Reason("highest_level", "R12.3")
_UPGRADED_BEFORE = Reason("upgraded_before", "R12.3")
_NO_LANE = Reason("no_lane", "R13.1")
_NO_LONG_JUMP = Reason("no_long_jump", "R13.1")


@operation(Build)
def build(play: BeyondPlay, seat: Seat, op: Build) -> Flow[None]:
    """Turn a seat's supply cubes into ships; population may replace supply that is missing (R12.1, R12.2, R15.5)."""
    faction = play.state.factions[seat]
    ids = [location.place.id for location in play.pack.sides[play.seats].locations]
    touched = []
    for _ in range(op.n):
        from_supply = op.source == "supply" and supply_left(faction) > 0
        if not from_supply and not faction.population:
            break
        short = op.source == "supply" and not from_supply
        options = tuple(ids[place] for place in building_places(play, seat, op))
        kind = "build.instead" if short else "build.place"
        barred = Barred(lambda: _barred_places(play, seat, op))
        picks = yield Prompt(seat, kind, options, 0 if short else 1, 1, subject=op.level, barred=barred)
        if not picks:
            break
        place = ids.index(str(picks[0]))
        if from_supply:
            take_leftmost(faction)
        else:
            faction.population -= 1
        put_ship(play, seat, place, op.level)
        touched.append(place)
        play.tell("built", seat, level=op.level, place=place_name(play, place), from_supply=from_supply)
    yield from settle(play, seat, touched)


def building_places(play: BeyondPlay, seat: Seat, op: Build) -> list[int]:
    """Return the locations where a seat may put its new ship."""
    side, locations = play.pack.sides[play.seats], play.state.locations
    if op.at == "sol":
        return [side.sol]
    if op.at == "deep_space":
        return [side.deep]
    if op.at == "any":
        return [place for place, location in enumerate(locations) if location.open]
    return [place for place in side.yards if place == side.sol or locations[place].owner == seat]


def _barred_places(play: BeyondPlay, seat: Seat, op: Build) -> dict[str, Reason]:
    """Return why the ship cannot be put at the other locations."""
    side, offered = play.pack.sides[play.seats], building_places(play, seat, op)
    barred = {}
    for printed in side.locations:
        if play.state.locations[printed.index].open and printed.index not in offered:
            in_yards = _SHIPYARD_OF_OTHERS if printed.index in side.yards else _NO_SHIPYARD
            barred[printed.place.id] = in_yards if op.at == "yard" else _BUILT_ELSEWHERE
    return barred


@operation(Upgrade)
def upgrade(play: BeyondPlay, seat: Seat, op: Upgrade) -> Flow[None]:
    """Let a seat raise the levels of ships (R12.3, R15.4)."""
    side = play.pack.sides[play.seats]
    raised: dict[tuple[int, int], int] = {}
    touched = []
    for _ in range(amount(play, seat, op.steps)):
        options, barred = _sift_upgrades(play, seat, op, raised)
        if not options:
            break
        picks = yield Prompt(seat, "upgrade.ship", tuple(options), 0 if op.up_to else 1, 1, barred=barred)
        if not picks:
            break
        place, level = side.ship_of[str(picks[0])]
        play.state.locations[place].fleets[seat].remove(level)
        put_ship(play, seat, place, level + 1)
        raised[place, level + 1] = raised.get((place, level + 1), 0) + 1
        touched.append(place)
        play.tell("upgraded", seat, place=place_name(play, place), level=level + 1)
    yield from settle(play, seat, touched)


def _sift_upgrades(
    play: BeyondPlay, seat: Seat, op: Upgrade, raised: dict[tuple[int, int], int]
) -> tuple[list[str], dict[str, Reason]]:
    """Return ships that can be raised, and why the others cannot; with `per_ship` those already raised are done."""
    side = play.pack.sides[play.seats]

    def why_not(ship: str) -> Reason | None:
        place, level = side.ship_of[ship]
        if level == HIGHEST_LEVEL:
            return _AT_HIGHEST_LEVEL
        alike = play.state.locations[place].fleets[seat].count(level)
        return None if op.per_ship is None or alike > raised.get((place, level), 0) else _UPGRADED_BEFORE

    return sift([side.locations[place].ships[level] for place, level in ship_groups(play, seat)], why_not)


@operation(Jump)
def jump(play: BeyondPlay, seat: Seat, op: Jump) -> Flow[None]:
    """Let a seat move ships over lanes, one point at a time; control is updated at the end (R13.1-R13.3)."""
    touched: list[int] = []
    beyond_lanes = long_jump_exceptions(play, seat)
    for left in range(amount(play, seat, op.points) + jump_bonus(play, seat), 0, -1):
        moves = _jumps(play, seat, beyond_lanes)
        if not moves:
            break
        barred = Barred(partial(_barred_moves, play, seat, beyond_lanes))
        picks = yield Prompt(seat, "jump.move", moves, 0, 1, default=(), subject=left, barred=barred)
        if not picks:
            break
        touched += _move(play, seat, str(picks[0]))
    if touched:
        yield from settle(play, seat, touched)


@operation(Teleport)
def teleport(play: BeyondPlay, seat: Seat, op: Teleport) -> Flow[None]:
    """Let a seat move ships from any location to any other; control is updated as after a jump."""
    touched: list[int] = []
    for left in range(op.ships, 0, -1):
        moves = _jumps(play, seat, frozenset())
        if not moves:
            break
        picks = yield Prompt(seat, "teleport.move", moves, 0, 1, default=(), subject=left)
        if not picks:
            break
        touched += _move(play, seat, str(picks[0]))
    yield from settle(play, seat, touched)


def _jumps(play: BeyondPlay, seat: Seat, beyond_lanes: frozenset[int] | None) -> Picks:
    """Return every move of one point; `beyond_lanes` are the locations from which no long jump may start."""
    printed, locations = play.pack.sides[play.seats].locations, play.state.locations
    moves: list[str] = []
    for place, location in enumerate(locations):
        fleet = location.fleets[seat]
        if not fleet:
            continue
        ends = _ends(play, place, beyond_lanes)
        for level in fleet if len(fleet) == 1 else dict.fromkeys(fleet):
            names = printed[place].moves[level]
            moves += [names[end] for end in ends if end != place and locations[end].open]
    return tuple(moves)


def _ends(play: BeyondPlay, start: int, beyond_lanes: frozenset[int] | None) -> Sequence[int]:
    """Return where one point takes a ship from a location: over a lane, or anywhere by a long jump (R13.1)."""
    if beyond_lanes is not None and start not in beyond_lanes:
        return range(len(play.state.locations))
    return play.pack.sides[play.seats].locations[start].lanes


def _barred_moves(play: BeyondPlay, seat: Seat, beyond_lanes: frozenset[int] | None) -> dict[str, Reason]:
    """Return why ships cannot move between locations without a lane."""
    printed, locations = play.pack.sides[play.seats].locations, play.state.locations
    reason = _NO_LANE if beyond_lanes is None else _NO_LONG_JUMP
    return {
        printed[place].moves[level][end]: reason
        for place, level in ship_groups(play, seat)
        for end, location in enumerate(locations)
        if end != place and location.open and end not in _ends(play, place, beyond_lanes)
    }


def _move(play: BeyondPlay, seat: Seat, move: str) -> tuple[int, int]:
    start, level, end = play.pack.sides[play.seats].move_of[move]
    play.state.locations[start].fleets[seat].remove(level)
    put_ship(play, seat, end, level)
    play.tell("moved", seat, level=level, start=place_name(play, start), end=place_name(play, end))
    return start, end
