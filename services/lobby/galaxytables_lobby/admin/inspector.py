"""Finds tables and players for operators, and describes tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import notifications_pb2, players_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.endings import Reason, name_of
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.notices import SHOWN, DeadLetter
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import (
    FinishedTable,
    OpenTable,
    RunningTable,
    Stage,
    StartedTable,
    Table,
    TableSeat,
)
from galaxytables_lobby.domain.timing import left
from galaxytables_lobby.ids import PlayerId, SeatNumber
from galaxytables_lobby.people.sanctions import Sanction, Sanctions, Subject
from galaxytables_lobby.play import listing
from galaxytables_lobby.play.listing import PageStart
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.subscriptions.projection import state_of
from galaxytables_lobby.tables import Tables

# How many tables one search scans at most.
MAX_SCANNED = 20_000
MIN_SEARCH = 2


@dataclass(frozen=True, slots=True)
class Search:
    """The conditions of a search for tables."""

    games: Sequence[str]
    stages: Sequence[Stage]
    text: str = ""
    # Only tables whose deadline was before this time; 0 for all.
    overdue: int = 0

    def fits(self, table: Table) -> bool:
        """Return whether a table meets all conditions of the search."""
        if self.overdue and not 0 < table.deadline < self.overdue:
            return False
        if not self.text:
            return True
        sought = self.text.casefold()
        return (
            sought == table.id
            or sought in table.name.casefold()
            or any(sought == each.id or sought in each.name.casefold() for each in table.people)
        )


class Inspector:
    """Finds and describes tables and players for operators; changes nothing."""

    def __init__(self, tables: Tables, games: Games, archive: Archive, sanctions: Sanctions) -> None:
        self._tables = tables
        self._store = tables.store
        self._games = games
        self._archive = archive
        self._sanctions = sanctions

    async def tables(
        self, search: Search, *, before: PageStart | None, size: int
    ) -> tuple[list[Table], PageStart | None]:
        """Return a page of the tables that a search finds, newest first, and where the next page starts, or None."""
        found: list[Table] = []
        scanned = 0
        async for table in listing.every(self._store, search.games, search.stages, before=before):
            scanned += 1
            if search.fits(table):
                if len(found) == size:
                    return found, (found[-1].created, found[-1].id)
                found.append(table)
            if scanned == MAX_SCANNED:
                return found, (table.created, table.id)
        return found, None

    def admin_table(self, table: Table) -> admin_pb2.AdminTable:
        """Return a table as the protobuf message that operators get in lists."""
        shown = admin_pb2.AdminTable(
            table_id=table.id,
            name=table.name,
            game=table.game,
            state=state_of(table),
            private=table.private,
            host=_player(table.host),
            seats=[_seated(seat) for seat in table.seats],
            created=timestamp(table.created),
            version=table.version,
            stranded=self._games.is_stranded(table),
            players=[_sitting(seat) for seat in table.seats],
        )
        if isinstance(table, StartedTable):
            shown.rules_version = table.rules_version
        if table.deadline:
            shown.deadline.CopyFrom(timestamp(table.deadline))
        return shown

    async def standing(self, table: Table, *, archived: bool) -> list[str]:
        """Return sentences that tell an operator how a table stands: who opened it, and what its game and clock do."""
        now = self._tables.now()
        lines = [f"Opened {_at(table.created)} by {_named(table.host)}; {'private' if table.private else 'public'}."]
        if archived:
            lines.append("It has left the store: nothing changes there any more.")
        match table:
            case OpenTable():
                free = sum(seat.free for seat in table.seats)
                lines.append(f"People sit down: {free} of {len(table.seats)} seats are free.")
            case RunningTable():
                lines += self._of_running(table, now)
            case FinishedTable():
                reason = name_of(Reason(table.end_reason)) if table.end_reason else "unknown"
                lines.append(f"The game was over {_at(table.finished)}: {reason}.")
            case _:
                lines.append("It was closed before a game began.")
        if isinstance(table, OpenTable | RunningTable):
            lines += await self._of_clock(table, now)
        return lines

    def hidden(self, loaded: Loaded) -> admin_pb2.HiddenTable:
        """Return the secrets of a table: its seed, its invitation, and the open prompts of all seats."""
        table = loaded.table
        prompts: Iterable[game_pb2.Prompt] = loaded.standing.prompts if loaded.standing is not None else ()
        return admin_pb2.HiddenTable(
            seed=table.seed,
            invitation=table.invitation,
            prompts=[
                admin_pb2.HiddenPrompt(
                    seat=prompt.seat, id=prompt.id, kind=prompt.kind, options=[option.id for option in prompt.options]
                )
                for prompt in prompts
            ],
        )

    async def players(self, text: str, *, size: int) -> tuple[list[admin_pb2.KnownPlayer], bool]:
        """Return the players whose name contains `text` or whose id equals it, and whether there are more than `size`.

        Players at tables come first.
        """
        found: dict[PlayerId, admin_pb2.KnownPlayer] = {}
        sought = text.casefold()
        search = Search(self._games.names, tuple(Stage), text)
        tables, more = await self.tables(search, before=None, size=10 * size)
        for table in tables:
            for person in table.people:
                if text == person.id or sought in person.name.casefold():
                    known = found.setdefault(person.id, admin_pb2.KnownPlayer(player=_player(person)))
                    if table.id not in known.tables:
                        known.tables.append(table.id)
        for past in await self._archive.people_named(text, limit=size + 1):
            known = found.setdefault(past.id, admin_pb2.KnownPlayer(player=_player(Person(past.id, past.name))))
            known.games = past.games
        sanctions = await self._sanctions.all()
        for player_id, known in found.items():
            about = str(Subject.player(player_id))
            known.sanctions.extend(entry_for(each) for each in sanctions if each.subject == about)
        return list(found.values())[:size], more is not None or len(found) > size

    def _of_running(self, table: RunningTable, now: int) -> list[str]:
        lines = [f"A game by rules version {table.rules_version} is under way; {table.events} events have been shown."]
        if self._games.is_stranded(table):
            lines.append("Nobody serves these rules: it is stranded, and its clocks are stopped.")
        elif not self._games.rules_of(table.game).available:
            lines.append("The rules service is not responding.")
        if table.paused:
            lines.append(f"It is paused since {_at(table.paused)}.")
        lines += [f"Seat {number}, {_of_seat(table, number, seat, now)}." for number, seat in table.numbered]
        if table.proposal is not None:
            waiting = ", ".join(map(str, table.proposal.waiting))
            lines.append(f"Seat {table.proposal.seat} proposes to take back; it waits for seats {waiting}.")
        return lines

    async def _of_clock(self, table: OpenTable | RunningTable, now: int) -> list[str]:
        due, claimed = await self._store.clock_of(table.id)
        lines = []
        if not table.deadline:
            lines.append("The clock has nothing to do here.")
        elif table.deadline >= now:
            lines.append(f"The clock acts {_at(table.deadline)}.")
        else:
            lines.append(f"The clock should have acted {_at(table.deadline)}, {(now - table.deadline) // 1000} s ago.")
        if due != table.deadline:
            lines.append(f"The clock's own list says {_at(due) if due else 'nothing'}: unsticking puts that right.")
        if claimed > now:
            lines.append(f"A clock worker has claimed it until {_at(claimed)}.")
        return lines


def _of_seat(table: RunningTable, number: SeatNumber, seat: TableSeat, now: int) -> str:
    parts = [_seated(seat)]
    if seat.resigned:
        parts.append(f"has left; the bot {seat.bot} plays on" if seat.bot else "has left")
    if number in table.waiting:
        parts.append("has to choose")
    if table.control.ticks:
        how = "running" if seat.clock.started else "standing"
        parts.append(f"{left(seat.clock, now) // 1000} s on the clock, {how}")
    if seat.clock.misses:
        parts.append(f"has let {seat.clock.misses} choices in a row pass")
    if seat.clock.away:
        parts.append(f"on vacation since {_at(seat.clock.away)}")
    return "; ".join(parts)


def entry_for(sanction: Sanction) -> admin_pb2.SanctionEntry:
    """Return a sanction as a protobuf message for operators."""
    entry = admin_pb2.SanctionEntry(
        kind=admin_pb2.SanctionKind.ValueType(sanction.kind),
        subject=sanction.subject,
        reason=sanction.reason,
        operator=sanction.operator,
        since=timestamp(sanction.since),
    )
    if sanction.until:
        entry.until.CopyFrom(timestamp(sanction.until))
    return entry


def dead_letter_for(letter: DeadLetter) -> admin_pb2.DeadLetter:
    """Return a notice that could not be sent as a protobuf message for operators."""
    return admin_pb2.DeadLetter(
        notification_id=letter.notice,
        kind=notifications_pb2.NotificationKind.ValueType(letter.kind if letter.kind in SHOWN else 0),
        way=notifications_pb2.NotificationWay.ValueType(letter.way),
        player_id=letter.player,
        table_id=letter.table,
        outcome=letter.outcome,
        made=timestamp(letter.made),
        given_up=timestamp(letter.given_up),
    )


def _player(person: Person) -> players_pb2.Player:
    return players_pb2.Player(id=person.id, name=person.name)


def _sitting(seat: TableSeat) -> players_pb2.Player:
    return players_pb2.Player(name=seat.bot) if seat.player is None else _player(seat.player)


def _seated(seat: TableSeat) -> str:
    if seat.player is not None:
        return seat.player.name or seat.player.id
    return f"bot {seat.bot}" if seat.bot else ""


def _named(person: Person) -> str:
    return f"{person.name or 'somebody'} ({person.id})"


def _at(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
