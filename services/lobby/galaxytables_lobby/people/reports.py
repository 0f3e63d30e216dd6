"""Takes reports and appeals, and tells players what was decided about their reports and about themselves.

A report is stored with its evidence in one transaction. The evidence is read from the table at that moment, so nobody
can change it afterwards, and who reports cannot make it up.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import uuid4

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import Act, ActQuery
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.people import ChatMessage, Person
from galaxytables_lobby.domain.player_sanctions import PlayerSanction, sanctions_of
from galaxytables_lobby.domain.reports import (
    NOBODY,
    Evidence,
    Report,
    ReportKind,
    ReportQuery,
    event_window,
    evidence_of,
)
from galaxytables_lobby.domain.requests import IdempotentRequest
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import REPORTS
from galaxytables_lobby.people.sanctions import Subject
from galaxytables_lobby.ports import Archive, KnownTables

_log = structlog.get_logger(__name__)

MAX_LISTED = 100
"""How many reports or sanctions a player is shown at most."""


class Reports:
    """The reports and appeals of players, and the sanctions of players."""

    def __init__(self, tables: KnownTables, archive: Archive, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._tables = tables
        self._archive = archive
        self._clock = clock

    async def report(
        self, reporter: PlayerId, loaded: Loaded, report: Report, request: IdempotentRequest, *, around: int
    ) -> Report:
        """Store a report of a player at a table, with the evidence. `around` is the event to look at; 0 for the last.

        Returns the report as stored, or the earlier one of a repeated request. Raises NOT_REPORTABLE,
        REPORTED_ALREADY, TOO_MANY_REPORTS, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        table = loaded.table
        messages = await self._tables.store.messages(table.id)
        person = _found_at(table, messages, report.reported)
        if person is None or report.reported == reporter:
            raise errors.not_reportable()
        first, last = event_window(table.events, around)
        events = [each for each in await self._tables.events(table, first) if each.number <= last] if last else []
        report = replace(
            report,
            reporter=reporter,
            reported_name=person.name,
            table_id=table.id,
            table_name=table.name,
            version=table.version,
        )
        return await self._add(report, request, evidence_of(table, events, messages))

    async def report_without_table(
        self, reporter: PlayerId, reported: Person, report: Report, request: IdempotentRequest
    ) -> Report:
        """Store a report that is not about a table, and so has no evidence.

        Returns the report as stored, or the earlier one of a repeated request. Raises REPORTED_ALREADY,
        TOO_MANY_REPORTS, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        report = replace(report, reporter=reporter, reported=reported.id, reported_name=reported.name)
        return await self._add(report, request, None)

    async def appeal(self, player: Person, sanction_id: str, text: str, request: IdempotentRequest) -> Report:
        """Store a player's appeal against a sanction.

        Returns it as stored, or the earlier one of a repeated request. Raises SANCTION_NOT_FOUND, NOT_APPEALABLE,
        APPEALED_ALREADY, TOO_MANY_REPORTS, REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        sanction = await self._sanction(player.id, sanction_id)
        if sanction.lifted and sanction.appeal is None:
            raise errors.not_appealable()
        appeal = self.made(ReportKind.APPEAL, text)
        appeal = replace(appeal, reporter=player.id, reported_name=player.name, act=sanction.number)
        return await self._add(appeal, request, None)

    def made(self, kind: ReportKind, text: str, reported: PlayerId = NOBODY) -> Report:
        """Return a new report that is not stored yet."""
        now = int(self._clock() * 1000)
        return Report(report_id=uuid4().hex, kind=kind, made=now, reporter=NOBODY, text=text, reported=reported)

    async def made_by(self, player_id: PlayerId) -> list[Report]:
        """Return a player's own reports and appeals, newest first."""
        return await self._archive.reports(ReportQuery(reporter=player_id, limit=MAX_LISTED))

    async def sanctions(self, player_id: PlayerId) -> list[PlayerSanction]:
        """Return the sanctions of a player, and of the guests merged into the account, newest first."""
        return await sanctions_about(self._archive, player_id, now=int(self._clock() * 1000))

    async def _sanction(self, player_id: PlayerId, sanction_id: str) -> PlayerSanction:
        if re.fullmatch(r"[0-9]{1,18}", sanction_id):
            for sanction in await self.sanctions(player_id):
                if sanction.number == int(sanction_id):
                    return sanction
        raise errors.sanction_not_found(sanction_id)

    async def _add(self, report: Report, request: IdempotentRequest, evidence: Evidence | None) -> Report:
        if request.content:
            report = replace(report, request=request.identity, content=request.content)
        stored = await self._archive.add_report(report, evidence)
        if stored.report_id == report.report_id:
            REPORTS.labels(report.kind.name.lower()).inc()
            _log.info("player_reported", report=stored.report_id, kind=report.kind.name.lower())
        return stored


async def sanctions_about(archive: Archive, player_id: PlayerId, *, now: int) -> list[PlayerSanction]:
    """Return the sanctions of a player and of the guests merged into the account, newest first."""
    people = [player_id, *await archive.guests_of(player_id)]
    acts: list[Act] = []
    for each in people:
        acts += await archive.acts(ActQuery(subject=str(Subject.player(each)), limit=MAX_LISTED))
    appeals = await archive.reports(ReportQuery(reporter=player_id, kind=ReportKind.APPEAL, limit=MAX_LISTED))
    return sanctions_of(acts, appeals, now=now)[:MAX_LISTED]


def _found_at(table: Table, messages: Sequence[ChatMessage], player_id: PlayerId) -> Person | None:
    """Return a person who sits at a table, hosts it, or wrote there."""
    people = (*table.people, *(message.player for message in messages))
    return next((each for each in people if each.id == player_id), None)
