"""Exports and erases a player's data.

An erasure is stored before anything else is done. Each of its steps may be done twice, so the clock's workers can
continue it if the process that began it stops.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict

import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Account
from galaxytables_lobby.domain.archived import (
    Act,
    ActQuery,
    HistoryQuery,
    PlayerRating,
    Who,
    shown,
    shown_deviation,
)
from galaxytables_lobby.domain.erasure import ErasedPerson, Erasure, new_pseudonym, without
from galaxytables_lobby.domain.notices import CHOSEN
from galaxytables_lobby.domain.people import Person, encode_message
from galaxytables_lobby.domain.ratings import season_number
from galaxytables_lobby.domain.reports import Report, ReportQuery
from galaxytables_lobby.domain.state import EXPORTED, ClosedTable, FinishedTable, OpenTable, Stage, Table, check_uses
from galaxytables_lobby.domain.subscribers import Subscriber
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.names import KeptNames
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from galaxytables_lobby.people.sessions import sessions_of
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.play.tournaments.exporting import exported_tournaments
from galaxytables_lobby.play.tournaments.replacing import erase_in_tournaments
from galaxytables_lobby.ports import Archive, Games, Store
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

RESUMED_MILLISECONDS = 60_000
"""How long after its begin an erasure that is not done is gone on with."""

_AT_ONCE = 100
# How long, and how often, to wait for a table that is being made: longer than a worker's lease.
_OPENING_LOOKS, _OPENING_SECONDS = 75, 0.2


@dataclass(frozen=True)
class Erased:
    """The result of erasing a player: their pseudonym, and how many tables and games were changed."""

    pseudonym: PlayerId
    tables: int
    games: int


class _Seat(TypedDict):
    own: bool
    name: str
    rank: int


class _Game(TypedDict):
    table: TableId
    game: str
    finished: int
    seats: list[_Seat]


class People:
    """Exports and erases all data about a player in store, archive and sanctions; the log of acts is only exported."""

    def __init__(
        self,
        tables: Tables,
        games: Games,
        table_admin: TableAdmin,
        archive: Archive,
        sanctions: Sanctions,
        *,
        relations: Relations,
    ) -> None:
        self._relations = relations
        self._tables = tables
        self._games = games
        self._table_admin = table_admin
        self._archive = archive
        self._sanctions = sanctions
        self._names_kept = KeptNames(tables.store)
        self._resuming = asyncio.Lock()

    async def knows(self, player_id: PlayerId) -> bool:
        """Return whether a player has a session, a personal token, a table or an archived game.

        A real guest may have none of these, only a token that was signed for them.
        """
        store = self._tables.store
        if await store.subscriber(player_id) != Subscriber() or await store.sessions_of(player_id):
            return True
        if await store.newest_of_player(player_id, before=None, limit=1) or await store.tickets_of(player_id):
            return True
        if await self._archive.personal_tokens(player_id):
            return True
        return bool(await self._archive.history(HistoryQuery(player=player_id, asker=player_id, before=None, limit=1)))

    async def export(self, player_id: PlayerId) -> str:
        """Return all data about a player, as JSON."""
        tables = [table async for table in tables_of(self._tables.store, player_id)]
        messages: list[dict[str, object]] = []
        for table in tables:
            said = await self._tables.store.messages(table.id)
            own = [each for each in said if each.player.id == player_id]
            messages += [{"table": table.id, "time": each.time, "text": each.text} for each in own]
        games = await self._archived_games(player_id)
        about = str(Subject.player(player_id))
        account = await self._archive.account(player_id)
        exported: dict[str, object] = {
            "player": player_id,
            "account": None if account is None else _account(account),
            "names": sorted(await self._names(player_id)),
            "tables": [_table(table, player_id) for table in tables],
            "messages": messages,
            "games": games,
            "ratings": [_rating(each) for each in await self._archive.ratings(Who(False, player_id))],
            "standings": [
                {"season": season_number(season), **_rating(each)}
                for season, each in await self._archive.standings(Who(False, player_id))
            ],
            "sanctions": [
                {"kind": each.kind.name.lower(), "reason": each.reason, "since": each.since, "until": each.until}
                for each in await self._sanctions.all()
                if each.subject == about
            ],
            "tickets": [
                {
                    "live": ticket.live,
                    "created": ticket.since,
                    "expires": until,
                    "games": sorted({terms.game for terms in ticket.terms}),
                }
                for ticket, until in await self._tables.store.tickets_of(player_id)
            ],
            "tournaments": await exported_tournaments(self._tables.store, player_id),
            "notifications": _notifications(await self._tables.store.subscriber(player_id)),
            "sessions": [
                {
                    "begun": each.begun,
                    "used": each.used_at,
                    "until": each.until,
                    "name": each.player_name,
                    "device": each.label,
                }
                for each in (await sessions_of(self._tables.store, player_id)).values()
            ],
            "personal_tokens": [
                {
                    "name": each.name,
                    "player_name": each.player_name,
                    "scopes": sorted(scope.name.lower() for scope in each.scopes),
                    "created": each.created,
                    "expires": each.expires,
                    "used": each.used,
                    "ended": each.ended,
                }
                for each in await self._archive.personal_tokens(player_id)
            ],
            "presence_hidden": await self._relations.hides(player_id),
            "relations": [
                {
                    "player": each.other.id,
                    "name": each.other.name,
                    **{kind.value: relation.note or relation.since for kind, relation in each.kinds.items()},
                }
                for each in await self._relations.all_of(player_id)
            ],
            "known_since": await self._tables.store.seen_since(player_id),
            "departures": [
                {"kind": each.kind.value, "time": each.at} for each in await self._tables.store.departures(player_id)
            ],
            # Reports by others would show who made them.
            "reports": [
                {
                    "kind": each.kind.name.lower(),
                    "state": each.state.name.lower(),
                    "made": each.made,
                    "reported": each.reported,
                    "table": each.table_id,
                    "text": each.text,
                    "answer": each.answer,
                }
                for each in await self._reports(player_id)
            ],
            "acts": [
                {"time": each.time, "act": each.act, "reason": each.reason, "outcome": each.outcome}
                for each in await self._acts(about)
            ],
        }
        return json.dumps(exported, ensure_ascii=False, sort_keys=True)

    async def erase(self, player_id: PlayerId, *, operator: str, reason: str) -> Erased:
        """Erase a player, and the guests merged into the player's account.

        The erasure is stored first. If it is interrupted, a worker of the clock continues it.
        """
        people = [
            ErasedPerson(each, new_pseudonym(), frozenset(await self._names(each)))
            for each in (*await self._archive.guests_of(player_id), player_id)
        ]
        begun = Erasure(
            player=player_id, operator=operator, reason=reason, begun=self._tables.now(), people=tuple(people)
        )
        return await self._erase(await self._tables.store.begin_erasure(begun))

    async def resume(self) -> int:
        """Continue erasures that were begun a while ago and are not done. Returns how many were done.

        Does nothing while an earlier call is running.
        """
        if self._resuming.locked():
            return 0
        done = 0
        async with self._resuming:
            try:
                for erasure in await self._tables.store.erasures():
                    if erasure.begun + RESUMED_MILLISECONDS <= self._tables.now():
                        await self._erase(erasure)
                        done += 1
            except GalaxyError as error:
                _log.warning("erasure_delayed", reason=error.reason)
        return done

    async def _erase(self, erasure: Erasure) -> Erased:
        tables = games = 0
        for person in erasure.people:
            changed = await self._erase_one(person, erasure)
            tables, games = tables + changed[0], games + changed[1]
        # Last: until then a player who was interrupted must be able to come back, and ask again.
        await self._archive.forget_account(erasure.player)
        await self._tables.store.end_erasure(erasure.player)
        return Erased(erasure.people[-1].pseudonym, tables, games)

    async def _erase_one(self, person: ErasedPerson, erasure: Erasure) -> tuple[int, int]:
        """Erase one person, as often as it takes. Returns how many tables and games were changed."""
        now = self._tables.now()
        player_id, pseudonym = person.player, person.pseudonym
        about = str(Subject.player(player_id))
        # First, so that nobody joins a table under the name meanwhile.
        await self._sanctions.impose(
            Sanction(kind=Kind.REVOCATION, subject=about, reason=erasure.reason, operator=erasure.operator, since=now)
        )
        changed, store = 0, self._tables.store
        # Before tables are searched: no ticket becomes a table any more.
        await forget_tickets(store, player_id)
        names = person.names | await self._names(player_id)
        async for table_id in self._tables_to_search(player_id):
            if await store.forget_answers(table_id, (player_id, *names)):
                changed += await self._erase_at(table_id, player_id, pseudonym, names)
                # Other requests may have been answered with the name meanwhile.
                await store.forget_answers(table_id, (player_id, *names))
        await erase_in_tournaments(self._tables, player_id, pseudonym)
        # After the store, so that tables archived from now on have no name.
        games = await self._archive.erase(player_id, pseudonym, names)
        for name in names:
            await self._names_kept.release(name)
        await store.forget_subscriber(player_id)
        await store.forget_departures(player_id)
        await store.forget_seen(player_id)
        await self._relations.erase(player_id)
        for kind in (Kind.BAN, Kind.MUTE):
            # Their reasons may name the player, and there is nobody left whom they keep from anything.
            with suppress(errors.NotFoundError):
                await self._sanctions.lift(kind, Subject.player(player_id))
        # Last: by now every lobby knows the revocation, so no session can be refreshed.
        await store.end_sessions(player_id)
        return changed, games

    async def _tables_to_search(self, player_id: PlayerId) -> AsyncIterator[TableId]:
        """Yield every table in the store, the player's own first; a table may still name a player who left it."""
        store, before = self._tables.store, None
        own = {table.id async for table in tables_of(store, player_id)}
        for table_id in own:
            yield table_id
        while found := await store.newest(self._games.names, list(Stage), before=before, limit=_AT_ONCE):
            for _, table_id in found:
                if table_id not in own:
                    yield table_id
            before = found[-1]

    async def _erase_at(
        self, table_id: TableId, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]
    ) -> bool:
        """Remove a player from a table in the store, and their names. Returns whether anything changed."""
        store = self._tables.store
        [table] = await store.load_states([table_id])
        if table is None:
            return False
        if _plays(table, player_id):
            await self._table_admin.remove(table_id, player_id)
            table = (await self._tables.load(table_id)).table
        named = without(table, player_id, pseudonym, names) != table
        if named:
            await self._table_admin.erase(table_id, player_id, pseudonym, names)
        said = await self._forget_messages(table_id, player_id, pseudonym)
        await store.rewrite_past(table_id, lambda past: without(past, player_id, pseudonym, names))
        return said or named

    async def _names(self, player_id: PlayerId) -> set[str]:
        """Return all names that a player has had."""
        store = self._tables.store
        names = {each.player_name for each in (await sessions_of(store, player_id)).values()}
        names.update(each.player_name for each in await self._archive.personal_tokens(player_id))
        async for table in tables_of(store, player_id):
            names.update(_names(table, player_id))
        account = await self._archive.account(player_id)
        if account is not None:
            names.add(account.name)
        for game in await self._archived_games(player_id):
            names.update(seat["name"] for seat in game["seats"] if seat["own"])
        return names - {""}

    async def _forget_messages(self, table_id: TableId, player_id: PlayerId, pseudonym: PlayerId) -> bool:
        store, nobody = self._tables.store, Person(pseudonym, "")
        said = [each for each in await store.messages(table_id) if each.player.id == player_id]
        instead = {encode_message(each): encode_message(replace(each, player=nobody, text="")) for each in said}
        await store.replace_messages(table_id, instead)
        return bool(said)

    async def _archived_games(self, player_id: PlayerId) -> list[_Game]:
        games: list[_Game] = []
        before: tuple[int, int] | None = None
        while True:
            query = HistoryQuery(player=player_id, asker=player_id, before=before, limit=_AT_ONCE)
            found = await self._archive.history(query)
            for _, game in found:
                seats: list[_Seat] = [
                    {"own": seat.who == Who(False, player_id), "name": seat.name, "rank": seat.rank}
                    for seat in game.seats
                ]
                games.append({"table": game.table_id, "game": game.game, "finished": game.finished, "seats": seats})
            if len(found) < _AT_ONCE:
                return games
            before = found[-1].game.finished, found[-1].ordinal

    async def _reports(self, player_id: PlayerId) -> list[Report]:
        reports: list[Report] = []
        before: int | None = None
        while found := await self._archive.reports(
            ReportQuery(reporter=player_id, before_number=before, limit=_AT_ONCE)
        ):
            reports += found
            before = found[-1].number
        return reports

    async def _acts(self, about: str) -> list[Act]:
        acts: list[Act] = []
        before: int | None = None
        while found := await self._archive.acts(ActQuery(subject=about, before_number=before, limit=_AT_ONCE)):
            acts += found
            before = found[-1].number
        return acts


async def forget_tickets(store: Store, player_id: PlayerId) -> None:
    """Cancel all tickets of a player, and delete the records of whom the player was paired with.

    Waits until every ticket that was getting a table at this moment has it, or is cancelled.
    """
    for ticket, _ in await store.tickets_of(player_id):
        await store.cancel_ticket(player_id, ticket.id)
    for _ in range(_OPENING_LOOKS):
        tickets = [ticket for opening in await store.openings() for ticket in opening.tickets]
        mine = [ticket for ticket in tickets if ticket.player.id == player_id]
        if not mine:
            break
        for ticket in mine:
            await store.cancel_ticket(player_id, ticket.id)
        await asyncio.sleep(_OPENING_SECONDS)
    await store.forget_met(player_id)


async def tables_of(store: Store, player_id: PlayerId) -> AsyncIterator[Table]:
    """Yield all tables in the store at which a player sits, or whose host they are."""
    before: tuple[int, TableId] | None = None
    while found := await store.newest_of_player(player_id, before=before, limit=_AT_ONCE):
        for table in await store.load_states([table_id for _, table_id in found]):
            if table is not None:
                yield table
        before = found[-1]


def _rating(rating: PlayerRating) -> dict[str, object]:
    return {
        "game": rating.pool.game,
        "seats": rating.pool.seats,
        "speed": rating.pool.speed,
        "rating": rating.skill.shown_value,
        "mean": shown(rating.skill.mean),
        "deviation": shown_deviation(rating.skill.deviation),
        "games": rating.games,
    }


def _account(account: Account) -> dict[str, object]:
    return {
        "name": account.name,
        "created": account.created,
        "renamed": account.renamed,
        "ways_in": [
            {
                "kind": each.kind.value,
                "issuer": each.issuer,
                "subject": each.subject,
                "label": each.label,
                "added": each.added,
                "used": each.used,
            }
            for each in account.ways_in
        ],
    }


def _notifications(subscriber: Subscriber) -> dict[str, object]:
    """Return how a player is notified, without keys and secrets."""
    preferences = subscriber.preferences
    return {
        "ways": {kind.name.lower(): sorted(way.name.lower() for way in preferences.ways_of(kind)) for kind in CHOSEN},
        "quiet": [preferences.quiet_from, preferences.quiet_to],
        "zone": preferences.zone,
        "digest": preferences.digest_minute if preferences.digest else None,
        "language": preferences.language,
        "email": subscriber.email.address if subscriber.email is not None else None,
        "push": [{"endpoint": each.endpoint, "name": each.name} for each in subscriber.push.values()],
        "webhooks": [{"url": each.url, "name": each.name} for each in subscriber.webhooks.values()],
    }


def _plays(table: Table, player_id: PlayerId) -> bool:
    if isinstance(table, FinishedTable | ClosedTable):
        return False
    return (table.seat_of if isinstance(table, OpenTable) else table.playing_seat)(player_id) is not None


def _names(table: Table, player_id: PlayerId) -> list[str]:
    return [each.name for each in table.people if each.id == player_id]


# What an export has of a table that names the player, by the table's fields.
_EXPORTED: Mapping[str, tuple[str, Callable[[Table, PlayerId], object]]] = {
    "id": ("table", lambda table, _: table.id),
    "name": ("name", lambda table, _: table.name),
    "game": ("game", lambda table, _: table.game),
    "seats": ("seat", lambda table, player_id: table.seat_of(player_id)),
    "host": ("host", lambda table, player_id: table.host.id == player_id),
    "created": ("created", lambda table, _: table.created),
}
check_uses(EXPORTED, _EXPORTED)


def _table(table: Table, player_id: PlayerId) -> dict[str, object]:
    exported = {said: value(table, player_id) for said, value in _EXPORTED.values()}
    return {**exported, "stage": table.stage.name.lower()}
