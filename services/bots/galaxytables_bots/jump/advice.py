"""Advice for Jump Drive: each answer is played forward to the end of the game at sampled tables.

The greedy bot plays all seats in these games. `win_percent` is the share of them that the seat won; shared wins count
half.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from google.protobuf.message import Message

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import MAX_ANSWERS, POINTS, TABLES, WIN_PERCENT, Advice
from galaxytables_bots.halving import Budget, ranked_answers
from galaxytables_bots.jump.greedy import Greedy
from galaxytables_bots.jump.simulation.playouts import Playouts, Sample
from galaxytables_bots.jump.simulation.proposals import Plan
from galaxytables_bots.strategy import Catalogue, Table, view_as

_BUDGET = Budget(answers=MAX_ANSWERS, tables=10)
_LIKELIHOOD = 0.5


@dataclass
class _Counted:
    """Playouts that count wins: the result of a game is above 0 if it was won, and 0 if the win was shared."""

    playouts: Playouts
    wins: Counter[int] = field(default_factory=Counter)

    def sample(self, number: int) -> Sample:
        return self.playouts.sample(number)

    def play(self, sample: Sample, answer: tuple[int, Plan]) -> float:
        number, plan = answer
        value = self.playouts.play(sample, plan)
        self.wins[number] += (value > 0) + (value >= 0)
        return value


class JumpAdviser:
    """An adviser that tries the same answers as a bot of the level `best`, by playing them forward.

    If that is impossible, its advice is the greedy bot's answer.
    """

    bot = "best"
    analysed_seats = (2, 3, 4)
    unanalysed_options: Mapping[str, str] = {}

    def __init__(self, budget: Budget = _BUDGET) -> None:
        self._budget = budget
        self._greedy = Greedy()

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,  # noqa: ARG002  # all tables are played alike
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Return the answers that were tried, best first; `chosen` is among them if it is given."""
        try:
            playouts = Playouts(prompt, view_as(jump_pb2.JumpView, view))
        except ValueError:
            return [Advice(self._greedy.choose(prompt, view, catalogue))]
        fitting = [each for each in playouts.answers if prompt.kind in each[1]]
        answers = fitting[: self._budget.answers]
        if not answers:
            return [Advice(self._greedy.choose(prompt, view, catalogue))]
        if chosen is not None and not any(_gives(plan, prompt.kind, chosen) for _, plan in answers):
            # The chosen answer, if it was not considered, is valued as the last one that was.
            other = next((each for each in fitting if _gives(each[1], prompt.kind, chosen)), None)
            answers.append(other or (fitting[-1][0], {prompt.kind: tuple(chosen)}))
        best = answers[0][0]
        weighed = [(_LIKELIHOOD * (value - best), (number, plan)) for number, (value, plan) in enumerate(answers)]
        counted = _Counted(playouts)
        advice: dict[tuple[str, ...], Advice] = {}
        for ranked in ranked_answers(counted, weighed, self._budget):
            number, plan = ranked.answer
            picks = tuple(plan[prompt.kind])
            facts = {POINTS: round(answers[number][0])}
            if ranked.tables:
                facts |= {WIN_PERCENT: round(50 * counted.wins[number] / ranked.tables), TABLES: ranked.tables}
            advice.setdefault(picks, Advice(picks, facts))  # later answers of the plan may differ: the best one counts
        return list(advice.values())


def _gives(plan: Plan, kind: str, chosen: Sequence[str]) -> bool:
    """Return whether a plan answers a question of this kind as chosen."""
    return sorted(plan[kind]) == sorted(chosen)


ADVISER = JumpAdviser()
