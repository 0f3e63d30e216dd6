"""A bot for Beyond the Sun that compares options by their value in victory points, one choice ahead.

It knows the cards from the figures in the catalogue, and the boards from the view. It knows nothing else of the rules.
"""

from collections.abc import Callable, Sequence

from google.protobuf.message import Message

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.beyond.evaluation import Evaluation
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.beyond.weights import USUAL, Weights
from galaxytables_bots.strategy import Catalogue, view_as

_Judge = Callable[[Evaluation, game_pb2.Option], float]

_JUDGES: dict[str, _Judge] = {
    "turn.action": Evaluation.action,
    "turn.power": Evaluation.action,
    "copy.action": Evaluation.action,
    "production.choose": Evaluation.production,
    "trade.deal": Evaluation.trade,
    "achievement.claim": Evaluation.achievement,
    "research.slot": Evaluation.slot,
    "research.type": Evaluation.tech_type,
    "research.card": Evaluation.technology,
    "private.keep": Evaluation.technology,
    "build.place": Evaluation.building_place,
    "build.instead": Evaluation.building_place,
    "upgrade.ship": Evaluation.upgrade,
    "jump.move": Evaluation.move,
    "teleport.move": Evaluation.move,
    "control.disc": Evaluation.disc,
    "colonize.disc": Evaluation.disc,
    "automate.track": Evaluation.disc,
    "control.bonus": Evaluation.control_bonus,
    "colonize.system": Evaluation.system,
    "supply.shift": Evaluation.column,
    "may.do": Evaluation.offer,
    "choose.option": Evaluation.listed,
}
"""How options are valued, by kind of prompt; worthless options are not picked unless one must be."""


class Heuristic:
    """A strategy that picks the option with the highest value."""

    needs_view = True

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights
        self._printed: tuple[Catalogue, Printed] | None = None

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the option with the highest value for this kind of prompt.

        Unknown kinds of prompts, and prompts for several picks, get the default answer.
        """
        judge = _JUDGES.get(prompt.kind)
        if judge is None or prompt.most != 1:
            return list(prompt.default_picks)
        evaluation = Evaluation(view_as(beyond_pb2.BeyondView, view), self._read(catalogue), prompt, self._weights)
        values = [judge(evaluation, option) for option in prompt.options]
        best = max(values)
        if prompt.least == 0 and best <= 0:
            return []
        return [prompt.options[values.index(best)].id]

    def _read(self, catalogue: Catalogue) -> Printed:
        """Return a catalogue's printed facts; the last catalogue is cached."""
        if self._printed is None or self._printed[0] is not catalogue:
            self._printed = catalogue, Printed(catalogue)
        return self._printed[1]


STRATEGY = Heuristic()
