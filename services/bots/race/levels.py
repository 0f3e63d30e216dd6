"""How strongly a bot plays Race for the Galaxy: a level plays each table as well as it can there.

Tables of two seats with no more than cards and chips on them are played by a net and by playing forward, and so is the
base game of more seats, by a net of its own; everything else by the heuristic.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2
from services.bots.halving import Budget
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import Searcher, net_of
from services.bots.race.simulation.playouts import can_be_sampled
from services.bots.strategy import Catalogue, Strategy, Table

_NETS = Path(__file__).with_name("nets")
TWO_SEATS, MORE_SEATS = _NETS / "two_seats.npz", _NETS / "more_seats.npz"
_TWO = 2
_BASE = "base"


class Level:
    """Plays forward within a budget where it can, by the heuristic elsewhere."""

    needs_view = True

    def __init__(self, budget: Budget, *, ponders: bool = False) -> None:
        """Take what may be looked at. Who `ponders` takes as long as the host gives it."""
        self._budget = budget
        self._ponders = ponders
        self._elsewhere = Heuristic()

    def at_table(self, table: Table) -> Strategy:
        """Who plays this table."""
        net = _net_for(table)
        if net is None or not can_be_sampled(table.options):
            return self._elsewhere
        return Searcher(net_of(net), self.budget_at(table), table.options)

    def budget_at(self, table: Table) -> Budget:
        """What may be looked at for an answer at this table."""
        return replace(self._budget, seconds=table.patience) if self._ponders else self._budget

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer at a table of which nothing is known."""
        return self._elsewhere.choose(prompt, view, catalogue)


def _net_for(table: Table) -> Path | None:
    """The net that is the better player of a table; None where that is the heuristic."""
    if table.seats == _TWO:
        return TWO_SEATS
    return MORE_SEATS if table.options.get("expansion", _BASE) == _BASE else None
