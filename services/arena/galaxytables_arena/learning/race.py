"""Reads the states and options of Race for the Galaxy for self-play."""

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
    """Reads the features of a seat, and the names of options."""

    joint = JOINT

    def looking(self, row_of: RowOf) -> Look:
        """Return a function that computes features as rows of a net."""
        sees = sight.Sight(row_of)

        def look(play: RacePlay, seat: Seat, kind: str) -> Rows:
            return sees.look(play, play.state, seat, kind)

        return look

    def option_name(self, play: RacePlay, prompt: Prompt, pick: Pick) -> str:
        """Return the name by which the net knows an option."""
        return sight.option_name(play, prompt, pick)

    def differs(self, names: Sequence[str]) -> bool:
        """Return whether a set of options with these names has an effect that no other set has."""
        return differs(names)

    def partner(self, name: str) -> Answering | None:
        """Return the bot `heuristic` in a form that answers from the state; None for any other name."""
        return HeuristicPartner(state_player(Values({}, {}))) if name == "heuristic" else None


class HeuristicPartner:
    """The heuristic bot in a form that answers from the state."""

    def __init__(self, player: StatePlayer) -> None:
        self._player, self._random = player, Random()

    def answer(self, play: RacePlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt. The answer is never random."""
        return self._player.answer(play, prompt, self._random)


SIGHT = RaceSight()
