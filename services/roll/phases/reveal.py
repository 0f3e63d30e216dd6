"""Reveal: which phases are executed; and how one phase follows another (R4.1-R4.4, R11)."""

from collections.abc import Sequence

from services.roll.dice import FACES, PHASE_WORDS, PHASES, Colour, Phase
from services.roll.kinds import ConsumeChips, ExtraWorkers, TradeBuyChip
from services.roll.powers import VP_FOR_CONSUMING, VP_FOR_MATCHING, virtual_workers
from services.roll.state import NONE, RollPlay, SeatState, Step
from services.roll.telling import NO_DICE, dice_fact, die_fact
from services.roll.workers import send_home, workers_at

VP_PER_PLAYER = 12
ENDING_TILES = 12
_PLAYERS_WITH_EXTRA_DIE = 2
_MOST_FOR_MATCHING = VP_FOR_CONSUMING + 2 * VP_FOR_MATCHING


def reveal(play: RollPlay) -> None:
    """Lift the screens, turn the selected phases, send home whoever cannot work (R4.1-R4.3)."""
    state = play.state
    active = set()
    for seat, mine in enumerate(state.seats):
        active.add(mine.selected)
        if play.listening:
            _tell_assignment(play, seat, mine)
    if play.seats == _PLAYERS_WITH_EXTRA_DIE:
        state.extra = play.pack.rolls[Colour.HOME][play.chance.below(FACES)]
        play.tell("extra_die", face=PHASE_WORDS[state.extra], new=state.extra not in active)
        active.add(state.extra)
    state.executed = sorted(active)
    state.active = list(state.executed)
    inactive = [phase for phase in range(PHASES) if phase not in active]
    for seat, mine in enumerate(state.seats):
        _clear_screen(play, seat, mine, inactive)
    enter_phase(play)


def _tell_assignment(play: RollPlay, seat: int, mine: SeatState) -> None:
    """The selection, by which die unless that was reassigned since, and what else stands where (R3.16)."""
    places = [*zip(PHASE_WORDS, mine.strip, strict=True), ("dictate", mine.dictated)]
    explore, develop, settle, produce, ship, dictated = (
        dice_fact([die // FACES for die in dice]) if dice else NO_DICE for _, dice in places
    )
    play.tell(
        "selected",
        seat,
        phase=PHASE_WORDS[mine.selected],
        die="die elsewhere" if mine.selector == NONE else die_fact(mine.selector // FACES),
        workers=", ".join(f"{place} {len(dice)}" for place, dice in places if dice) or "no other",
        explore=explore,
        develop=develop,
        settle=settle,
        produce=produce,
        ship=ship,
        dictated=dictated,
    )


def _clear_screen(play: RollPlay, seat: int, mine: SeatState, inactive: Sequence[int]) -> None:
    idle = len(mine.dictated)
    mine.cup += [die // FACES for die in mine.dictated]
    mine.dictated.clear()
    for phase in inactive:
        idle += send_home(mine, phase)
    if idle:
        play.tell("idle", seat, count=idle)


def enter_phase(play: RollPlay) -> None:
    """Go to the next active phase, or to Manage Empire after the last."""
    state = play.state
    for mine in state.seats:
        mine.scouted.clear()
    if not state.active:
        state.step = Step.MANAGE
        return
    phase = Phase(state.active[0])
    state.step = Step(Step.EXPLORE + phase)
    state.turn = 0
    if (PHASE_WORDS[phase], ExtraWorkers) in play.pack.powers:
        for mine in state.seats:
            mine.virtual = virtual_workers(play.pack, mine, phase)
    state.in_order = order_matters(play, phase)
    play.tell("phase", phase=PHASE_WORDS[phase])


def leave_phase(play: RollPlay) -> None:
    """End the phase under way and go to the next."""
    play.state.active.pop(0)
    enter_phase(play)


def chips_left(seats: Sequence[SeatState]) -> int:
    """VP left of the original pool (R2.2); 0 once it is used up."""
    return max(0, VP_PER_PLAYER * len(seats) - sum(mine.chips for mine in seats))


def is_last_round(seats: Sequence[SeatState]) -> bool:
    """Whether the original pool is used up or an empire has twelve tiles (R10.1)."""
    return chips_left(seats) == 0 or any(len(mine.empire) >= ENDING_TILES for mine in seats)


def order_matters(play: RollPlay, phase: Phase) -> bool:
    """Whether players go one after another: always when exploring; else if somebody may end the game (R11.3)."""
    state = play.state
    match phase:
        case Phase.EXPLORE:
            return True
        case Phase.DEVELOP | Phase.SETTLE:
            side = phase - Phase.DEVELOP
            return any(
                len(mine.empire) + len(mine.stacks[side]) >= ENDING_TILES
                and len(mine.empire) + _may_complete(mine, phase, side) >= ENDING_TILES
                for mine in state.seats
            )
        case Phase.PRODUCE:
            return False
        case Phase.SHIP:
            left = chips_left(state.seats)
            return left > 0 and sum(_may_consume(play, mine) for mine in state.seats) >= left


def _may_complete(mine: SeatState, phase: Phase, side: int) -> int:
    """At most so many tiles: each takes a worker at least."""
    return min(len(mine.stacks[side]), len(workers_at(mine, phase)) + len(mine.builders[side]))


def _may_consume(play: RollPlay, mine: SeatState) -> int:
    """At most so many chips: each shipment with every colour matching and every power."""
    shipments = min(len(workers_at(mine, Phase.SHIP)) + len(mine.virtual), sum(map(len, mine.goods.values())))
    if not shipments:
        return 0
    pack, empire = play.pack, mine.empire
    consumed = _MOST_FOR_MATCHING + sum(power.amount for power in pack.powers_of(empire, "ship", ConsumeChips))
    traded = sum(power.chips for power in pack.powers_of(empire, "ship", TradeBuyChip))
    return shipments * max(consumed, traded)
