"""A turn: action, production, achievement; then the next seat (R3, R7.3)."""

from services.beyond.cards import NONE
from services.beyond.phases.achievement import achievement
from services.beyond.phases.action import action
from services.beyond.phases.interlude import exchange_at_end, interlude
from services.beyond.phases.production import production
from services.beyond.state import BeyondPlay, Phase
from services.kit.flow import Flow


def turn(play: BeyondPlay) -> Flow[None]:
    """Play the turn of the seat whose turn it is."""
    state = play.state
    seat = state.turn
    for faction in state.factions:
        faction.spent.clear()
    state.unclaimed = [
        location.system for location in state.locations if location.system != NONE and location.owner == NONE
    ]
    play.tell("turn", seat, round=state.round)
    state.phase = Phase.ACTION
    yield from action(play, seat)
    state.phase = Phase.PRODUCTION
    yield from production(play, seat)
    while (yield from interlude(play, seat)):
        pass
    state.phase = Phase.ACHIEVEMENT
    yield from achievement(play, seat)
    _pass_on(play)


def _pass_on(play: BeyondPlay) -> None:
    """The next seat clockwise; a new round where the first player is reached (R3.1, R7.3, R7.6)."""
    state = play.state
    state.turn = (state.turn + 1) % play.seats
    state.phase = Phase.ACTION
    if state.turn == state.first:
        state.round += 1
        if state.round == play.options.round_limit and not state.last_round:
            state.last_round = state.round
            play.tell("round_limit", round=state.round)
        if over(state.round, state.last_round):
            exchange_at_end(play)
            play.tell("game_ended")


def is_over(play: BeyondPlay) -> bool:
    """Whether the final round has been played (R7.5)."""
    return over(play.state.round, play.state.last_round)


def over(round_number: int, last_round: int) -> bool:
    """Whether the final round has been played (R7.5)."""
    return 0 < last_round < round_number
