"""Action selection: all choose in secret and reveal together (R3.1-R3.4)."""

from functools import cache

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.race.phases.agenda import ACTIONS, EXPLORE_1_1, EXPLORE_5, TWO_PLAYER_ACTIONS, agenda, next_phase
from services.race.table import RacePlay


def actions_per_round(play: RacePlay) -> int:
    """Two in the two-player game, unless played with one; else one (R3.3, R3.4, R3.7)."""
    two_players = 2
    return 2 if play.seats == two_players and play.options.two_player_actions == "two" else 1


def choose_actions(play: RacePlay) -> Flow[None]:
    """All choose their actions; the chosen phases make the round's agenda."""
    yield from together(play, [_choose(play, seat) for seat in range(play.seats)])
    for seat, empire in enumerate(play.state.empires):
        play.tell("chose", seat, actions=", ".join(empire.actions))
    play.state.agenda = agenda(play.state)
    next_phase(play)


@cache
def _one_action(seat: int) -> Prompt:
    return Prompt(seat, "actions.choose", ACTIONS)


@cache
def _two_actions(seat: int) -> Prompt:
    return Prompt(seat, "actions.choose", TWO_PLAYER_ACTIONS, 2, 2, default=(EXPLORE_1_1, EXPLORE_5))


def _choose(play: RacePlay, seat: int) -> Flow[None]:
    if actions_per_round(play) == 1:
        (action,) = yield _one_action(seat)
        play.state.empires[seat].actions = [action]
    else:
        actions = yield _two_actions(seat)
        play.state.empires[seat].actions = sorted(actions, key=TWO_PLAYER_ACTIONS.index)
