"""Ties for Most goals as the engine scores them: by what all had at the last check, not at the end (R13.7)."""

from services.race.goals import FIRST_VP, MOST_TIE_VP, MOST_VP, NOBODY, held_goals, value
from services.race.table import RacePlay


class LastChecks:
    """What all had of each Most goal when it was last looked at; between checks a holder may only have less."""

    def __init__(self) -> None:
        self._values: dict[str, list[int]] = {}
        self._holders: dict[str, int] = {}

    def look(self, play: RacePlay, phase: str) -> None:
        """Note what all have after a phase."""
        for name in play.state.goals:
            goal = play.pack.goals[name]
            if goal.type != "most":
                continue
            values = [value(play, empire, goal) for empire in play.state.empires]
            before = self._holders.get(name, NOBODY)
            holder = self._holders[name] = play.state.most_goals.get(name, NOBODY)
            if phase.removesuffix("_2") in goal.checked or before not in (NOBODY, holder):
                self._values[name] = values
            elif holder != NOBODY:
                known = self._values[name]
                known[holder] = min(known[holder], values[holder])

    def points(self, play: RacePlay, seat: int) -> int:
        """What the engine gives a seat for goals."""
        state, goals = play.state, play.pack.goals
        held = held_goals(state, seat)
        tiles = sum(MOST_VP if goals[name].type == "most" else FIRST_VP for name in held)
        tied = [name for name, values in self._values.items() if values[seat] == max(values) >= goals[name].minimum]
        return tiles + MOST_TIE_VP * len(set(tied) - set(held))
