"""Another lobby, as one that asks it to do what belongs there and to tell of it."""

import asyncio
import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hmac import compare_digest
from itertools import count

import structlog

from services.lobby.commands.moves import AcceptedChoice, Choosing
from services.lobby.deferred import Deferred
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
    Follows,
    Frame,
    Greeting,
    Heard,
    Hello,
    Missed,
    Ping,
    Pong,
    Refused,
    Sync,
    Synced,
    Unwatch,
    Watch,
    Welcome,
)
from services.lobby.homes.handshake import ANSWERS, ASKS, PeerKeys, new_challenge
from services.lobby.homes.link import Link
from services.lobby.ids import PlayerId, TableId, shard_of
from services.lobby.metrics import PEERS
from services.lobby.repository.requests import IdempotentRequest
from services.lobby.rules import Viewers
from services.lobby.tasks import end_tasks
from services.serving import GalaxyError
from services.serving.errors import code_of
from services.serving.running_loop import running_loop
from services.serving.settings import Address
from services.serving.tls import Credentials
from services.serving.tracing import NOT_TRACED

_log = structlog.get_logger(__name__)

# A lobby that lets so many pings pass without a word is taken for dead: what it was asked is done elsewhere.
_SILENT_PINGS = 4
_CONNECT_SECONDS = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0


class LostError(Exception):
    """The other lobby does not answer; what it was asked may have been done or not."""


class RefusedElsewhere(GalaxyError):  # named as the lobby's errors are
    """What the other lobby refused, with its reason."""

    def __init__(self, frame: Refused) -> None:
        super().__init__(frame.message, **frame.metadata)
        self.reason = frame.reason
        self.code = code_of(frame.code)
        self.retry_after = frame.retry_after


@dataclass
class Wanted:
    """What this lobby's clients follow: tables with the views that are wanted, players with readers, lists."""

    tables: dict[TableId, Viewers]
    players: set[PlayerId]
    lists: int = 0


class Neighbour:
    """Asks another lobby. `start` before use, `close` after."""

    def __init__(
        self,
        origin: bytes,
        address: Address,
        *,
        own: bytes,
        keys: PeerKeys,
        tls: Credentials | None,
        ping_seconds: float,
        wanted: Wanted,
        on_told: Callable[[Changed | Heard | Missed], None],
        on_covering: Callable[[], None],
    ) -> None:
        """Take its name and address, the own name, the keys, TLS if any, what is wanted of it, and whom to tell.

        Every `ping_seconds` it is asked whether it lives.

        `on_covering` hears when what it `covers` has changed.
        """
        self.origin = origin
        self.clients = ""
        """Where clients reach it; empty where it has not said so."""
        self._address = address
        self._own, self._keys, self._wanted = own, keys, wanted
        self._tls = tls
        self._ping_seconds = ping_seconds
        self._on_told, self._on_covering = on_told, on_covering
        self._link: Link | None = None
        self._challenge = b""
        self._expected = b""
        self._leaving = False
        self._trusted: asyncio.Future[None] = running_loop().create_future()
        self._lost = asyncio.Event()
        self._numbers = count(1)
        self._choices: dict[int, tuple[Deferred[AcceptedChoice], Choosing]] = {}
        self._syncs: dict[int, Deferred[bool]] = {}
        # Shards whose home it is, those of them of which it knows what is wanted, and those that it follows.
        self._shards: frozenset[int] = frozenset()
        self._known: frozenset[int] = frozenset()
        self._follows: frozenset[int] = frozenset()
        self.covers: frozenset[int] = frozenset()
        """Shards of which it tells all that is wanted."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def answers(self) -> bool:
        """Whether it can be asked now."""
        return self._link is not None and not self._leaving

    def start(self) -> None:
        """Begin to connect."""
        self._tasks = [
            asyncio.create_task(self._connect_forever(), name="neighbour"),
            asyncio.create_task(self._ping_forever(), name="neighbour-ping"),
        ]

    async def close(self) -> None:
        """Ask no more."""
        if self._link is not None:
            self._link.lose("")
        await end_tasks(self._tasks)

    async def submit(self, table_id: TableId, choice: Choosing, request: IdempotentRequest) -> AcceptedChoice:
        """Have a choice made there. Raises what is refused, and `LostError`. May be driven."""
        link, number, caller = self._link, next(self._numbers), choice.actor.caller
        if link is None:
            raise LostError
        answer: Deferred[AcceptedChoice] = Deferred()
        self._choices[number] = answer, choice
        span = None if request.span is None else request.span.child(CHOOSE, CHOOSE_TOLD)
        link.send(
            Choose(
                number,
                table_id,
                choice.prompt_id,
                list(choice.picks),
                choice.actor.named,
                caller.player.id,
                caller.player.name,
                caller.role,
                caller.expires,
                request.identity,
                request.request_id,
                request.content,
                "" if span is None else span.traceparent,
            )
        )
        with NOT_TRACED if span is None else span:
            return await answer

    def is_home_of(self, shards: frozenset[int]) -> None:
        """It is the home of these shards from now on, and of no others."""
        if shards == self._shards:
            return
        left, come = self._shards - shards, shards - self._shards
        self._shards = shards
        self._known &= shards
        self.covers &= shards
        for table_id in self._tables_in(left):
            self.say(Unwatch(table_id))
        self._make_known(come)

    def say(self, frame: Frame) -> None:
        """Say something, if it can be heard; else it is said when it can."""
        if self._link is not None:
            self._link.send(frame)

    async def synced(self) -> None:
        """Come back when it has heard all that was said, or cannot be asked any more."""
        if self._link is not None:
            await self._sync()

    def _sync(self) -> Deferred[bool]:
        number = next(self._numbers)
        answer: Deferred[bool] = Deferred()
        self._syncs[number] = answer
        self.say(Sync(number))
        return answer

    def _tables_in(self, shards: Collection[int]) -> list[TableId]:
        return [table_id for table_id in self._wanted.tables if shard_of(table_id) in shards]

    def _make_known(self, shards: frozenset[int]) -> None:
        """Say what is wanted of some shards; once that was heard, they are covered."""
        if self._link is None or not shards:
            return
        for table_id in self._tables_in(shards):
            self.say(watch(table_id, self._wanted.tables[table_id]))
        heard = self._sync()

        def known() -> None:
            if heard.result():
                self._known |= shards & self._shards
                self._count_covered()

        heard.then(known)

    def _count_covered(self) -> None:
        """Say so if it tells of other shards now. With many lobbies most of what it follows is nothing to this one."""
        covers = self._known & self._follows if self.answers else frozenset[int]()
        if covers != self.covers:
            self.covers = covers
            self._on_covering()

    async def _connect_forever(self) -> None:
        pause = _FIRST_PAUSE
        while not self._leaving:
            self._lost.clear()
            link = None
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    self._challenge = b""
                    self._trusted = running_loop().create_future()
                    link = await self._connect()
                    await self._trusted
                pause = _FIRST_PAUSE
                self._begin(link)
                await self._lost.wait()
            except (OSError, TimeoutError) as error:
                _log.debug("peer_not_reached", address=str(self._address), error=type(error).__name__)
            finally:
                if link is not None:
                    link.lose("")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _connect(self) -> Link:
        def make() -> Link:
            return Link(on_open=lambda _: None, on_frame=self._take, on_lost=self._end)

        host, port, tls = self._address.host, self._address.port, self._tls
        loop = running_loop()
        if tls is None:
            _, link = await loop.create_connection(make, host, port)
        else:
            _, link = await loop.create_connection(
                make, host, port, ssl=tls.now().client, server_hostname=tls.name or host
            )
        return link

    def _begin(self, link: Link) -> None:
        """It is the one that was looked for: say all that is wanted."""
        if link.lost:
            return
        self._link = link
        PEERS.inc()
        self.say(FollowPlayers(sorted(self._wanted.players), []))
        self.say(FollowLists(self._wanted.lists > 0))
        self._make_known(self._shards)

    def _end(self, link: Link) -> None:
        """The link is lost, and with it all answers; what was wanted has to be found out in other ways."""
        self._lost.set()
        if not self._trusted.done():
            self._trusted.set_exception(ConnectionError("lost"))
        if link is not self._link:
            return
        self._link = None
        PEERS.dec()
        self._known = self._follows = frozenset()
        choices, syncs = list(self._choices.values()), list(self._syncs.values())
        self._choices.clear()
        self._syncs.clear()
        for answer, _ in choices:
            answer.fail(LostError())
        for heard in syncs:
            heard.succeed(False)
        self._count_covered()

    async def _ping_forever(self) -> None:
        """Ask whether it lives, and give it up where it does not; not for silence while this process itself slept."""
        loop = running_loop()
        asked = loop.time()
        while True:
            await asyncio.sleep(self._ping_seconds)
            now = loop.time()
            awake = now - asked < 2 * self._ping_seconds
            asked = now
            if self._link is None:
                continue
            if awake and now - self._link.heard > _SILENT_PINGS * self._ping_seconds:
                self._link.lose("silent")
            else:
                self._link.send(Ping())

    def _take(self, link: Link, frame: AnyFrame) -> None:
        if not link.trusted:
            self._greet(link, frame)
            return
        match frame:
            case Accepted():
                answer, choice = self._choices.pop(frame.number)
                choice.game = frame.game
                answer.succeed(AcceptedChoice(frame.version, frame.last_event, frame.repeated))
                self._leave()
            case Refused():
                answer, choice = self._choices.pop(frame.number)
                choice.game = frame.game
                answer.fail(RefusedElsewhere(frame))
                self._leave()
            case Synced():
                self._syncs.pop(frame.number).succeed(True)
            case Follows():
                self._follows = frozenset(frame.shards)
                self._count_covered()
            case Bye():
                self._leaving = True
                self._count_covered()
                self._leave()
            case Pong():
                pass
            case Changed() | Heard() | Missed():
                self._on_told(frame)
            case _:
                link.lose("says what nobody asked for")

    def _leave(self) -> None:
        """Let a lobby that stops go once it has answered everything."""
        if self._leaving and not self._choices and self._link is not None:
            self._link.lose("")

    def _greet(self, link: Link, frame: AnyFrame) -> None:
        keys, name = self._keys, self._keys.own
        match frame:
            case Greeting() if frame.origin == self.origin and not self._challenge:
                self._challenge = new_challenge()
                said = self._own, self.origin, self._challenge, frame.challenge
                self._expected = keys.proof(name, ANSWERS, *said)
                link.send(Hello(self._own, name, self._challenge, keys.proof(name, ASKS, *said)))
            case Welcome() if self._challenge and compare_digest(frame.proof, self._expected):
                link.trusted = True
                self.clients = frame.clients
                # The time to wait for it may have run out in this moment; then the link is given up.
                if not self._trusted.done():
                    self._trusted.set_result(None)
            case _:
                link.lose("is another lobby")


def watch(table_id: TableId, wanted: Viewers) -> Watch:
    """That watchers of a table want these views."""
    return Watch(table_id, list(wanted.always), [seat for seat in wanted.if_asked if seat is not None])
