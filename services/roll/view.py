"""What a viewer sees (R11.4, R11.5)."""

from collections.abc import Iterable, Mapping

from galaxy.roll.v1 import roll_pb2
from services.roll.dice import COLOURS, FACES, PHASES, colour_of, numbered
from services.roll.phases.reveal import VP_PER_PLAYER, chips_left, is_last_round
from services.roll.pieces import (
    PHASE_COMPONENTS,
    citizenry_id,
    column_id,
    cup_id,
    dictate_id,
    die_id,
    extra_id,
    phase_id,
    screen_id,
    stack_id,
    tile_id,
)
from services.roll.powers import capacity, cost
from services.roll.scoring import bonuses, score_parts, tie_break
from services.roll.state import NONE, RollPlay, RollState, SeatState, Step, dice_of
from services.roll.tiles import DEVELOPMENTS, WORLDS, Pack

# Enum values of the messages are our own numbers plus one.
_COLOUR = tuple(roll_pb2.DieColour.values()[1:])
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
        for die in dice_of(mine):
            supply[colour_of(die)] -= 1
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
            id=phase_id(phase),
            component=PHASE_COMPONENTS[phase],
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
        tiles=_tiles(pack, mine, seat),
        developments=_stack(pack, mine, seat, DEVELOPMENTS, own=own),
        worlds=_stack(pack, mine, seat, WORLDS, own=own),
        credits=mine.credits,
        chips=mine.chips,
        cup=roll_pb2.Dice(id=cup_id(seat), dice=_dice(seat, mine.cup)),
        citizenry=roll_pb2.Dice(id=citizenry_id(seat), dice=_dice(seat, mine.citizenry)),
        screen=roll_pb2.Dice(id=screen_id(seat)),
        drawn_count=len(mine.drawn),
        score=(roll_pb2.ScorePart(source=source, points=points) for source, points in score_parts(pack, mine).items()),
        tie_break=tie_break(mine),
    )
    if own:
        empire.drawn.extend(
            roll_pb2.DrawnTile(
                id=tile_id(pack, 2 * tile), development=pack.faces[2 * tile].id, world=pack.faces[2 * tile + 1].id
            )
            for tile in mine.drawn
        )
    if screened:
        rolled = [*mine.wild, *mine.dictated, *(die for dice in mine.strip for die in dice)]
        rolled += [mine.selector] if mine.selector != NONE else []
        empire.screen.dice.extend(_dice(seat, [die // FACES for die in rolled]))
    else:
        empire.wild.extend(_worker(seat, die) for die in mine.wild)
        if mine.selected != NONE:
            empire.selected = _PHASE[mine.selected]
    empire.strip.extend(_column(mine, seat, phase, step, hidden=screened) for phase in range(PHASES))
    empire.dictate.id = dictate_id(seat)
    empire.dictate.workers.extend(_worker(seat, die) for die in mine.dictated if not screened)
    return empire


def _tiles(pack: Pack, mine: SeatState, seat: int) -> Iterable[roll_pb2.Tile]:
    room = capacity(pack, mine)
    points = bonuses(pack, mine)
    for number in mine.empire:
        face = pack.faces[number]
        yield roll_pb2.Tile(
            id=tile_id(pack, number),
            component=face.id,
            goods=_dice(seat, mine.goods.get(number, ())),
            goods_capacity=room if face.goods else 0,
            bonus=points.get(face.id, 0),
        )


def _stack(pack: Pack, mine: SeatState, seat: int, side: int, *, own: bool) -> roll_pb2.Stack:
    """All tiles for their owner, the top one for everybody else (R11.4)."""
    tiles = mine.stacks[side]
    return roll_pb2.Stack(
        id=stack_id(seat, side),
        count=len(tiles),
        tiles=[
            roll_pb2.StackTile(id=tile_id(pack, 2 * tile), component=pack.faces[2 * tile + side].id)
            for tile in (tiles if own else tiles[:1])
        ],
        dice=_dice(seat, mine.builders[side]),
        cost=cost(pack, mine, pack.faces[2 * tiles[0] + side]) if tiles else 0,
    )


def _dice(seat: int, dice: Iterable[int]) -> list[roll_pb2.Die]:
    return [roll_pb2.Die(id=die_id(seat, die), colour=_COLOUR[colour_of(die)]) for die in sorted(dice)]


def _column(mine: SeatState, seat: int, phase: int, step: Step, *, hidden: bool) -> roll_pb2.Column:
    column = roll_pb2.Column(id=column_id(seat, phase), phase=_PHASE[phase])
    if hidden:
        return column
    column.workers.extend(_worker(seat, die, _PHASE[phase]) for die in mine.strip[phase])
    if mine.selected == phase and mine.selector != NONE:
        column.workers.append(_worker(seat, mine.selector, _PHASE[phase], selecting=True))
    if step == Step.EXPLORE + phase:
        for place, colour in enumerate(mine.virtual):
            extra = extra_id(seat, numbered(colour, 0), 1 + mine.virtual[:place].count(colour))
            column.workers.add(id=extra, colour=_COLOUR[colour], phase=_PHASE[phase], virtual=True)
    return column


def _worker(
    seat: int, die: int, phase: roll_pb2.Phase.ValueType = roll_pb2.PHASE_UNSPECIFIED, *, selecting: bool = False
) -> roll_pb2.Worker:
    return roll_pb2.Worker(
        id=die_id(seat, die // FACES),
        colour=_COLOUR[colour_of(die // FACES)],
        face=_FACE[die % FACES],
        phase=phase,
        selecting=selecting,
    )
