"""The archive, for the rest of the lobby: asynchronous, on a few threads, with a database connection for each.

No database call blocks the event loop. Every call raises ARCHIVE_UNAVAILABLE while the database cannot be reached, is
not migrated yet, or is so slow that too many calls wait. Games go on without the archive.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import (
    accounts,
    acts,
    boards,
    games,
    histories,
    merging,
    names,
    people,
    personal_tokens,
    ratings,
    reports,
    seasons,
    settling,
)
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.adapters.archive.migration import migrate
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.accounts import Account, Entered, Entry, Merge, NewWayIn, Proof, WayIn
from galaxytables_lobby.domain.archived import (
    Act,
    ActQuery,
    ArchivedEntry,
    ArchivedGame,
    ArchivedPerson,
    ArchivingOutcome,
    Found,
    HistoryQuery,
    LeaderboardQuery,
    Moment,
    PlayerRating,
    Who,
)
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.reports import Evidence, Report, ReportQuery, ReportState
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import ARCHIVE_READY, ARCHIVE_SECONDS

_log = structlog.get_logger(__name__)

# Calls that wait for a thread or run on one.
MAX_CALLS = 256
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
# The exceptions of a database that is unreachable or in trouble.
_TROUBLE = (SQLAlchemyError, OSError)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Transaction: TypeAlias = Callable[[Engine], AbstractContextManager[Connection]]


class Archive:
    """The archive, as an adapter of the port `Archive`.

    Call `start` before use and `close` after it. Every method may raise ARCHIVE_UNAVAILABLE.
    """

    def __init__(self, url: str, *, threads: int = 4) -> None:
        """`url` names the database. Up to `threads` calls run at the same time. Raises `SettingError`."""
        self._engine = open_engine(read_url(url), connections=threads)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="archive")
        self._calls = 0
        self._ready = False
        self._preparing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Migrate the database; if that fails at first, keep trying in the background."""
        tried = asyncio.Event()
        self._preparing = asyncio.create_task(self._prepare(tried), name="archive")
        await tried.wait()

    async def close(self) -> None:
        """Finish running calls and close all connections."""
        await end_tasks([self._preparing])
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
        self._engine.dispose()

    async def add(self, entries: Sequence[ArchivedEntry]) -> list[ArchivingOutcome]:
        """Archive and rate games in one transaction. Returns what was done with each.

        For a game that is archived already, only its contents are updated.
        """
        return await self._run(writing, games.add, entries)

    async def versions(self, table_ids: Sequence[TableId]) -> dict[str, int]:
        """Return, for each of these tables, the version of it that was archived.

        Tables that are not archived are left out.
        """
        return await self._run(reading, games.versions, table_ids)

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, or None."""
        return await self._run(reading, games.table_of_invitation, code)

    async def moment(self, table_id: TableId) -> Moment | None:
        """Return a table as it was when it was archived, or None if it is not archived."""
        return await self._run(reading, games.moment, table_id)

    async def record(self, table_id: TableId) -> bytes | None:
        """Return a game's serialized record, or None if the game is not archived."""
        return await self._run(reading, games.record, table_id)

    async def summary(self, table_id: TableId) -> ArchivedGame | None:
        """Return an archived game without its record and its table, or None if it is not archived."""
        return await self._run(reading, histories.summary, table_id)

    async def history(self, query: HistoryQuery) -> list[Found]:
        """Return the finished games that match a query, latest first."""
        return await self._run(reading, histories.history, query)

    async def ratings(self, who: Who, *, day: int | None = None) -> list[PlayerRating]:
        """Return a player's ratings, one for each rating pool, with their places on the leaderboards.

        Uncertainty grows from day to day. It is given as of `day` (UTC, counted from the epoch) or, if that is None, as
        of the day of the player's last game.
        """
        return await self._run(reading, boards.of_player, who, day)

    async def leaderboard(self, query: LeaderboardQuery) -> list[PlayerRating]:
        """Return the ratings of the best players of a rating pool, best first."""
        return await self._run(reading, boards.leaderboard, query)

    async def seasons(self) -> list[int]:
        """Return the seasons whose standings are archived, latest first."""
        return await self._run(reading, boards.seasons)

    async def standings(self, who: Who) -> list[tuple[int, PlayerRating]]:
        """Return the ratings that a player had at the end of past seasons, latest season first.

        Each comes with the number of its season.
        """
        return await self._run(reading, boards.standings_of, who)

    async def settle(self, limit: int) -> int:
        """Settle up to `limit` archived games: decide whether each counts, and rate those that do.

        Returns how many were settled.
        """
        return await self._run(writing, settling.settle, limit)

    async def end_season(self, now: int) -> int | None:
        """Archive the final standings of the earliest season that is over and not archived yet.

        Returns that season, or None if there is no such season.
        """
        return await self._run(writing, seasons.end_season, now)

    async def people_called(self, beginning: str, *, limit: int) -> list[Person]:
        """Return up to `limit` players whose names begin with `beginning`, ignoring case, sorted by name."""
        return await self._run(reading, names.beginning_with, beginning, limit=limit)

    async def people_named(self, search: str, *, limit: int) -> list[ArchivedPerson]:
        """Return up to `limit` people whose name in archived games contains `search`, or whose id equals it.

        People with the most games come first.
        """
        return await self._run(reading, people.named, search, limit=limit)

    async def erase(self, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> int:
        """Replace a player by a pseudonym in all archived games; `names` are all names the player has had.

        Returns how many games changed.
        """
        return await self._run(writing, people.erase, player_id, pseudonym, names)

    async def merge(self, guest: PlayerId, account: PlayerId) -> int:
        """Replace a guest by an account in all archived games, and recompute the ratings that this changes.

        Returns how many games were changed.
        """
        return await self._run(writing, merging.merge, guest, account)

    async def account(self, player_id: PlayerId) -> Account | None:
        """Return a player's account, or None for a guest."""
        return await self._run(reading, accounts.account, player_id)

    async def way_in(self, proof: Proof) -> tuple[PlayerId, WayIn] | None:
        """Return the sign-in method that a proof of identity matches, and its player; None if there is none."""
        return await self._run(reading, accounts.way_in, proof)

    async def enter(self, entry: Entry) -> Entered:
        """Sign a player in by a sign-in method. A method that nobody has yet creates an account.

        If the caller is a guest, the guest becomes that account, or begins to be merged into it. Either all of this is
        stored or nothing.
        """
        return await self._run(writing, accounts.enter, entry)

    async def found_account(self, entry: Entry) -> Entered:
        """Create an account for a guest, with its first sign-in method, and begin the merge of the guest into it.

        Raises WAY_IN_TAKEN if any account has the method, and SESSION_ENDED if the guest has an account or was merged
        into one.
        """
        return await self._run(writing, accounts.found_account, entry)

    async def enter_again(self, entry: Entry, way_in: WayIn) -> Entered | None:
        """Sign a player in, as `enter` does, by a method whose details change at each use, such as a passkey's counter.

        `way_in` is the method as it was read, and `entry.shown` has its new details. Returns None, and changes nothing,
        if the method has been changed or removed since it was read.
        """
        return await self._run(writing, accounts.enter_again, entry, way_in)

    async def link(self, player_id: PlayerId, new: NewWayIn, now: int) -> WayIn:
        """Add a sign-in method to an account. Raises WAY_IN_TAKEN, NO_ACCOUNT, TOO_MANY_WAYS_IN."""
        return await self._run(writing, accounts.link, player_id, new, now)

    async def unlink(self, player_id: PlayerId, number: int) -> None:
        """Remove a sign-in method, unless it is the last one. Raises WAY_IN_NOT_FOUND, LAST_WAY_IN."""
        await self._run(writing, accounts.unlink, player_id, number)

    async def rename(self, player_id: PlayerId, name: str, now: int, pause: int) -> str:
        """Give an account another name. That is allowed once in `pause` milliseconds. Returns the old name.

        Raises NO_ACCOUNT, RENAMED_TOO_SOON.
        """
        return await self._run(writing, accounts.rename, player_id, name, now, pause)

    async def forget_account(self, player_id: PlayerId) -> None:
        """Delete a player's account, with its sign-in methods and merges."""
        await self._run(writing, accounts.forget, player_id)

    async def guests_of(self, player_id: PlayerId) -> list[PlayerId]:
        """Return the guests who were merged into an account."""
        return await self._run(reading, accounts.guests_of, player_id)

    async def account_of(self, player_id: PlayerId) -> PlayerId:
        """Return the account into which a guest is or is being merged; for any other player, return `player_id`."""
        return await self._run(reading, accounts.account_of, player_id)

    async def merges(self, *, limit: int) -> list[Merge]:
        """Return up to `limit` merges of guests into accounts that are not done yet, oldest first."""
        return await self._run(reading, accounts.merges, limit)

    async def note_moved(self, number: int, now: int) -> None:
        """Record that a merge has moved all of the guest's data, and the time `now`. A second call changes nothing."""
        await self._run(writing, accounts.note_moved, number, now)

    async def note_merged(self, number: int, now: int) -> None:
        """Record that the merge of a guest into an account is done."""
        await self._run(writing, accounts.note_done, number, now)

    async def add_personal_token(self, token: PersonalToken, digest: bytes, *, now: int, limit: int) -> bool:
        """Store a personal token under the digest of its secret.

        Returns False if its player already has `limit` valid tokens.
        """
        return await self._run(writing, personal_tokens.add, token, digest, now=now, limit=limit)

    async def personal_token(self, digest: bytes) -> PersonalToken | None:
        """Return the personal token whose secret has this digest, or None."""
        return await self._run(reading, personal_tokens.of_digest, digest)

    async def personal_tokens(self, player_id: PlayerId) -> list[PersonalToken]:
        """Return all personal tokens of a player, newest first, including tokens that have ended."""
        return await self._run(reading, personal_tokens.of_player, player_id)

    async def end_personal_token(self, player_id: PlayerId, token_id: str, *, now: int) -> bool:
        """End a player's personal token, unless it has ended already. Returns whether the player has such a token."""
        return await self._run(writing, personal_tokens.end, player_id, token_id, now=now)

    async def use_personal_token(self, token_id: str, used: int) -> None:
        """Record that a personal token was used at the time `used`, in milliseconds since the epoch."""
        await self._run(writing, personal_tokens.use, token_id, used)

    async def rename_personal_tokens(self, player_id: PlayerId, player_name: str) -> None:
        """Change a player's name in all of the player's personal tokens."""
        await self._run(writing, personal_tokens.rename, player_id, player_name)

    async def add_report(self, report: Report, evidence: Evidence | None) -> Report:
        """Store a report with its evidence, and return it.

        For a repeated request, return the report that is stored already. Raises REQUEST_ID_REUSED, REPORTED_ALREADY,
        APPEALED_ALREADY, TOO_MANY_REPORTS.
        """
        return await self._run(writing, reports.add, report, evidence)

    async def reports(self, query: ReportQuery) -> list[Report]:
        """Return the reports that match a query, latest first, without their evidence."""
        return await self._run(reading, reports.found, query)

    async def report(self, report_id: str) -> tuple[Report, Evidence | None]:
        """Return a report with its evidence. Raises REPORT_NOT_FOUND."""
        return await self._run(reading, reports.one, report_id)

    async def forget_evidence(self, *, decided_before: int, limit: int) -> int:
        """Delete the evidence of up to `limit` reports that were decided before a time.

        Returns the number of these reports.
        """
        return await self._run(writing, reports.forget_evidence, decided_before=decided_before, limit=limit)

    async def claim_report(self, report_id: str, moderator: str, *, now: int) -> Report:
        """Assign a report to a moderator, and return it. Raises REPORT_NOT_FOUND, REPORT_CLAIMED, REPORT_CLOSED."""
        return await self._run(writing, reports.claim, report_id, moderator, now=now)

    async def release_report(self, report_id: str, moderator: str) -> Report:
        """Put a report that a moderator has claimed back into the queue, and return it.

        Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
        """
        return await self._run(writing, reports.release, report_id, moderator)

    async def decide_report(
        self, report_id: str, moderator: str, state: ReportState, answer: str, *, now: int
    ) -> Report:
        """Store the moderator's decision about a claimed report: its new state, and an answer to the reporter.

        Returns the report. Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
        """
        return await self._run(writing, reports.decide, report_id, moderator, state, answer, now=now)

    async def void_game(self, table_id: TableId) -> None:
        """Void a game's rating, so that the game no longer counts, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """
        await self._run(writing, ratings.void, table_id)

    async def restore_game(self, table_id: TableId) -> None:
        """Restore a game's voided rating, so that the game counts again, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """
        await self._run(writing, ratings.restore, table_id)

    async def count_pending_reports(self) -> dict[ReportState, tuple[int, int]]:
        """Return, for each state that is not final, the number of reports, and when the oldest was made (0: none)."""
        return await self._run(reading, reports.count_pending)

    async def begin_act(self, act: Act) -> Act:
        """Log that an operator is about to change something. Returns the log entry.

        For a repeated request, returns the entry of the first one.
        """
        return await self._run(writing, acts.begin, act)

    async def end_act(self, number: int, outcome: str, answer: bytes | None) -> None:
        """Log how an operator's act ended, and the answer to give if its request is repeated."""
        await self._run(writing, acts.end, number, outcome, answer)

    async def acts(self, query: ActQuery) -> list[Act]:
        """Return the acts of operators that match a query, latest first."""
        return await self._run(reading, acts.found, query)

    async def _prepare(self, tried: asyncio.Event) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                before, after = await asyncio.get_running_loop().run_in_executor(self._threads, migrate, self._engine)
            except Exception as error:  # noqa: BLE001  # whatever the error, games go on without the archive
                _log.warning("waiting_for_archive", error=type(error).__name__)
                tried.set()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                if before != after:
                    _log.info("archive_migrated", before=before, after=after)
                self._ready = True
                ARCHIVE_READY.set(1)
                tried.set()
                return

    async def _run(
        self,
        transaction: Transaction,
        work: Callable[Concatenate[Connection, Given], Answer],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Answer:
        """Do some work in a transaction, on one of the threads. Returns what the work returns."""
        if not self._ready or self._calls >= MAX_CALLS:
            raise errors.archive_unavailable()

        def run() -> Answer:
            with transaction(self._engine) as connection:
                return work(connection, *given, **named)

        self._calls += 1
        try:
            with ARCHIVE_SECONDS.labels(work.__name__).time():
                return await asyncio.get_running_loop().run_in_executor(self._threads, run)
        except _TROUBLE as error:
            # The error's text may contain names or the database's address.
            _log.warning("archive_unavailable", call=work.__name__, error=type(error).__name__)
            raise errors.archive_unavailable() from None
        finally:
            self._calls -= 1
