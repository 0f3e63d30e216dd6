"""Race for the Galaxy, as self-play reads it."""

from collections.abc import Sequence
from random import Random

from galaxytables_arena.learning.selfplay import Answering, Look, RowOf, Rows
from galaxytables_bots.race.policy import JOINT, differs
from galaxytables_bots.race.simulation import sight
from galaxytables_bots.race.simulation.player import StatePlayer, state_player
from galaxytables_bots.values import Values
from galaxytables_kit import Pick, Picks, Prompt, Seat
from galaxytables_race.table import RacePlay


class RaceSight:
    """What a seat sees, and what options are called."""

    joint = JOINT

    def looking(self, row_of: RowOf) -> Look:
        """Who looks at games for a net."""
        sees = sight.Sight(row_of)

        def look(play: RacePlay, seat: Seat, kind: str) -> Rows:
            return sees.look(play, play.state, seat, kind)

        return look

    def option_name(self, play: RacePlay, prompt: Prompt, pick: Pick) -> str:
        """What an option is called."""
        return sight.option_name(play, prompt, pick)

    def differs(self, names: Sequence[str]) -> bool:
        """Whether actions are not the same as others."""
        return differs(names)

    def partner(self, name: str) -> Answering | None:
        """The heuristic."""
        return HeuristicPartner(state_player(Values({}, {}))) if name == "heuristic" else None


class HeuristicPartner:
    """The heuristic, answering from the state."""

    def __init__(self, player: StatePlayer) -> None:
        """Take who answers."""
        self._player, self._random = player, Random()

    def answer(self, play: RacePlay, prompt: Prompt) -> Picks:
        """A legal answer; nothing is left to chance."""
        return self._player.answer(play, prompt, self._random)


SIGHT = RaceSight()
