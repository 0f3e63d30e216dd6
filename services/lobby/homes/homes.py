"""Homes of tables: this lobby serves those that are its own, and asks other lobbies for the rest.

Each lobby says every second in the store that it lives and where others reach it; who lives then decides whose home
each shard of tables is (`rendezvous.py`). A choice is made at the home of its table, which has it in memory; whoever
watches a table is told by its home, and so is whoever follows lists (`visitors.py`, `neighbour.py`). So what a lobby
does grows with its own tables and its own clients, not with choices at other lobbies.

None of that is needed for anything to be right. The version that a commit builds on decides who was first, so a table
may be changed by any process at any time: by the clock, or by a lobby that cannot reach the home, or takes itself for
it. News of that come by the feeds. A lobby reads the feeds of its own shards, and of those whose home does not tell it
of them, for whatever reason: it is yet to be asked, is dead, or does not know that it is the home.
"""

import asyncio
from collections.abc import Awaitable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from services.lobby.commands.actors import Actor
from services.lobby.commands.moves import AcceptedChoice, Choosing, Moves
from services.lobby.deferred import drive
from services.lobby.homes.frames import (
    CHOOSE,
    CHOOSE_TOLD,
    Accepted,
    AnyFrame,
    Bye,
    Changed,
    Choose,
    FollowLists,
    FollowPlayers,
    Greeting,
    Heard,
    Hello,
    Missed,
    Ping,
    Pong,
    Refused,
    Unwatch,
    Welcome,
)
from services.lobby.homes.handshake import ANSWERS, ASKS, PeerKeys, new_challenge
from services.lobby.homes.link import Link
from services.lobby.homes.listeners import Listeners
from services.lobby.homes.neighbour import LostError, Neighbour, Wanted, watch
from services.lobby.homes.packing import unpacked
from services.lobby.homes.rendezvous import homes
from services.lobby.homes.visitors import Visitors
from services.lobby.identity.person import Person
from services.lobby.identity.tokens import Caller
from services.lobby.ids import SHARDS, PlayerId, TableId, new_table_id, shard_of
from services.lobby.metrics import HANDOVERS, HOME_SHARDS, forwarded
from services.lobby.projection.clients_home import HERE, ClientsHome
from services.lobby.repository.requests import IdempotentRequest
from services.lobby.rules import Viewers
from services.lobby.store import Feed, News, Store
from services.lobby.tasks import end_tasks
from services.lobby.watching.bots import BotDesk
from services.lobby.watching.elsewhere import Elsewhere
from services.serving import GalaxyError, tracing
from services.serving.errors import InternalError
from services.serving.settings import Address, PortInUseError
from services.serving.tls import Credentials
from services.serving.tracing import NOT_TRACED

_log = structlog.get_logger(__name__)

ANNOUNCE_SECONDS = 1.0
# A lobby that has not been heard of for so long is gone.
LASTING_MILLISECONDS = 3_000
# A visitor that has left out so many pings is gone.
_SILENT_PINGS = 12
_TRUST_SECONDS = 5.0
_MOST_STRANGERS = 64
# When this lobby stops, others may wait so long for answers before they are left without.
_LAST_SECONDS = 3.0
# A lobby with more tables than so many times its share, and some, opens others where chance has it.
_MOST_OF_SHARE = 1.25
_FEW_TABLES = 16


@dataclass(frozen=True)
class Peers:
    """Where other lobbies reach this one: where it listens, what it announces (empty: the same), and the keys.

    `clients` is where clients reach it and no other lobby; empty where they are not to know. `tells_all` says whether
    it tells all of them where others are, or bots' hosts alone.
    With `tls` all that is said goes over TLS, and both sides show a certificate. Every `ping_seconds` each lobby asks
    all others whether they live.
    """

    listen: Address
    address: str
    keys: PeerKeys
    tls: Credentials | None = None
    ping_seconds: float = 0.5
    clients: str = ""
    tells_all: bool = False


class Homes(Elsewhere):
    """The homes of all tables. `start` before use, `close` after. Without peers every table is at home here."""

    def __init__(
        self,
        peers: Peers | None,
        *,
        store: Store,
        moves: Moves,
        bots: BotDesk,
        visitors: Visitors,
        listeners: Listeners,
    ) -> None:
        """Take the store, what makes choices, the bots that may choose, who asks here, and who is told."""
        self._peers = peers
        self._store = store
        self._moves = moves
        self._bots = bots
        self._visitors = visitors
        self._listeners = listeners
        self._wanted = Wanted({}, set())
        self._feed: Feed | None = None
        # Shards whose feeds are read.
        self._read = frozenset(range(SHARDS))
        self._neighbours: dict[bytes, Neighbour] = {}
        # Among which lobbies the homes of shards were found.
        self._assigned = frozenset[bytes]()
        # The neighbour at which a shard is at home; of those that are at home here nothing.
        self._homes: dict[int, Neighbour] = {}
        # More than their share of all tables are at home here.
        self._laden = False
        self._server: asyncio.Server | None = None
        # Where other lobbies reach this one.
        self.address = ""
        # Links that others opened, with what they have still to prove.
        self._strangers: dict[Link, bytes] = {}
        # No other lobby asks here.
        self._parted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self, feed: Feed) -> None:
        """Listen, say so, and learn who else lives. Raises `PortInUseError`."""
        self._feed = feed
        peers = self._peers
        if peers is None:
            return
        loop = asyncio.get_running_loop()

        def make() -> Link:
            return Link(on_open=self._opened, on_frame=self._take, on_lost=self._lost)

        secure = None if peers.tls is None else peers.tls.of_listener()
        try:
            self._server = await loop.create_server(make, peers.listen.host, peers.listen.port, ssl=secure)
        except OSError as error:
            raise PortInUseError(f"Cannot listen on {peers.listen}; set GALAXY_PEER_LISTEN to another.") from error
        port = self._server.sockets[0].getsockname()[1]
        self.address = peers.address or str(Address(peers.listen.host, port))
        await self._announce()
        self._tasks = [asyncio.create_task(self._announce_forever(), name="announce")]

    async def close(self) -> None:
        """Say that this lobby goes, answer what was asked of it, and ask nobody any more."""
        await end_tasks(self._tasks)
        if self._server is not None:
            self._server.close()
            try:
                await self._store.announce(self.address, lasting=0)
            except GalaxyError:
                _log.info("peers_left_to_find_out")
        for link in self._visitors.links:
            link.send(Bye())
        if self._visitors.links:
            self._parted.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._parted.wait(), _LAST_SECONDS)
        for link in (*self._visitors.links, *self._strangers):
            link.flush()
            link.lose("")
        neighbours, self._neighbours, self._homes = self._neighbours, {}, {}
        for neighbour in neighbours.values():
            await neighbour.close()
        await end_tasks(self._closing)

    def new_table_id(self) -> TableId:
        """An id for a table that is opened here: it is at home here too, where its first player is, or anywhere.

        Anywhere while more than their share of all tables are at home here, or no shard is.
        """
        anywhere = self._laden or len(self._homes) == SHARDS
        while True:
            table_id = new_table_id()
            if anywhere or shard_of(table_id) not in self._homes:
                return table_id

    def weigh(self, tables: Sequence[int]) -> None:
        """Hear how many tables are open or run in each shard."""
        here = sum(count for shard, count in enumerate(tables) if shard not in self._homes)
        share = sum(tables) / (len(self._neighbours) + 1)
        self._laden = here > _MOST_OF_SHARE * share + _FEW_TABLES

    def submit(self, table_id: TableId, choice: Choosing, request: IdempotentRequest) -> Awaitable[AcceptedChoice]:
        """Make a choice at the home of its table. May be driven."""
        neighbour = self._homes.get(shard_of(table_id)) if self._homes else None
        if neighbour is None or not neighbour.answers:
            return self._moves.submit(table_id, choice, request)
        return self._submit_to(neighbour, table_id, choice, request)

    async def _submit_to(
        self, neighbour: Neighbour, table_id: TableId, choice: Choosing, request: IdempotentRequest
    ) -> AcceptedChoice:
        if not request.content:
            # It may have to be asked twice, and must be known again.
            request = replace(request, content=request.identity[:8])
        try:
            accepted = await neighbour.submit(table_id, choice, request)
        except LostError:
            forwarded("lost").inc()
            return await self._moves.submit(table_id, choice, request)
        except GalaxyError:
            forwarded("refused").inc()
            raise
        forwarded("accepted").inc()
        return accepted

    # What is followed here: see `watching.elsewhere.Elsewhere`.

    def home_for_clients(self, table_id: TableId) -> ClientsHome:
        """Where clients reach the home of a table, if it is another lobby that answers."""
        neighbour = self._homes.get(shard_of(table_id))
        if neighbour is None or not neighbour.answers or self._peers is None:
            return HERE
        return ClientsHome(neighbour.clients, self._peers.tells_all)

    def for_gateways(self) -> Sequence[str]:
        """Where each shard is at home, `host:port` for clients; empty where the home does not answer, or does not say.

        None at all where this lobby has no others beside it.
        """
        if self._peers is None:
            return ()
        return [
            self._peers.clients if home is None else home.clients if home.answers else ""
            for home in map(self._homes.get, range(SHARDS))
        ]

    async def watch(self, table_id: TableId) -> None:
        """Somebody watches a table, as the first."""
        self._wanted.tables[table_id] = Viewers()
        neighbour = self._homes.get(shard_of(table_id))
        if neighbour is not None:
            neighbour.say(watch(table_id, Viewers()))
            await neighbour.synced()

    def want(self, table_id: TableId, viewers: Viewers) -> None:
        """These seats' views are wanted with each change of it."""
        if table_id not in self._wanted.tables:
            return
        self._wanted.tables[table_id] = viewers
        neighbour = self._homes.get(shard_of(table_id))
        if neighbour is not None:
            neighbour.say(watch(table_id, viewers))

    def unwatch(self, table_id: TableId) -> None:
        """Nobody watches it any more."""
        if self._wanted.tables.pop(table_id, None) is not None:
            neighbour = self._homes.get(shard_of(table_id))
            if neighbour is not None:
                neighbour.say(Unwatch(table_id))

    async def follow_player(self, player_id: PlayerId) -> None:
        """Somebody follows all tables of a player."""
        self._wanted.players.add(player_id)
        await self._said_to_all(FollowPlayers([player_id], []))

    def unfollow_player(self, player_id: PlayerId) -> None:
        """Nobody does any more."""
        self._wanted.players.discard(player_id)
        for neighbour in self._neighbours.values():
            neighbour.say(FollowPlayers([], [player_id]))

    async def follow_lists(self) -> None:
        """One more follows changes of seats at all tables."""
        self._wanted.lists += 1
        await self._said_to_all(FollowLists(wanted=True))

    def unfollow_lists(self) -> None:
        """One of them does no more."""
        self._wanted.lists -= 1
        if not self._wanted.lists:
            for neighbour in self._neighbours.values():
                neighbour.say(FollowLists(wanted=False))

    async def _said_to_all(self, frame: FollowPlayers | FollowLists) -> None:
        """Come back when all neighbours that can hear have heard."""
        neighbours = list(self._neighbours.values())
        for neighbour in neighbours:
            neighbour.say(frame)
        for neighbour in neighbours:
            await neighbour.synced()

    # What comes from the feeds.

    def heard(self, news: News) -> None:
        """A feed tells of a change by another process."""
        self._visitors.heard(news)

    def missed(self, shards: Collection[int]) -> None:
        """News of some shards may have been missed."""
        self._visitors.missed(shards)

    def followed(self) -> None:
        """Other feeds are followed than before."""
        if self._feed is not None:
            self._visitors.follows(self._feed.followed - self._homes.keys())

    # Who lives, and who is whose home.

    async def _announce_forever(self) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            try:
                await self._announce()
            except GalaxyError as error:
                _log.info("not_announced", reason=error.reason)
            self._lose_silent_visitors()

    def _lose_silent_visitors(self) -> None:
        if self._peers is None:
            return
        silent = asyncio.get_running_loop().time() - _SILENT_PINGS * self._peers.ping_seconds
        for link in self._visitors.links:
            if link.heard < silent:
                link.lose("silent")

    async def _announce(self) -> None:
        """Say that this lobby lives, and learn who else does. Raises STORE_UNAVAILABLE."""
        lobbies = await self._store.announce(self.address, lasting=LASTING_MILLISECONDS)
        for origin in self._neighbours.keys() - lobbies.keys():
            self._part_from(origin)
        for origin in lobbies.keys() - self._neighbours.keys() - {self._store.origin}:
            self._meet(origin, lobbies[origin])
        known = frozenset({*self._neighbours, self._store.origin})
        if known != self._assigned:
            self._assigned = known
            self._assign(known)

    def _meet(self, origin: bytes, address: str) -> None:
        peers = self._peers
        if peers is None:
            return
        try:
            where = Address.parse(address)
        except ValueError:
            _log.warning("peer_without_address", address=address)
            return
        neighbour = Neighbour(
            origin,
            where,
            own=self._store.origin,
            keys=peers.keys,
            tls=peers.tls,
            ping_seconds=peers.ping_seconds,
            wanted=self._wanted,
            on_told=self._told,
            on_covering=self._cover,
        )
        self._neighbours[origin] = neighbour
        neighbour.start()

    def _part_from(self, origin: bytes) -> None:
        neighbour = self._neighbours.pop(origin)
        closing = asyncio.create_task(neighbour.close(), name="neighbour-close")
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def _assign(self, lobbies: Collection[bytes]) -> None:
        """Find out whose home each shard is now."""
        found = homes(lobbies)
        before = self._homes
        self._homes = {
            shard: self._neighbours[origin] for shard, origin in found.items() if origin != self._store.origin
        }
        shards: dict[Neighbour, set[int]] = {neighbour: set() for neighbour in self._neighbours.values()}
        for shard, home in self._homes.items():
            shards[home].add(shard)
        for neighbour, its in shards.items():
            neighbour.is_home_of(frozenset(its))
        HOME_SHARDS.set(SHARDS - len(self._homes))
        HANDOVERS.inc(len(before.keys() - self._homes.keys()))
        if before != self._homes:
            _log.info("homes_assigned", lobbies=len(lobbies), here=SHARDS - len(self._homes))
            self._cover()

    def _cover(self) -> None:
        """Read the feeds of shards that are at home here, and of those of which no home tells."""
        if self._feed is None:
            return
        follow = frozenset(
            shard for shard in range(SHARDS) if shard not in self._homes or shard not in self._homes[shard].covers
        )
        # First those are told who count on it.
        self._visitors.follows(self._feed.followed - self._homes.keys())
        left, self._read = self._read - follow, follow
        self._feed.follow(follow)
        if left:
            # What was written before their homes knew what is wanted here may not have been read yet.
            self._listeners.doubt(left)

    def _told(self, frame: Changed | Heard | Missed) -> None:
        """A neighbour tells of its tables."""
        match frame:
            case Changed():
                self._listeners.changed(unpacked(frame), whole=frame.whole)
            case Heard():
                players = frozenset(frame.players)
                news = News(frame.origin, frame.version, frame.seating, frame.table_id, players)
                self._listeners.hear(news)
            case Missed():
                self._listeners.doubt(frame.shards)

    # What others ask here.

    def _opened(self, link: Link) -> None:
        if len(self._strangers) >= _MOST_STRANGERS:
            link.lose("too many strangers")
            return
        challenge = new_challenge()
        self._strangers[link] = challenge
        link.send(Greeting(self._store.origin, challenge))
        asyncio.get_running_loop().call_later(_TRUST_SECONDS, self._give_up, link)

    def _give_up(self, link: Link) -> None:
        if link in self._strangers:
            link.lose("says nothing")

    def _lost(self, link: Link) -> None:
        self._strangers.pop(link, None)
        self._visitors.go(link)
        if not self._visitors.links:
            self._parted.set()

    def _take(self, link: Link, frame: AnyFrame) -> None:
        match frame:
            case Hello() if link in self._strangers:
                self._let_in(link, frame)
            case _ if not link.trusted:
                link.lose("is a stranger")
            case Choose():
                drive(self._choose(link, frame))
            case Ping():
                link.send(Pong())
            case _:
                self._visitors.take(link, frame)

    def _let_in(self, link: Link, hello: Hello) -> None:
        challenge = self._strangers[link]
        said = hello.origin, self._store.origin, hello.challenge, challenge
        if self._peers is None or not self._peers.keys.proves(hello.proof, hello.key, ASKS, *said):
            _log.warning("peer_refused")
            link.lose("has no key")
            return
        del self._strangers[link]
        link.trusted = True
        link.send(Welcome(self._peers.keys.proof(hello.key, ANSWERS, *said), self._peers.clients))
        self._visitors.come(link)

    async def _choose(self, link: Link, frame: Choose) -> None:
        """Make a choice for a client of another lobby, which has found out who that is."""
        caller = Caller(Person(frame.player_id, frame.player_name), frame.role, frame.expires)
        choice = Choosing(Actor(caller, frame.seat, self._bots), frame.prompt_id, frame.picks)
        tracer = tracing.tracer() if frame.traceparent else None
        span = None if tracer is None else tracer.following(CHOOSE, frame.traceparent, CHOOSE_TOLD)
        request = IdempotentRequest(frame.identity, frame.request_id, frame.content, span=span)
        try:
            with NOT_TRACED if span is None else span:
                done = await self._moves.submit(frame.table_id, choice, request)
            link.send(Accepted(frame.number, choice.game, done.version, done.last_event, done.repeated))
        except GalaxyError as error:
            link.send(_refused(frame.number, choice.game, error))
        except Exception:  # noqa: BLE001  # whoever asked must hear of it
            _log.exception("choice_failed")
            link.send(_refused(frame.number, choice.game, InternalError("The choice failed.")))


def _refused(number: int, game: str, error: GalaxyError) -> Refused:
    metadata = dict(error.metadata)
    return Refused(number, game, error.number, error.reason, error.message, metadata, error.retry_after)
