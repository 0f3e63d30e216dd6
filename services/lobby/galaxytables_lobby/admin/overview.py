"""Counts what is under way, for the console's first page."""

from collections import Counter

from async_lru import alru_cache

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.admin.inspector import MAX_SCANNED
from galaxytables_lobby.domain.reports import PENDING as WAITING
from galaxytables_lobby.domain.reports import ReportKind, ReportQuery
from galaxytables_lobby.domain.state import PENDING, Stage
from galaxytables_lobby.people.sanctions import Kind, Sanctions, Subject
from galaxytables_lobby.play import listing
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.tables import Tables

MAX_REPORTS = 1_000
"""How many reports are counted at most."""

KEPT_SECONDS = 5.0
"""For how long operators who look at the same time get the same counts."""


class Overview:
    """Counts for operators what the platform has now, such as tables and players online.

    A count is shared by all operators who ask within `KEPT_SECONDS`.
    """

    def __init__(self, tables: Tables, games: Games, archive: Archive, sanctions: Sanctions) -> None:
        self._tables = tables
        self._games = games
        self._archive = archive
        self._sanctions = sanctions
        self.get = alru_cache(maxsize=1, ttl=KEPT_SECONDS)(self._count)
        """Returns the counts, at most `KEPT_SECONDS` old."""

    async def _count(self) -> admin_pb2.GetOverviewResponse:
        store, now, names = self._tables.store, self._tables.now(), self._games.names
        counts = await store.count_tables(names)
        online, by_game = await store.count_present(names, now=now)
        waiting = await store.waiting_ids(await store.pools(), now=now)
        stranded, overdue = await self._in_trouble(now)
        drained = {each.subject for each in await self._sanctions.all() if each.kind is Kind.DRAIN}
        reports = await self._archive.reports(ReportQuery(states=WAITING, limit=MAX_REPORTS))
        appeals = sum(each.kind is ReportKind.APPEAL for each in reports)
        return admin_pb2.GetOverviewResponse(
            games=[
                admin_pb2.GameOverview(
                    game=name,
                    open=sum(counts[name, Stage.OPEN]),
                    running=sum(counts[name, Stage.RUNNING]),
                    stranded=stranded[name],
                    players=by_game[name],
                    available=self._games.rules_of(name).available,
                    draining=str(Subject.game(name)) in drained,
                )
                for name in names
            ],
            players_online=online,
            tickets_waiting=len({each for ids in waiting for each in ids}),
            reports=len(reports) - appeals,
            appeals=appeals,
            dead_letters=await store.count_dead(),
            overdue_tables=overdue,
            store_share=await store.share_that_answers(),
        )

    async def _in_trouble(self, now: int) -> tuple[Counter[str], int]:
        """Return how many of the latest tables are stranded, by game, and at how many a deadline has passed."""
        stranded, overdue, scanned = Counter[str](), 0, 0
        async for table in listing.every(self._tables.store, self._games.names, PENDING):
            scanned += 1
            stranded[table.game] += self._games.is_stranded(table)
            overdue += 0 < table.deadline < now
            if scanned == MAX_SCANNED:
                break
        return stranded, overdue
