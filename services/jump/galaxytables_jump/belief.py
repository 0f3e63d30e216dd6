"""Draws complete states of a table for bots. Each state agrees with everything that a seat sees.

Hidden cards are dealt at random to the places where they may lie: deck, discard pile, hands of other players. Only the
view is used: what could be concluded from the play of others is ignored.
"""

from random import Random

from galaxytables.jump.v1 import jump_pb2
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.filters import Icon
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.phases.choosing import EXPLORE_GAIN
from galaxytables_jump.powers import Reach
from galaxytables_jump.state import Action, JumpState, Means, Player, Turn
from galaxytables_kit import Seat, seats_of

_BEGINNINGS = {
    jump_pb2.PHASE_OPENING: "opening/keep",
    jump_pb2.PHASE_CHOOSE: "round/choose",
    jump_pb2.PHASE_FOLLOW: "round/follow",
    jump_pb2.PHASE_HAND_LIMIT: "round/upkeep/hand_limit",
}
"""By phase: where a sampled state continues."""


def beginning(view: jump_pb2.JumpView) -> str:
    """Return the step with which the running phase begins. Raises `ValueError` when the game is over."""
    found = _BEGINNINGS.get(view.phase)
    if found is None:
        raise ValueError(f"nothing is sampled in phase {view.phase}")
    return found


def believe(pack: Pack, view: jump_pb2.JumpView, seat: Seat, random: Random) -> JumpState:
    """Return a random state that agrees with what the seat sees, as of the beginning of the current phase.

    Cards that the seat has set aside are in its hand again. All VP so far are under one source, since views do not show
    where they came from. Views also do not show how a world was placed, or how many cards an exploration drew. So every
    world that the empire is strong enough to conquer counts as conquered, and the deck as large enough for every
    exploration. Raises `ValueError` when the game is over.
    """
    beginning(view)
    teams = [pack.survey_team(each) for each in seats_of(len(view.empires))]
    own = _own(view, teams)
    empires = [[_number(card.id) for card in empire.cards] for empire in view.empires]
    known = {*own, *(number for empire in empires for number in empire)}
    hidden = [number for number in pack.deck if number not in known]
    random.shuffle(hidden)
    players = []
    for empire, cards in zip(view.empires, empires, strict=True):
        hand = own if empire.seat == seat else _take(hidden, empire.hand_size)
        sources = {"developments": empire.vp} if empire.vp else {}
        turn = _turn(pack, cards, Action(empire.action))
        players.append(Player(hand, cards, turn, list(empire.vp_by_round), sources))
    if view.phase == jump_pb2.PHASE_HAND_LIMIT and view.aside.convoy:
        players[seat].turn.convoy = _number(view.aside.convoy)
    discards = _take(hidden, view.discards)
    aside = {_number(card.id) for card in view.aside.placing}
    left = [team for team, empire in zip(teams, view.empires, strict=True) if empire.survey_team or team in aside]
    begun = 0 if view.phase == jump_pb2.PHASE_OPENING else view.round
    return JumpState(players, hidden, discards, left, begun)


def _turn(pack: Pack, empire: Cards, action: Action) -> Turn:
    """Return what everybody saw of a turn, from what lies on the table after it."""
    turn = Turn(action)
    if action is Action.EXPLORE:
        turn.explored = pack.marker_icons + sum(pack.icons[Icon.EXPLORE][card] for card in empire) + EXPLORE_GAIN
    elif action in (Action.SETTLE, Action.DEVELOP_AND_SETTLE) and pack.cards[empire[-1]].is_military:
        *before, world = empire
        conquered = Reach(pack, before).strength_against(world) >= pack.cards[world].cost
        turn.means = Means.CONQUER if conquered else Means.NEGOTIATE
    return turn


def _own(view: jump_pb2.JumpView, teams: Cards) -> Cards:
    """Return the own hand with the cards set aside from it, without the Survey Team, which comes from the table."""
    aside = [_number(card.id) for card in view.aside.placing] + [_number(card.id) for card in view.aside.discarding]
    return [_number(card.id) for card in view.hand] + [number for number in aside if number not in teams]


def _number(shown: str) -> CardNumber:
    return CardNumber(int(shown))


def _take(cards: Cards, count: int) -> Cards:
    taken = cards[:count]
    del cards[:count]
    return taken
