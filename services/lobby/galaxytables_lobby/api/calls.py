"""Declares the lobby's calls: for each its request, who may make it, its scope, and the function that does its work.

An entry serves the gRPC method with that request type. A service starts only if each of its methods has one entry.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import grpc
import grpc.aio
import structlog
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.scopes import CallScope, check_scope
from galaxytables_lobby.metrics import STORE_READY
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.new_players import NewPlayers
from galaxytables_lobby.people.notifications import Notifications
from galaxytables_lobby.people.online import OnlinePlayers
from galaxytables_lobby.people.personal_tokens import PersonalTokens, UnreadTokenError
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.reports import Reports
from galaxytables_lobby.people.sessions import Sessions
from galaxytables_lobby.people.sign_in import SignIns
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.people.word_filters import WordFilters
from galaxytables_lobby.play.analyses import Analyses
from galaxytables_lobby.play.challenging import Challenges
from galaxytables_lobby.play.entering import Entering
from galaxytables_lobby.play.free_seats import FreeSeats
from galaxytables_lobby.play.hints import Hints
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.play.opening import Opening
from galaxytables_lobby.play.outages import Outages
from galaxytables_lobby.play.pairing.desk import PairingDesk
from galaxytables_lobby.play.passkeys import PasskeyEntrance
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.platform import PlatformWatching
from galaxytables_lobby.play.records import Records, Verifying
from galaxytables_lobby.play.sandboxes import Sandboxes
from galaxytables_lobby.play.shared_pages import SharedPages
from galaxytables_lobby.play.steps import Play
from galaxytables_lobby.play.tournaments.entering import Entering as TournamentEntering
from galaxytables_lobby.play.tournaments.organising import Organising
from galaxytables_lobby.ports import Archive, Games, Store
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.crowds import Crowds
from galaxytables_lobby.subscriptions.homes import Homes
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatching
from galaxytables_lobby.subscriptions.presence import Presence
from galaxytables_lobby.subscriptions.rooms import RoomWatching
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.subscriptions.table_lists import TableLists
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.tournaments import TournamentWatching
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError, Service, tracing
from galaxytables_serving.rhythm import until_next


@dataclass(frozen=True, kw_only=True)
class Lobby:
    """The parts of one lobby process that the functions of its calls use."""

    access: Access
    quotas: Quotas
    sessions: Sessions
    accounts: Accounts
    sign_ins: SignIns
    # Where players open the page; empty if the operator has not set it.
    page_address: str
    entering: Entering
    people: People
    notifications: Notifications
    # The host's public VAPID key in base64url; empty if it has none.
    push_key: str
    personal_tokens: PersonalTokens
    relations: Relations
    challenges: Challenges
    online: OnlinePlayers
    reports: Reports
    word_filters: WordFilters
    # Where the operator's own code of conduct is; empty if that of the page holds.
    conduct_address: str
    passkeys: PasskeyEntrance
    heartbeat: Heartbeat
    tables: Tables
    games: Games
    archive: Archive
    play: Play
    opening: Opening
    organising: Organising
    tournament_entering: TournamentEntering
    tournament_watching: TournamentWatching
    hints: Hints
    analyses: Analyses
    looking_back: LookingBack
    records: Records
    sandboxes: Sandboxes
    shared_pages: SharedPages
    crowds: Crowds
    free_seats: FreeSeats
    verifying: Verifying
    outages: Outages
    phrasebooks: Phrasebooks
    watching: Watching
    table_lists: TableLists
    rooms: RoomWatching
    own_tables: OwnTablesWatching
    directives: Directives
    new_players: NewPlayers
    platform: PlatformWatching
    presence: Presence
    pairing: PairingDesk
    bots: BotDesk
    homes: Homes


READINESS_SECONDS = 1.0

W = TypeVar("W")  # what the calls of a service work with
C = TypeVar("C")  # who calls
Q = TypeVar("Q", bound=Message)

Permission: TypeAlias = Callable[[Any, Context], C]  # called with the `access` of what the calls work with
"""Returns the caller, or raises why they may not call."""


AnyHandler: TypeAlias = Any  # gRPC's handler of any call: generic in the type stubs only


class World(Protocol):
    """The parts of a process that all calls of a service work with, such as a `Lobby`."""

    @property
    def access(self) -> Any:  # noqa: ANN401  # each service has its own
        """Return the object that authenticates callers."""


@dataclass(frozen=True)
class Call(Generic[W, C, Q]):
    """Declares a gRPC method with one answer: the request's type, who may call it, its scope, and its function."""

    request: type[Q]
    who: Permission[C]
    scope: CallScope
    run: Callable[[W, C, Q], Awaitable[Message]]


@dataclass(frozen=True)
class Stream(Generic[W, C, Q]):
    """Declares a gRPC method that answers with a stream. Its fields are as those of `Call`.

    The function yields messages, or messages that are serialized already.
    """

    request: type[Q]
    who: Permission[C]
    scope: CallScope
    run: Callable[[W, C, Any], AsyncIterator[Any]]  # one request or a stream of them; answers of any kind


@dataclass(frozen=True)
class Command(Generic[Q]):
    """Declares a gRPC method that changes a table. A repeated request with the same id gets the first answer."""

    request: type[Q]
    scope: CallScope
    work: Callable[[Lobby, Asker, Q, IdempotentRequest], Awaitable[Loaded | Answer]]
    fields: Callable[[Asker, Change], Mapping[str, Any]]  # values of any field of a message
    """Returns the fields of the answer."""
    check: Callable[[Q], object] = lambda _: None
    """Raises for a request that is wrong in itself; runs even before a repeat is recognised."""
    name: Callable[[Lobby, Asker, Q], str] = lambda _, caller, __: caller.player.id
    """Returns the owner of the request id."""
    who: Permission[Asker] = Access.caller

    async def run(self, lobby: Lobby, caller: Asker, request: Q) -> Message:
        """Do what the request asks for and return the answer.

        If its request id was used before, return the first answer. Raises the errors of the method's work,
        INVALID_REQUEST_ID, REQUEST_ID_REUSED.
        """
        self.check(request)
        kind, made = answer_of(self.request), list[Message]()

        def respond(change: Change) -> Message:
            made.append(kind(**self.fields(caller, change)))
            return made[-1]

        request_id = getattr(request, "request_id")  # noqa: B009  # any request that changes something
        if request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request_id))
        name = self.name(lobby, caller, request)
        this = idempotent_request(name, request_id, request, respond, tracing.current())
        try:
            result = await self.work(lobby, caller, request, this)
        except errors.UnavailableError:
            raise
        except GalaxyError:
            # It may be refused only because it was done before: a player who has left cannot leave again.
            earlier = await _earlier(lobby, caller, request, this)
            if earlier is None:
                raise
            result = earlier
        return kind.FromString(result.response) if isinstance(result, Answer) else made[-1]


async def _earlier(lobby: Lobby, caller: Asker, request: Message, this: IdempotentRequest) -> Answer | None:
    if not this.content or "table_id" not in request.DESCRIPTOR.fields_by_name:
        return None
    table_id = await lobby.access.named(caller, getattr(request, "table_id"))  # noqa: B009  # as above
    return None if table_id is None else await lobby.tables.answered(table_id, this)


class Row(Protocol):
    """The properties that the declarations of all gRPC methods have: `Call`, `Stream` and `Command`."""

    @property
    def request(self) -> type[Message]:
        """Return the type of the call's request."""

    @property
    def who(self) -> Permission[Any]:  # each has its own
        """Return the function that authenticates the caller, and refuses those who may not make the call."""

    @property
    def scope(self) -> CallScope:
        """Return the scope that a personal token needs for the call."""

    @property
    def run(self) -> Callable[[Any, Any, Any], Any]:  # what it works with, who calls, the request; and answers
        """Return the function that does the call's work."""


def method_of(request: type[Message]) -> MethodDescriptor:
    """Return the service method whose request is of this type."""
    (method,) = (
        method
        for service in request.DESCRIPTOR.file.services_by_name.values()
        for method in service.methods
        if method.input_type is request.DESCRIPTOR
    )
    return cast("MethodDescriptor", method)  # the stubs know it by two names


def answer_of(request: type[Message]) -> type[Message]:
    """Return the message type that answers this type of request."""
    return GetMessageClass(method_of(request).output_type)


def service(descriptor: ServiceDescriptor, world: World, calls: Iterable[Row]) -> Service:
    """Return a gRPC service that answers as `calls` declare. `world` is passed to each call's function.

    Raises `TypeError` unless each method of the service is declared once.
    """
    handlers = {method_of(call.request).name: _handler(call, world) for call in calls}
    differing = handlers.keys() ^ {method.name for method in descriptor.methods}
    if differing:
        raise TypeError(f"{descriptor.full_name} and its calls differ in {', '.join(sorted(differing))}")

    def register(server: grpc.aio.Server) -> None:
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(descriptor.full_name, handlers),))
        server.add_registered_method_handlers(descriptor.full_name, handlers)

    return Service(descriptor, register)


def _handler(call: Row, world: World) -> AnyHandler:
    method, access, who, run = method_of(call.request), world.access, call.who, call.run
    scope = call.scope

    def admitted(context: Context) -> Any:  # noqa: ANN401  # who calls
        caller = who(access, context)
        if isinstance(caller, Asker) and caller.scopes is not None:
            check_scope(scope, caller.scopes)
        return caller

    async def identified(context: Context) -> Any:  # noqa: ANN401  # who calls
        try:
            return admitted(context)
        except UnreadTokenError as unread:
            await access.learn(unread.token, context)
        return admitted(context)

    async def answer(request: Message, context: Context) -> Any:  # noqa: ANN401  # the call's response
        return await run(world, await identified(context), request)

    async def answers(request: object, context: Context) -> AsyncIterator[object]:
        async with aclosing(run(world, await identified(context), request)) as responses:
            async for response in responses:
                yield response

    make = _MAKERS[method.client_streaming, method.server_streaming]
    return make(
        answers if method.server_streaming else answer,
        request_deserializer=call.request.FromString,
        response_serializer=answer_of(call.request).SerializeToString,
    )


_MAKERS: Mapping[tuple[bool, bool], Callable[..., AnyHandler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}


async def readiness_of(store: Store, games: Games | None = None) -> AsyncIterator[bool]:
    """Yield once a second whether this process can work.

    It can if a part of the store responds and, if `games` is given, the rules service of any game.

    The lobby counts as ready as long as something works.
    """
    while True:
        share = await store.share_that_answers()
        STORE_READY.set(share)
        yield share > 0 and (games is None or games.answers)
        await asyncio.sleep(until_next(READINESS_SECONDS))
