"""Counts the tournaments that are not over, for the operators."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments.due import next_step
from galaxytables_lobby.domain.tournaments.state import Attendance, Tournament, TournamentStage
from galaxytables_lobby.play.tournaments.listing import Place
from galaxytables_lobby.ports import TournamentStore

FORMATS = ("arena", "knockout", "league", "round_robin", "swiss")
"""The tags of the formats."""
UNDER_WAY = (TournamentStage.REGISTRATION, TournamentStage.RUNNING)

_PAGE = 100
_HAVE_A_PLACE = (Attendance.REGISTERED, Attendance.PLAYING, Attendance.REPLACED)


class TournamentCounts(NamedTuple):
    """The numbers of tournaments and entrants, and for how many milliseconds a step has been due."""

    tournaments: Counter[tuple[str, TournamentStage]]
    entrants: Counter[str]
    overdue: int


async def count_tournaments(store: TournamentStore, now: int) -> TournamentCounts:
    """Count the tournaments that are not over. Raises STORE_UNAVAILABLE."""
    counts = TournamentCounts(Counter(), Counter(), 0)
    async for each in _under_way(store):
        form = str(each.terms.format.__struct_config__.tag)
        counts.tournaments[form, each.stage] += 1
        counts.entrants[form] += sum(entrant.attendance in _HAVE_A_PLACE for entrant in each.entrants)
        step = next_step(each)
        if step is not None:
            counts = counts._replace(overdue=max(counts.overdue, now - step.at))
    return counts


async def _under_way(store: TournamentStore) -> AsyncIterator[Tournament]:
    before: Place | None = None
    while places := await store.tournaments_at(UNDER_WAY, before=before, limit=_PAGE):
        for each in await store.load_tournaments([tournament_id for _, tournament_id in places]):
            if each is not None:
                yield each
        before = places[-1]
