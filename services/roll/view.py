"""What a viewer sees (R11.4, R11.5)."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from galaxy.roll.v1 import roll_pb2
from services.roll.dice import COLOURS, FACES, PHASES, colour_of
from services.roll.phases.reveal import VP_PER_PLAYER, chips_left, is_last_round
from services.roll.powers import capacity, cost
from services.roll.scoring import bonuses, score_parts, tie_break
from services.roll.state import NONE, RollPlay, RollState, SeatState, Step, dice_of
from services.roll.tiles import DEVELOPMENTS, WORLDS, Pack

ColourValue: TypeAlias = roll_pb2.DieColour.ValueType

# Enum values of the messages are our own numbers plus one.
_COLOUR: tuple[ColourValue, ...] = tuple(roll_pb2.DieColour.values()[1:])
_FACE = tuple(roll_pb2.DieFace.values()[1:])
_PHASE = tuple(roll_pb2.Phase.values()[1:])

_STEP: Mapping[Step, roll_pb2.Step.ValueType] = {
    Step.DEAL: roll_pb2.STEP_START,
    Step.START: roll_pb2.STEP_START,
    Step.ASSIGN: roll_pb2.STEP_ASSIGN,
    Step.EXPLORE: roll_pb2.STEP_EXPLORE,
    Step.EXPLORE_END: roll_pb2.STEP_EXPLORE,
    Step.DEVELOP: roll_pb2.STEP_DEVELOP,
    Step.SETTLE: roll_pb2.STEP_SETTLE,
    Step.PRODUCE: roll_pb2.STEP_PRODUCE,
    Step.SHIP: roll_pb2.STEP_SHIP,
    Step.MANAGE: roll_pb2.STEP_MANAGE,
    Step.OVER: roll_pb2.STEP_OVER,
}
_IN_TURNS = (Step.EXPLORE, Step.DEVELOP, Step.SETTLE, Step.SHIP)


def view(play: RollPlay, frozen: RollState, viewer: int | None) -> roll_pb2.RollView:
    """The table for a seat, or for a spectator (None); other seats are taken from the frozen state."""
    state, pack = frozen, play.pack
    seats = [play.state.seats[seat] if seat == viewer else other for seat, other in enumerate(frozen.seats)]
    supply = [die.count for die in pack.dice]
    for mine in seats:
        for colour in dice_of(mine):
            supply[colour] -= 1
    shown = roll_pb2.RollView(
        round=state.round,
        step=_STEP[state.step],
        phases=_phase_tiles(state),
        empires=(_empire(pack, state.step, mine, seat, own=seat == viewer) for seat, mine in enumerate(seats)),
        player_order=state.order,
        vp_pool=chips_left(seats),
        vp_pool_size=VP_PER_PLAYER * play.seats,
        bag=len(state.bag),
        abandoned=len(state.abandoned),
        supply=(roll_pb2.DiceCount(colour=_COLOUR[colour], count=supply[colour]) for colour in range(COLOURS)),
        last_round=is_last_round(seats),
    )
    if state.in_order and state.step in _IN_TURNS:
        shown.turn = state.order[state.turn]
    return shown


def _phase_tiles(state: RollState) -> Iterable[roll_pb2.PhaseTile]:
    revealed = state.step not in (Step.DEAL, Step.START, Step.ASSIGN)
    for phase in range(PHASES):
        yield roll_pb2.PhaseTile(
            phase=_PHASE[phase],
            active=phase in state.executed,
            done=revealed and phase not in state.active,
            selected_by=[seat for seat, mine in enumerate(state.seats) if revealed and mine.selected == phase],
            extra_die=state.extra == phase,
        )


def _empire(pack: Pack, step: Step, mine: SeatState, seat: int, *, own: bool) -> roll_pb2.Empire:
    screened = step == Step.ASSIGN and not own
    empire = roll_pb2.Empire(
        seat=seat,
        faction=mine.faction,
        tiles=_tiles(pack, mine),
        developments=_stack(pack, mine, DEVELOPMENTS, own=own),
        worlds=_stack(pack, mine, WORLDS, own=own),
        credits=mine.credits,
        chips=mine.chips,
        cup=_dice(mine.cup),
        citizenry=_dice(mine.citizenry),
        drawn_count=len(mine.drawn),
        score=(roll_pb2.ScorePart(source=source, points=points) for source, points in score_parts(pack, mine).items()),
        tie_break=tie_break(mine),
    )
    if own:
        empire.drawn.extend(
            roll_pb2.DrawnTile(development=pack.faces[2 * tile].id, world=pack.faces[2 * tile + 1].id)
            for tile in mine.drawn
        )
    if screened:
        rolled = [*mine.wild, *mine.dictated, *(die for dice in mine.strip for die in dice)]
        rolled += [mine.selector] if mine.selector != NONE else []
        empire.behind_screen.extend(_dice(map(colour_of, rolled)))
    else:
        empire.workers.extend(_workers(mine))
        empire.dictated.extend(_worker(die) for die in mine.dictated)
        if mine.selected != NONE:
            empire.selected = _PHASE[mine.selected]
    return empire


def _tiles(pack: Pack, mine: SeatState) -> Iterable[roll_pb2.Tile]:
    room = capacity(pack, mine)
    points = bonuses(pack, mine)
    for number in mine.empire:
        face = pack.faces[number]
        yield roll_pb2.Tile(
            component=face.id,
            goods=_dice(mine.goods.get(number, ())),
            goods_capacity=room if face.goods else 0,
            bonus=points.get(face.id, 0),
        )


def _stack(pack: Pack, mine: SeatState, side: int, *, own: bool) -> roll_pb2.Stack:
    """All tiles for their owner, the top one for everybody else (R11.4)."""
    tiles = mine.stacks[side]
    return roll_pb2.Stack(
        count=len(tiles),
        tiles=[pack.faces[2 * tile + side].id for tile in (tiles if own else tiles[:1])],
        dice=_dice(mine.builders[side]),
        cost=cost(pack, mine, pack.faces[2 * tiles[0] + side]) if tiles else 0,
    )


def _dice(colours: Iterable[int]) -> list[ColourValue]:
    return [_COLOUR[colour] for colour in sorted(colours)]


def _workers(mine: SeatState) -> Iterable[roll_pb2.Worker]:
    for die in mine.wild:
        yield _worker(die)
    for phase, dice in enumerate(mine.strip):
        for die in dice:
            yield _worker(die, _PHASE[phase])
    if mine.selector != NONE:
        worker = _worker(mine.selector, _PHASE[mine.selected])
        worker.selecting = True
        yield worker
    for colour in mine.virtual:
        yield roll_pb2.Worker(colour=_COLOUR[colour], virtual=True)


def _worker(die: int, phase: roll_pb2.Phase.ValueType = roll_pb2.PHASE_UNSPECIFIED) -> roll_pb2.Worker:
    return roll_pb2.Worker(colour=_COLOUR[colour_of(die)], face=_FACE[die % FACES], phase=phase)
