"""The result that a seat of Jump Drive can expect, estimated when a round begins."""

from math import tanh

from galaxytables_bots.jump.evaluation import rounds_to_goal
from galaxytables_bots.jump.simulation.player import Standing, StatePlayer, Values
from galaxytables_bots.values import Values as Weights
from galaxytables_jump.components.filters import Icon
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Prompt, Seat

_WIN = 0.5
_MARGIN = 40
"""An expectation counts half by the win, half by the difference in points."""
_LEAD = 4.0
_LEAD_A_ROUND = 3.5
"""The lead in VP that counts as 0.76 of a win: at the end, and its increase per remaining round."""
_MAX_ROUNDS = 8


def expected(weights: Weights, player: StatePlayer, play: JumpPlay, seat: Seat) -> float:
    """Return a seat's expected result when a round begins, from -1 (lost) to 1 (won)."""
    rounds = rounds_left(player, play)
    far = progress(rounds)
    points = [
        points_of(play, other) + weights.worth(features_of(player, play, other, rounds), far)
        for other in play.all_seats
    ]
    lead = points[seat] - max([each for other, each in enumerate(points) if other != seat])
    return worth_of(lead, tanh(lead / (_LEAD + _LEAD_A_ROUND * rounds)))


def worth_of(lead: float, won: float) -> float:
    """Return one value, from -1 to 1, that combines a lead in points and a chance to win."""
    return _WIN * won + (1 - _WIN) * max(-1.0, min(1.0, lead / _MARGIN))


def points_of(play: JumpPlay, seat: Seat) -> int:
    """Return the current VP of a seat."""
    return sum(play.state.players[seat].vp_by_round)


def rounds_left(player: StatePlayer, play: JumpPlay) -> int:
    """Return how many rounds the greedy bot expects the game still to last."""
    return min([_rounds(player, play, seat) for seat in play.all_seats])


def progress(rounds: int) -> float:
    """Return how far a game has come, from 0 to 1."""
    return (_MAX_ROUNDS - rounds) / (_MAX_ROUNDS - 1)


def features_of(player: StatePlayer, play: JumpPlay, seat: Seat, rounds: int) -> dict[str, float]:
    """Return the features of a seat by name, without its points. They are evaluated by weights."""
    pack, mine = play.pack, play.state.players[seat]
    standing = _standing(player, play, seat)
    hand, income, rate = len(mine.hand), standing.income, standing.vp
    found: dict[str, float] = {}
    for number in mine.empire:
        name = pack.cards[number].id
        found[name] = found.get(name, 0.0) + 1.0
    for icon in (Icon.MILITARY, Icon.EXPLORE):
        found[f"{icon} icons"] = sum([pack.icons[icon][number] for number in mine.empire])
    found["rounds to goal"] = _rounds(player, play, seat)
    found["VP a round"] = rate
    found["VP to come"] = rate * rounds
    found["income"] = income
    found["income to come"] = income * rounds
    found["income to bear fruit"] = income * rounds * rounds
    found["hand"] = hand
    found["hand to come"] = hand * rounds
    values = Values(player, play, Prompt(seat, "choose.card", (), 1, 1))
    worth = sorted([values.alone(number) for number in mine.hand if values.price(number) < hand], reverse=True)
    found["best card"] = worth[0] if worth else 0.0
    found["second card"] = worth[1] if len(worth) > 1 else 0.0
    return found


def _rounds(player: StatePlayer, play: JumpPlay, seat: Seat) -> int:
    rate = _standing(player, play, seat).vp
    return rounds_to_goal(points_of(play, seat), rate, play.pack.goal_vp, player.weights.growth)


def _standing(player: StatePlayer, play: JumpPlay, seat: Seat) -> Standing:
    return player.standing(play.pack, [each.empire for each in play.state.players], seat)
