"""Lists tournaments page by page, the latest start first."""

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from galaxytables_lobby.domain.tournaments.state import Tournament, TournamentStage
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.ports import Store

# How many tournaments are looked at before a page stays incomplete.
_MAX_SCANNED = 200
_MIN_READ = 10

# The position of a page's end: when a tournament starts, and its id.
Place: TypeAlias = tuple[int, TournamentId]


class TournamentQuery(NamedTuple):
    """A query for tournaments: their stages, and a further condition if there is one."""

    stages: Collection[TournamentStage]
    # Only tournaments of this player, the newest first; None: all.
    player_id: PlayerId | None = None
    fulfils: Callable[[Tournament], bool] = lambda _: True


async def page(
    store: Store, query: TournamentQuery, *, before: Place | None, size: int
) -> tuple[list[Tournament], Place | None]:
    """Return one page of tournaments, and where the next page starts.

    `before` is where this page starts; None means at the latest. The second value is None after the last page.
    """
    mine = None if query.player_id is None else await store.tournaments_of(query.player_id)
    found: list[Tournament] = []
    scanned = 0
    while scanned < _MAX_SCANNED:
        limit = max(size + 1 - len(found), _MIN_READ)
        if mine is None:
            places = await store.tournaments_at(query.stages, before=before, limit=limit)
        else:
            places = _after(mine, before, limit)
        for place, tournament in zip(places, await store.load_tournaments([each for _, each in places]), strict=True):
            if tournament is not None and tournament.stage in query.stages and query.fulfils(tournament):
                if len(found) == size:
                    return found, before
                found.append(tournament)
            before = place
        if len(places) < limit:
            return found, None
        scanned += len(places)
    return found, before


def _after(mine: list[TournamentId], before: Place | None, limit: int) -> list[Place]:
    """Return the next ones of a player's tournaments. One that the player has left meanwhile begins anew."""
    first = mine.index(before[1]) + 1 if before is not None and before[1] in mine else 0
    return [(0, each) for each in mine[first : first + limit]]
