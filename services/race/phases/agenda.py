"""Actions, and the phases of the round that they bring about (R3)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from services.race.abilities import HAND_LIMIT, TABLEAU_END, abilities_of
from services.race.cards import Card
from services.race.goals import check_goals
from services.race.prestige import (
    BOOSTED_DISCOUNT,
    BOOSTED_MILITARY,
    boosted,
    end_phase,
    ends_by_prestige,
    plays_prestige,
    start_round,
)
from services.race.state import NO_CARD, Empire, RaceState, Step
from services.race.table import RacePlay

EXPLORE_5 = "explore_5_0"
EXPLORE_1_1 = "explore_1_1"
DEVELOP = "develop"
DEVELOP_2 = "develop_2"
SETTLE = "settle"
SETTLE_2 = "settle_2"
TRADE = "consume_trade"
X2 = "consume_x2"
PRODUCE = "produce"
SEARCH = "search"
EXPLORE_ORB = "explore_orb"
PRODUCE_REPAIR = "produce_repair"
INVASION = "invasion"

ACTIONS = (EXPLORE_1_1, EXPLORE_5, DEVELOP, SETTLE, TRADE, X2, PRODUCE)
TWO_PLAYER_ACTIONS = (EXPLORE_1_1, EXPLORE_5, DEVELOP, DEVELOP_2, SETTLE, SETTLE_2, TRADE, X2, PRODUCE)
"""Develop and Settle exist twice in the two-player game; no other card can be picked twice (R3.4)."""

DEVELOP_DISCOUNT = 1
"""What the bonus of Develop takes off a price (R6.3)."""

ActionPhase: TypeAlias = Literal["search", "explore", "develop", "settle", "consume", "produce"]
PHASE_OF: Mapping[str, ActionPhase] = {
    EXPLORE_5: "explore",
    EXPLORE_1_1: "explore",
    DEVELOP: "develop",
    DEVELOP_2: "develop",
    SETTLE: "settle",
    SETTLE_2: "settle",
    TRADE: "consume",
    X2: "consume",
    PRODUCE: "produce",
    SEARCH: "search",
    EXPLORE_ORB: "explore",
    PRODUCE_REPAIR: "produce",
}
ACTION_CARDS = tuple(PHASE_OF)
"""Every action card there is."""
_CARDS = {
    "develop": (DEVELOP, DEVELOP_2),
    DEVELOP_2: (DEVELOP, DEVELOP_2),
    "settle": (SETTLE, SETTLE_2),
    SETTLE_2: (SETTLE, SETTLE_2),
}
_ORDER = ("search", "orb", "explore", "develop", DEVELOP_2, "settle", SETTLE_2, "consume", "produce")
PHASES = (*_ORDER, INVASION)
"""Every phase that is told when it begins."""
_FIRST_STEP = {
    "search": Step.SEARCH,
    "orb": Step.ORB_START,
    "explore": Step.EXPLORE_DRAW,
    "develop": Step.DEVELOP_START,
    DEVELOP_2: Step.DEVELOP_START,
    "settle": Step.SETTLE,
    SETTLE_2: Step.SETTLE,
    "consume": Step.TRADE,
    "produce": Step.PRODUCE_GOODS,
    "round_end": Step.ROUND_END,
    INVASION: Step.INVASION,
}


def agenda(state: RaceState, first_invasion: int) -> list[str]:
    """The phases of the round that at least one seat chose, in order, and the round's end (R3.2, R3.5).

    The orb step comes before Explore (R20.8). In the invasion game Settle is held in the first round in any case, and
    from the round `first_invasion` on the invasion comes last (R22.4, R22.5).
    """
    chosen: set[str] = {PHASE_OF[action] for empire in state.empires for action in empire.actions}
    for empire in state.empires:
        for once, twice in ((DEVELOP, DEVELOP_2), (SETTLE, SETTLE_2)):
            if once in empire.actions and twice in empire.actions:
                chosen.add(twice)
    invaded = state.invasion is not None
    if invaded and state.round == 1:
        chosen.add("settle")
    if state.orb is not None and "explore" in chosen:
        chosen.add("orb")
    phases = [*(phase for phase in _ORDER if phase in chosen), "round_end"]
    return [*phases, INVASION] if invaded and state.round >= first_invasion else phases


def has_bonus(state: RaceState, seat: int) -> bool:
    """Whether a seat has the bonus of the running Develop or Settle phase.

    In a second one of a round only who chose the action twice has it (R3.5).
    """
    actions = state.empires[seat].actions
    first, second = _CARDS[state.phase]
    if state.phase == first:
        return first in actions or second in actions
    return first in actions and second in actions


def has_boost(state: RaceState, seat: int) -> bool:
    """Whether the bonus that a seat has in the running Develop or Settle phase is boosted (R16.13).

    Of two such phases in a round it is the one whose card was boosted.
    """
    empire = state.empires[seat]
    if not empire.prestige.boosted or state.phase not in _CARDS:
        return False
    first, second = _CARDS[state.phase]
    if first in empire.actions and second in empire.actions:
        return boosted(empire, state.phase)
    return state.phase == first and boosted(empire, first, second)


def bonus_discount(state: RaceState, seat: int) -> int:
    """What the bonus that a seat has in the running phase takes off a price (R6.3, R16.13)."""
    if state.phase not in _CARDS:
        return 0
    if has_boost(state, seat):
        return BOOSTED_DISCOUNT
    return DEVELOP_DISCOUNT * (state.phase in (DEVELOP, DEVELOP_2) and has_bonus(state, seat))


def bonus_on(state: RaceState, seat: int, card: Card) -> int:
    """What it takes off the price of that card: nothing in a phase in which no such cards are placed."""
    of_develop = state.phase in (DEVELOP, DEVELOP_2)
    return bonus_discount(state, seat) if of_develop == (card.kind == "development") else 0


def next_phase(play: RacePlay) -> None:
    """End the running phase: cards placed in it have their powers from now on; go on to the next."""
    state = play.state
    for empire in state.empires:
        _clear(empire)
    state.takeovers = None
    if state.goals and state.phase:
        check_goals(play, state.phase.removesuffix("_2"))
    if state.phase and plays_prestige(play):
        end_phase(play)
    state.phase = state.agenda.pop(0)
    state.step = _FIRST_STEP[state.phase]
    if state.invasion is not None and state.phase == "produce":
        state.step = Step.WAR_EFFORT
    if state.phase != "round_end":
        _begin_phase(play)
    elif not any(len(empire.hand) > HAND_LIMIT for empire in state.empires):
        end_round(play)


def _begin_phase(play: RacePlay) -> None:
    state = play.state
    play.tell("phase_begins", phase=state.phase)
    if state.phase in (SETTLE, SETTLE_2):
        for seat, empire in enumerate(state.empires):
            if has_boost(state, seat):
                empire.temporary = BOOSTED_MILITARY


def _clear(empire: Empire) -> None:
    """Forget what held for one phase only."""
    if empire.fresh:
        empire.fresh.clear()
    if empire.gone:
        empire.gone.clear()
    if empire.lost:
        empire.lost.clear()
    if empire.extra or empire.temporary or empire.spent:
        empire.extra.clear()
        empire.spent.clear()
        empire.temporary = 0
    empire.conquered = NO_CARD
    empire.for_it = 0
    empire.swapped = NO_CARD


def end_round(play: RacePlay) -> None:
    """Look at the goals of the round's end and go on, to the invasion if it comes."""
    if play.state.goals:
        check_goals(play, "round_end")
    if INVASION in play.state.agenda:
        next_phase(play)
    else:
        next_round(play)


def next_round(play: RacePlay) -> None:
    """Begin a round, or end the game (R3.1, R11.1, R22.33)."""
    state = play.state
    if state.round and _ends(play):
        state.step = Step.OVER
        state.phase = ""
        return
    state.round += 1
    state.step = Step.ACTIONS
    state.phase = ""
    for empire in state.empires:
        empire.actions = []
    play.tell("round_begins", round=state.round)
    if plays_prestige(play):
        start_round(play)
        if state.goals:
            check_goals(play, "round_start")


def _ends(play: RacePlay) -> bool:
    state = play.state
    if state.pool <= 0 or ends_by_prestige(state) or (state.invasion is not None and state.invasion.end):
        return True
    if state.orb is not None and not state.orb.deck:
        return True
    full = (empire.tableau for empire in state.empires if len(empire.tableau) >= TABLEAU_END)
    return any(len(cards) >= abilities_of(play.pack, tuple(cards)).tableau_end for cards in full)
