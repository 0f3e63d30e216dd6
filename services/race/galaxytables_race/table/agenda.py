"""The chosen actions, and the phases of the round that follow from them (R3)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from galaxytables_race.state.phases import RoundPhase
from galaxytables_race.table import RacePlay

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
"""Develop and Settle exist twice in the two-player game; no other card can be chosen twice (R3.4)."""

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
_CARDS = {phase: frozenset(action for action, held in PHASE_OF.items() if held == phase) for phase in PHASE_OF.values()}
ACTION_CARDS = tuple(PHASE_OF)
"""Every action card."""
_ORDER = ("search", "orb", "explore", "develop", DEVELOP_2, "settle", SETTLE_2, "consume", "produce")
PHASES = (*_ORDER, INVASION)
"""Every phase whose beginning is announced."""


def phases_to_come(play: RacePlay) -> list[str]:
    """Return what follows the running phase in this round: phases, the round end and the invasion step (R3.2)."""
    running = play.state.phase
    if not isinstance(running, RoundPhase):
        return []
    whether = {
        "search": search_is_chosen(play),
        "orb": orb_is_explored(play),
        "explore": explore_is_chosen(play),
        "consume": consume_is_chosen(play),
        "produce": produce_is_chosen(play),
        "round_end": True,
        INVASION: xeno_come(play),
    }
    held = {*developments(play), *settlements(play), *(phase for phase, is_held in whether.items() if is_held)}
    phases = (*_ORDER, "round_end", INVASION)
    return [phase for phase in phases[phases.index(running.name) + 1 :] if phase in held]


def search_is_chosen(play: RacePlay) -> bool:
    """Return whether a seat chose Search."""
    return _is_chosen(play, "search")


def explore_is_chosen(play: RacePlay) -> bool:
    """Return whether this round has an Explore phase."""
    return _is_chosen(play, "explore")


def orb_is_explored(play: RacePlay) -> bool:
    """Return whether this round has an orb step, which comes before Explore in the orb game (R20.8)."""
    return play.state.orb is not None and explore_is_chosen(play)


def developments(play: RacePlay) -> list[str]:
    """Return the Develop phases of the round: two if a seat chose it twice (R3.5)."""
    return _times(play, DEVELOP, DEVELOP_2)


def settlements(play: RacePlay) -> list[str]:
    """Return the Settle phases of the round (R3.5, R22.4).

    The first round of the invasion game always has one.
    """
    state = play.state
    return _times(play, SETTLE, SETTLE_2) or ([SETTLE] if state.invasion is not None and state.round == 1 else [])


def consume_is_chosen(play: RacePlay) -> bool:
    """Return whether this round has a Consume phase."""
    return _is_chosen(play, "consume")


def produce_is_chosen(play: RacePlay) -> bool:
    """Return whether this round has a Produce phase."""
    return _is_chosen(play, "produce")


def xeno_come(play: RacePlay) -> bool:
    """Return whether the Xeno invade at the end of this round (R22.5)."""
    return play.state.invasion is not None and play.state.round >= play.pack.invasion.first_round


def _is_chosen(play: RacePlay, phase: ActionPhase) -> bool:
    cards = _CARDS[phase]
    for empire in play.state.empires:  # noqa: SIM110 - faster than a generator
        if not cards.isdisjoint(empire.actions):
            return True
    return False


def _times(play: RacePlay, first: str, second: str) -> list[str]:
    times = 0
    for empire in play.state.empires:
        actions = empire.actions
        times = max(times, (first in actions) + (second in actions))
    return [first, second][:times]
