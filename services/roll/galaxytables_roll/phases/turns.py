"""Carries out a phase: players work at the same time, or one after another if the order matters (R4.4, R11)."""

from collections.abc import Callable

from galaxytables_kit import Flow, Seat, together
from galaxytables_roll.components.kinds import ConsumeChips, ExtraWorkers, TradeBuyChip
from galaxytables_roll.dice import PHASE_WORDS, Phase
from galaxytables_roll.ending import ENDING_TILES, chips_left
from galaxytables_roll.powers import VP_FOR_CONSUMING, VP_FOR_MATCHING, virtual_workers
from galaxytables_roll.state import RollPlay, SeatState, Working, working
from galaxytables_roll.workers import any_at, send_home, workers_at

_MAX_FOR_MATCHING = VP_FOR_CONSUMING + 2 * VP_FOR_MATCHING


def executed(phase: Phase) -> Callable[[RollPlay], bool]:
    """Return a condition that says whether this phase is executed in the current round (R4.1)."""

    def executed(play: RollPlay) -> bool:
        return phase in play.state.executed

    return executed


def work_at(phase: Phase) -> Callable[[RollPlay], Working]:
    """Return a function that makes the state with which this phase begins."""

    def begin(play: RollPlay) -> Working:
        virtual = extra_workers(play, phase)
        return Working(phase, in_order=order_matters(play, phase, virtual), virtual=virtual)

    return begin


def extra_workers(play: RollPlay, phase: Phase) -> list[list[int]]:
    """Return, for each seat, the colours of its virtual workers, which have no die (R13.19)."""
    if not play.pack.powers[PHASE_WORDS[phase]].holders(ExtraWorkers):
        return [[] for _ in play.state.seats]
    return [virtual_workers(play.pack, mine, phase) for mine in play.state.seats]


def announce(play: RollPlay) -> None:
    """An event announces the phase that begins."""
    play.tell("phase", phase=PHASE_WORDS[working(play).phase])


def seats_at_work(play: RollPlay) -> list[list[Seat]]:
    """Return the turns of a phase as lists of seats: one turn for all, or one for each seat (R11.1-R11.3).

    A player without workers and without dice under construction has no turn.
    """
    now, state = working(play), play.state
    phase = now.phase
    side = phase - Phase.DEVELOP if phase in (Phase.DEVELOP, Phase.SETTLE) else None
    busy = [
        seat
        for seat in state.order
        if any_at(state.seats[seat], phase)
        or now.virtual[seat]
        or (side is not None and state.seats[seat].builders[side])
    ]
    if now.in_order:
        return [[seat] for seat in busy]
    return [busy] if busy else []


def at_work(play: RollPlay, seats: list[Seat], work: Callable[[RollPlay, Seat], Flow[None]]) -> Flow[None]:
    """Let these seats do their work in a phase: all at the same time, or only the one whose turn it is."""
    now = working(play)
    if now.in_order:
        (now.turn,) = seats
        yield from _work(play, now, now.turn, work)
    else:
        yield from together(play, [_work(play, now, seat, work) for seat in seats])


def _work(play: RollPlay, now: Working, seat: Seat, work: Callable[[RollPlay, Seat], Flow[None]]) -> Flow[None]:
    """Do the work of a seat; then workers without a task go home, virtual ones vanish (R4.9, R13.19)."""
    yield from work(play, seat)
    now.virtual[seat].clear()
    left = send_home(play.state.seats[seat], now.phase)
    if left:
        play.tell("idle", seat, count=left)


def order_matters(play: RollPlay, phase: Phase, virtual: list[list[int]]) -> bool:
    """Return whether players take turns in a phase. They do so if a player may end the game in it (R11.3).

    `phase` is not Explore, in which players always take turns.
    """
    state = play.state
    match phase:
        case Phase.DEVELOP | Phase.SETTLE:
            side = phase - Phase.DEVELOP
            return any(
                len(mine.empire) + len(mine.stacks[side]) >= ENDING_TILES
                and len(mine.empire) + _may_complete(mine, phase, side) >= ENDING_TILES
                for mine in state.seats
            )
        case Phase.SHIP:
            left = chips_left(state.seats)
            shipping = zip(state.seats, virtual, strict=True)
            return left > 0 and sum(_may_consume(play, mine, extra) for mine, extra in shipping) >= left
    return False


def _may_complete(mine: SeatState, phase: Phase, side: int) -> int:
    """Return how many tiles a player may complete at most: each takes at least one worker."""
    return min(len(mine.stacks[side]), len(workers_at(mine, phase)) + len(mine.builders[side]))


def _may_consume(play: RollPlay, mine: SeatState, virtual: list[int]) -> int:
    """Return how many chips a player may gain at most: each shipment with matching colours and every power."""
    shipments = min(len(workers_at(mine, Phase.SHIP)) + len(virtual), sum(map(len, mine.goods.values())))
    if not shipments:
        return 0
    pack, empire = play.pack, mine.empire
    consumed = _MAX_FOR_MATCHING + sum(power.amount for power in pack.powers["ship"].of(ConsumeChips, empire))
    traded = sum(power.chips for power in pack.powers["ship"].of(TradeBuyChip, empire))
    return shipments * max(consumed, traded)
