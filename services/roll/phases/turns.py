"""Phases in which players work at the same time, or one after another where order matters (R11)."""

from collections.abc import Callable

from services.kit.flow import Flow, together
from services.roll.dice import Phase
from services.roll.phases.reveal import leave_phase
from services.roll.powers import end_phase
from services.roll.state import RollPlay
from services.roll.workers import any_at, send_home


def run(play: RollPlay, phase: Phase, work: Callable[[RollPlay, int], Flow[None]]) -> Flow[None]:
    """One stretch of a phase: everybody's work, or that of the player whose turn it is; then the phase's end.

    A player without workers and without dice under construction has nothing to do.
    """
    state = play.state
    side = phase - Phase.DEVELOP if phase in (Phase.DEVELOP, Phase.SETTLE) else None
    busy = [
        seat
        for seat in state.order
        if any_at(state.seats[seat], phase) or (side is not None and state.seats[seat].builders[side])
    ]
    if state.in_order:
        seat = state.order[state.turn]
        if seat in busy:
            yield from _work(play, phase, work, seat)
        state.turn += 1
        if state.turn < play.seats:
            return
    elif busy:
        yield from together(play, [_work(play, phase, work, seat) for seat in busy])
    end_phase(play, phase)
    leave_phase(play)


def _work(play: RollPlay, phase: Phase, work: Callable[[RollPlay, int], Flow[None]], seat: int) -> Flow[None]:
    yield from work(play, seat)
    left = send_home(play.state.seats[seat], phase)
    if left:
        play.tell("idle", seat, count=left)
