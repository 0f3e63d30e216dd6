"""Begins and ends rounds and their phases, and says when the game ends (R3.1, R11.1, R13.8, R16.5)."""

from galaxytables_race.abilities import TABLEAU_END
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import Pack
from galaxytables_race.goals import check_goals
from galaxytables_race.prestige import ends_by_prestige, plays_prestige, see_who_leads, start_round
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import RoundPhase
from galaxytables_race.table import RacePlay


def begin_round(play: RacePlay) -> None:
    """A round begins, and seats get their rewards for prestige (R3.1, R16.9)."""
    state = play.state
    state.round += 1
    for empire in state.empires:
        empire.actions = []
    play.tell("round_begins", round=state.round)
    if plays_prestige(play):
        start_round(play)
        if state.goals:
            check_goals(play, "round_start")


def begin_phase(play: RacePlay) -> None:
    """An event announces that the phase begins."""
    phase = play.state.phase
    if play.listening and isinstance(phase, RoundPhase):
        play.tell("phase_begins", phase=phase.name)


def end_phase(play: RacePlay) -> None:
    """At the end of a phase, the goals and the prestige leader are checked (R13.8, R16.5)."""
    if play.state.goals:
        look_at_goals(play)
    if plays_prestige(play):
        see_who_leads(play)


def look_at_goals(play: RacePlay) -> None:
    """At the end of a phase, the goals are checked (R13.8)."""
    state, phase = play.state, play.state.phase
    if state.goals and isinstance(phase, RoundPhase):
        check_goals(play, phase.kind)


def game_is_over(play: RacePlay) -> bool:
    """Return whether the game ends with the round that is over."""
    return is_last_round(play.pack, play.state)


def is_last_round(pack: Pack, state: RaceState) -> bool:
    """Return whether a round is the last: by chips, cards, prestige, orb or Xeno (R11.1, R11.2, R20.42, R22.33)."""
    if state.pool <= 0 or ends_by_prestige(state) or (state.invasion is not None and state.invasion.end):
        return True
    if state.orb is not None and not state.orb.deck:
        return True
    full = (empire.tableau for empire in state.empires if len(empire.tableau) >= TABLEAU_END)
    return any(len(cards) >= abilities_of(pack, cards).tableau_end for cards in full)
