"""Advice for Race for the Galaxy: answers are played to the end of the round, and a net says what that is worth."""

from collections.abc import Sequence

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2
from services.bots.advice import TABLES, Advice
from services.bots.halving import Budget
from services.bots.race.levels import Level
from services.bots.race.search import Searcher
from services.bots.strategy import Catalogue, Table

_LEVEL = Level(Budget(answers=5, tables=12))


class RaceAdviser:
    """Looks at what `best` would look at. Where that plays by the heuristic there is an answer alone."""

    bot = "best"

    def advise(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, table: Table
    ) -> Sequence[Advice]:
        """Answers to a prompt, best first."""
        player = _LEVEL.at_table(table)
        if not isinstance(player, Searcher):
            return [Advice(player.choose(prompt, view, catalogue))]
        ranked = player.ranked(prompt, view, catalogue)
        if not ranked:
            return [Advice(player.choose(prompt, view, catalogue))]
        return [Advice(each.answer, {TABLES: each.tables}) for each in ranked]


ADVISER = RaceAdviser()
