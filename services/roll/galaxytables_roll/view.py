"""The view of the table for one viewer: a seat or a spectator (R11.4, R11.5)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from galaxytables.roll.v1 import roll_pb2
from galaxytables_kit import END, NOBODY, Encoding, Seat, seated
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS, Pack
from galaxytables_roll.dice import DIE_OF, FACES, PHASES, OwnedDie, RolledDie, colour_of, colour_shown, numbered
from galaxytables_roll.ending import VP_PER_PLAYER, chips_left, is_last_round
from galaxytables_roll.pieces import (
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
from galaxytables_roll.powers import capacity, cost
from galaxytables_roll.scoring import bonuses, score_parts, tie_break
from galaxytables_roll.state import NO_DIE, NONE, Exploring, RollPlay, RollState, SeatState, Working, dice_of, working

# Enum values of the messages are our own numbers plus one.
_COLOUR = tuple(roll_pb2.DieColour.values()[1:])
_FACE = tuple(roll_pb2.DieFace.values()[1:])
_PHASE = tuple(roll_pb2.Phase.values()[1:])

_STEPS = {
    "setup/choose_sides": roll_pb2.STEP_START,
    "round/assign": roll_pb2.STEP_ASSIGN,
    "round/explore/explore": roll_pb2.STEP_EXPLORE,
    "round/explore/draw_at_the_end": roll_pb2.STEP_EXPLORE,
    "round/develop/build": roll_pb2.STEP_DEVELOP,
    "round/settle/build": roll_pb2.STEP_SETTLE,
    "round/produce/produce": roll_pb2.STEP_PRODUCE,
    "round/ship/ship": roll_pb2.STEP_SHIP,
    "round/manage": roll_pb2.STEP_MANAGE,
    END: roll_pb2.STEP_OVER,
}
Extra: TypeAlias = tuple[int, Sequence[int]]
_BEFORE_THE_REVEAL = (roll_pb2.STEP_START, roll_pb2.STEP_ASSIGN)

_TILES = ("world", "development")

ENCODING = Encoding(
    "roll-1",
    by_seat=frozenset({"empires"}),
    seats=frozenset({"phases.selected_by", "player_order", "turn"}),
    rows={"phases": 5, "player_order": 5, "supply": 7},
    keys={"empires.strip": "phase"},
    words={
        "empires.developments.tiles.component": _TILES,
        "empires.drawn.development": ("development",),
        "empires.drawn.world": ("world",),
        "empires.tiles.component": _TILES,
        "empires.worlds.tiles.component": _TILES,
    },
)


def view(play: RollPlay, frozen: RollState, viewer: Seat | None) -> roll_pb2.RollView:
    """Return the view of a seat, or of a spectator (None).

    Other seats are shown as in `frozen`, the state before their secret choices.
    """
    pack, step, phase = play.pack, _STEPS[play.where], frozen.phase
    seats = [play.state.seats[seat] if seat == viewer else other for seat, other in seated(frozen.seats)]
    supply = [die.count for die in pack.dice]
    for mine in seats:
        for die in dice_of(mine):
            supply[colour_of(die)] -= 1
    shown = roll_pb2.RollView(
        round=frozen.round,
        step=step,
        phases=_phase_tiles(frozen, revealed=step not in _BEFORE_THE_REVEAL),
        empires=(
            _empire(pack, mine, seat, step, _extra(play, phase, seat, own=seat == viewer), own=seat == viewer)
            for seat, mine in seated(seats)
        ),
        player_order=frozen.order,
        vp_pool=chips_left(seats),
        vp_pool_size=VP_PER_PLAYER * play.seats,
        bag=len(frozen.bag),
        abandoned=len(phase.abandoned) if isinstance(phase, Exploring) else 0,
        supply=supply,
        last_round=is_last_round(seats),
    )
    if phase is not None and phase.turn != NOBODY:
        shown.turn = phase.turn
    return shown


def _extra(play: RollPlay, phase: Working | None, seat: Seat, *, own: bool) -> Extra:
    """Return the running phase, and the colours of a seat's extra workers in it."""
    if phase is None:
        return NONE, ()
    return phase.phase, (working(play) if own else phase).virtual[seat]


def _phase_tiles(state: RollState, *, revealed: bool) -> Iterable[roll_pb2.PhaseTile]:
    now = PHASES if state.phase is None else state.phase.phase
    for phase in range(PHASES):
        yield roll_pb2.PhaseTile(
            id=phase_id(phase),
            phase=_PHASE[phase],
            active=phase in state.executed,
            done=revealed and not (phase in state.executed and phase >= now),
            selected_by=[seat for seat, mine in seated(state.seats) if revealed and mine.selected == phase],
            extra_die=state.extra == phase,
        )


def _empire(
    pack: Pack, mine: SeatState, seat: Seat, step: roll_pb2.Step.ValueType, extra: Extra, *, own: bool
) -> roll_pb2.Empire:
    screened = step == roll_pb2.STEP_ASSIGN and not own
    empire = roll_pb2.Empire(seat=seat, faction=mine.faction, credits=mine.credits, chips=mine.chips)
    empire.tiles.extend(_tiles(pack, mine, seat))
    for stack, side in ((empire.developments, DEVELOPMENTS), (empire.worlds, WORLDS)):
        if own or mine.stacks[side] or mine.builders[side]:
            stack.id = stack_id(seat, side)
            _fill(stack, pack, mine, seat, side, own=own)
    for place, name, dice in ((empire.cup, cup_id, mine.cup), (empire.citizenry, citizenry_id, mine.citizenry)):
        if own or dice:
            place.id = name(seat)
            place.dice.extend(_dice(seat, dice))
    empire.drawn_count = len(mine.drawn)
    empire.score.CopyFrom(roll_pb2.Score(**score_parts(pack, mine)))
    empire.tie_break = tie_break(mine)
    if own:
        empire.drawn.extend(
            roll_pb2.DrawnTile(
                id=tile_id(tile),
                development=pack.sides[tile][DEVELOPMENTS].id,
                world=pack.sides[tile][WORLDS].id,
            )
            for tile in mine.drawn
        )
    if screened:
        rolled = [*mine.wild, *mine.dictated, *(die for dice in mine.strip for die in dice)]
        rolled += [mine.selector] if mine.selector != NO_DIE else []
        empire.screen.id = screen_id(seat)
        empire.screen.dice.extend(_dice(seat, [DIE_OF[die] for die in rolled]))
    else:
        _show_workers(empire, mine, seat, extra, own=own)
    return empire


def _show_workers(empire: roll_pb2.Empire, mine: SeatState, seat: Seat, extra: Extra, *, own: bool) -> None:
    """Fill in the strip, wild dice, the Dictate area, and the extra workers of the running phase."""
    if mine.selected != NONE:
        empire.selected = _PHASE[mine.selected]
    for phase, dice in enumerate(mine.strip):
        workers = [_worker(seat, die) for die in dice]
        if mine.selector != NO_DIE and phase == mine.selected:
            workers.append(_selecting(seat, mine.selector))
        if phase == extra[0]:
            workers += _extra_workers(seat, extra[1])
        if own or workers:
            empire.strip.append(roll_pb2.Column(id=column_id(seat, phase), phase=_PHASE[phase], workers=workers))
    empire.wild.extend([_worker(seat, die) for die in mine.wild])
    if own or mine.dictated:
        empire.dictate.id = dictate_id(seat)
        empire.dictate.workers.extend([_worker(seat, die) for die in mine.dictated])


def _extra_workers(seat: Seat, colours: Sequence[int]) -> list[roll_pb2.Worker]:
    workers = []
    for place, colour in enumerate(colours):
        extra = extra_id(seat, numbered(colour, 0), 1 + colours[:place].count(colour))
        workers.append(roll_pb2.Worker(id=extra, colour=_COLOUR[colour], virtual=True))
    return workers


def _tiles(pack: Pack, mine: SeatState, seat: Seat) -> list[roll_pb2.Tile]:
    room = capacity(pack, mine)
    points = bonuses(pack, mine)
    tiles = []
    for number in mine.empire:
        face = pack.faces[number]
        tile = _tile(tile_id(face.tile), face.id, room if face.goods else 0, points.get(face.id, 0))
        if mine.goods.get(number):
            with_goods = roll_pb2.Tile()
            with_goods.CopyFrom(tile)
            with_goods.goods.extend(_dice(seat, mine.goods[number]))
            tile = with_goods
        tiles.append(tile)
    return tiles


def _fill(stack: roll_pb2.Stack, pack: Pack, mine: SeatState, seat: Seat, side: int, *, own: bool) -> None:
    """Fill in all tiles for their owner, the top one for everybody else (R11.4)."""
    tiles = mine.stacks[side]
    stack.dice.extend(_dice(seat, mine.builders[side]))
    if tiles:
        stack.count = len(tiles)
        stack.cost = cost(pack, mine, pack.sides[tiles[0]][side])
        shown = tiles if own else tiles[:1]
        stack.tiles.extend([_stack_tile(tile_id(tile), pack.sides[tile][side].id) for tile in shown])


def _dice(seat: Seat, dice: Iterable[OwnedDie]) -> list[roll_pb2.Die]:
    return [_die(seat, die) for die in sorted(dice)]


# These messages are copied wherever they are used.


@cache
def _tile(tile: str, component: str, goods_capacity: int, bonus: int) -> roll_pb2.Tile:
    return roll_pb2.Tile(id=tile, component=component, goods_capacity=goods_capacity, bonus=bonus)


@cache
def _stack_tile(tile: str, component: str) -> roll_pb2.StackTile:
    return roll_pb2.StackTile(id=tile, component=component)


@cache
def _die(seat: Seat, die: OwnedDie) -> roll_pb2.Die:
    return roll_pb2.Die(id=die_id(seat, die), colour=_COLOUR[colour_of(die)])


@cache
def _worker(seat: Seat, die: RolledDie) -> roll_pb2.Worker:
    return roll_pb2.Worker(id=die_id(seat, DIE_OF[die]), colour=_COLOUR[colour_shown(die)], face=_FACE[die % FACES])


@cache
def _selecting(seat: Seat, die: RolledDie) -> roll_pb2.Worker:
    worker = roll_pb2.Worker(selecting=True)
    worker.MergeFrom(_worker(seat, die))
    return worker
