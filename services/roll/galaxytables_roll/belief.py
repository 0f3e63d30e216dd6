"""Draws complete states of a table for bots. Each state agrees with everything that a seat sees.

Hidden tiles are put at random into the bag, under the Explore tile, and into stacks and hands of other players; dice
behind the screens of others are rolled again. Only the view is used: what could be concluded from the play of others,
or from the tiles that the seat itself abandoned, is ignored.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from galaxytables.roll.v1 import roll_pb2
from galaxytables_kit import NOBODY, Seat
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS, Pack
from galaxytables_roll.dice import FACES, PHASES, SHOWING, WILD, OwnedDie, Phase, RolledDie, colour_of, numbered
from galaxytables_roll.phases.explore import may_arrange
from galaxytables_roll.state import NONE, Exploring, RollState, SeatState, Working
from galaxytables_roll.workers import any_at

_STEPS = {
    roll_pb2.STEP_START: "setup/choose_sides",
    roll_pb2.STEP_ASSIGN: "round/assign",
    roll_pb2.STEP_EXPLORE: "round/explore/explore",
    roll_pb2.STEP_DEVELOP: "round/develop/build",
    roll_pb2.STEP_SETTLE: "round/settle/build",
    roll_pb2.STEP_PRODUCE: "round/produce/produce",
    roll_pb2.STEP_SHIP: "round/ship/ship",
    roll_pb2.STEP_MANAGE: "round/manage",
}
_PHASES = {
    roll_pb2.STEP_EXPLORE: Phase.EXPLORE,
    roll_pb2.STEP_DEVELOP: Phase.DEVELOP,
    roll_pb2.STEP_SETTLE: Phase.SETTLE,
    roll_pb2.STEP_PRODUCE: Phase.PRODUCE,
    roll_pb2.STEP_SHIP: Phase.SHIP,
}
_SIDES = {Phase.DEVELOP: DEVELOPMENTS, Phase.SETTLE: WORLDS}

Turns: TypeAlias = Sequence[Seat] | Sequence[list[Seat]]
"""The turns of a step; seats that act at the same time share one turn."""


class Belief(NamedTuple):
    """A state of the table, drawn at random, and the point at which its game goes on.

    `at` is the path of the step that comes next, and `turns` are the turns still to come.
    """

    state: RollState
    at: str
    turns: Turns


def believe(pack: Pack, view: roll_pb2.RollView, seat: Seat, random: Random) -> Belief:
    """Return a random state that agrees with what a seat sees, as of the beginning of the running step.

    While dice are assigned, the seat's own assignment is undone: its dice lie as they fell. In all other steps the seat
    sees all that others did, and its own actions stay. Raises `ValueError` when the game is over, and between the turns
    of a phase.
    """
    at = _STEPS.get(view.step)
    if at is None or (view.step == roll_pb2.STEP_EXPLORE and not view.HasField("turn")):
        raise ValueError(f"nothing is sampled in step {view.step}")
    hidden = _hidden(pack, view)
    random.shuffle(hidden)
    seats = [_seat(pack, view.step, empire, hidden, random) for empire in view.empires]
    abandoned = _take(hidden, view.abandoned)
    phase = _phase(view, abandoned)
    executed = [number for number, tile in enumerate(view.phases) if tile.active]
    extra = next((number for number, tile in enumerate(view.phases) if tile.extra_die), NONE)
    order = [Seat(each) for each in view.player_order]
    state = RollState(seats, hidden, list(view.supply), order, view.round, executed, extra, phase)
    return Belief(state, at, _turns(pack, state, seat))


def _hidden(pack: Pack, view: roll_pb2.RollView) -> list[TileNumber]:
    """Return game tiles that the viewer does not see."""
    seen = {pack.faces[pack.by_id[tile.component]].tile for empire in view.empires for tile in empire.tiles}
    for empire in view.empires:
        seen |= {_tile(tile.id) for stack in (empire.developments, empire.worlds) for tile in stack.tiles}
        seen |= {_tile(tile.id) for tile in empire.drawn}
    return [development.tile for development, _ in pack.sides if development.tile not in seen]


def _seat(
    pack: Pack, step: roll_pb2.Step.ValueType, shown: roll_pb2.Empire, hidden: list[TileNumber], random: Random
) -> SeatState:
    empire = [pack.by_id[tile.component] for tile in shown.tiles]
    goods = {face: _dice(tile.goods) for face, tile in zip(empire, shown.tiles, strict=True) if pack.faces[face].goods}
    stacks = shown.developments, shown.worlds
    drawn = [_tile(tile.id) for tile in shown.drawn] or _take(hidden, shown.drawn_count)
    seat = SeatState(
        shown.faction,
        shown.credits,
        empire,
        _dice(shown.cup.dice),
        _dice(shown.citizenry.dice),
        shown.chips,
        goods,
        [[_tile(tile.id) for tile in stack.tiles] + _take(hidden, stack.count - len(stack.tiles)) for stack in stacks],
        [_dice(stack.dice) for stack in stacks],
        drawn,
        [[] for _ in range(PHASES)],
    )
    workers = [worker for column in shown.strip for worker in column.workers if not worker.virtual]
    if step == roll_pb2.STEP_ASSIGN:
        fallen = [_worker(worker) for worker in (*workers, *shown.wild, *shown.dictate.workers)]
        fallen += [_rolled(pack, die, random) for die in _dice(shown.screen.dice)]
        for die in sorted(fallen):
            _lay(seat, die)
        return seat
    seat.selected = shown.selected - 1
    for column in shown.strip:
        for worker in column.workers:
            if worker.selecting:
                seat.selector = _worker(worker)
            elif not worker.virtual:
                seat.strip[column.phase - 1].append(_worker(worker))
    return seat


def _lay(seat: SeatState, die: RolledDie) -> None:
    """Put a die where it fell."""
    face = die % FACES
    (seat.wild if face == WILD else seat.strip[face]).append(die)


def _phase(view: roll_pb2.RollView, abandoned: list[TileNumber]) -> Working | Exploring | None:
    """Return the running phase. Views do not show with which colours somebody scouted."""
    phase = _PHASES.get(view.step)
    if phase is None:
        return None
    virtual = [
        [worker.colour - 1 for column in empire.strip for worker in column.workers if worker.virtual]
        for empire in view.empires
    ]
    in_order = view.HasField("turn")
    turn = Seat(view.turn) if in_order else NOBODY
    if phase is Phase.EXPLORE:
        scouted: list[list[int]] = [[] for _ in view.empires]
        return Exploring(phase, in_order, virtual, turn, scouted, abandoned)
    return Working(phase, in_order, virtual, turn)


def _turns(pack: Pack, state: RollState, seat: Seat) -> Turns:
    """Return the turns still to be held in the running phase: the current one, then seats with something left to do."""
    phase = state.phase
    if phase is None:
        return ()
    if not phase.in_order:
        return [[each for each in state.order if each == seat or _has_work(pack, state, phase, each)]]
    behind = state.order[state.order.index(phase.turn) + 1 :]
    seats = [phase.turn, *(each for each in behind if _has_work(pack, state, phase, each))]
    return seats if isinstance(phase, Exploring) else [[each] for each in seats]


def _has_work(pack: Pack, state: RollState, phase: Working, seat: Seat) -> bool:
    mine, number = state.seats[seat], Phase(phase.phase)
    if any_at(mine, number) or phase.virtual[seat]:
        return True
    if number is Phase.EXPLORE:
        return may_arrange(pack, mine)
    return number in _SIDES and bool(mine.builders[_SIDES[number]])


def _dice(dice: Iterable[roll_pb2.Die]) -> list[OwnedDie]:
    return [_die(die.id, die.colour) for die in dice]


def _die(name: str, colour: int) -> OwnedDie:
    """Return a die by its id, such as `0h3`."""
    return numbered(colour - 1, int(name.lstrip("0123456789")[1:]))


def _worker(worker: roll_pb2.Worker) -> RolledDie:
    return SHOWING[_die(worker.id, worker.colour)][worker.face - 1]


def _rolled(pack: Pack, die: OwnedDie, random: Random) -> RolledDie:
    return SHOWING[die][random.choice(pack.rolls[colour_of(die)])]


def _tile(name: str) -> TileNumber:
    """Return a tile by its id, such as `t7`."""
    return TileNumber(int(name[1:]))


def _take(tiles: list[TileNumber], count: int) -> list[TileNumber]:
    taken = tiles[:count]
    del tiles[:count]
    return taken
