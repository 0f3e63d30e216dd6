"""Phases in which players work at the same time, or one after another where order matters (R11)."""

from collections.abc import Callable

from services.kit.flow import Flow, together
from services.roll.dice import Phase
from services.roll.phases.reveal import leave_phase
from services.roll.powers import end_phase
from services.roll.state import RollPlay
from services.roll.workers import send_home


def run(play: RollPlay, phase: Phase, work: Callable[[RollPlay, int], Flow[None]]) -> Flow[None]:
    """One stretch of a phase: everybody's work, or that of the player whose turn it is; then the phase's end."""
    state = play.state
    if state.in_order:
        yield from _work(play, phase, work, state.order[state.turn])
        state.turn += 1
        if state.turn < play.seats:
            return
    else:
        yield from together(play, [_work(play, phase, work, seat) for seat in state.order])
    end_phase(play, phase)
    leave_phase(play)


def _work(play: RollPlay, phase: Phase, work: Callable[[RollPlay, int], Flow[None]], seat: int) -> Flow[None]:
    yield from work(play, seat)
    left = send_home(play.state.seats[seat], phase)
    if left:
        play.tell("idle", seat, count=left)
