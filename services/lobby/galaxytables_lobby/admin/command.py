"""The command line: its arguments, the calls that it makes, and its output.

An act that gets no answer is sent again with its request id, so it takes effect once. If that fails too, the command
prints the id. Run it again with that id.
"""

import asyncio
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias
from uuid import uuid4

import grpc
import grpc.aio
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.admin.printing import printed
from galaxytables_lobby.admin.settings import AdminSettings, OperatorSettings
from galaxytables_lobby.settings import Settings
from galaxytables_serving import open_channel
from galaxytables_serving.command_line import GRPC_SETTINGS, command_line

PROGRAM = "python -m galaxytables_lobby.admin"
CALL_SECONDS = 60.0
# An act without an answer is sent again after each of these pauses, in seconds.
PAUSES = (0.5, 1.0, 2.0)
_UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)

How: TypeAlias = Mapping[str, Any]  # keyword arguments of any type
"""Credentials and deadline of a call."""

Call: TypeAlias = Callable[["admin_pb2_grpc.AdminServiceAsyncStub", Namespace, How], Awaitable[Message]]
"""Makes a call from the arguments of the command line."""

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_STATES = {name.removeprefix("TABLE_STATE_").lower(): value for name, value in tables_pb2.TableState.items() if value}
_KINDS = {name.removeprefix("SANCTION_KIND_").lower(): value for name, value in admin_pb2.SanctionKind.items() if value}


def lasting(text: str) -> Duration:
    """Parse a duration such as `90s`, `30m`, `12h` or `7d`."""
    match = re.fullmatch(r"([0-9]{1,6})([smhd])", text)
    if match is None or not int(match[1]):
        raise ArgumentTypeError(f"{text!r} is no duration like 90s, 30m, 12h, 7d")
    return Duration(seconds=int(match[1]) * _UNITS[match[2]])


def subject(text: str, kind: str = "") -> str:
    """Return the subject for a game if `kind` is `drain`, else for a player's id, an address or a network.

    Ids contain no dots or colons.
    """
    if text.partition(":")[0] in {"player", "address", "game"}:
        return text
    if kind == "drain":
        return f"game:{text}"
    return f"address:{text}" if re.search(r"[.:/]", text) else f"player:{text}"


async def run(settings: OperatorSettings, given: Namespace) -> list[str]:
    """Make the call and return the lines to print. Raises `AioRpcError`."""
    async with open_channel(settings.server, tls=settings.for_calls) as channel:
        stub: admin_pb2_grpc.AdminServiceAsyncStub = admin_pb2_grpc.AdminServiceStub(channel)
        call = _CALLS[given.command]
        metadata = (("authorization", f"Bearer {settings.secret}"),)
        pauses = PAUSES if given.command in _ONCE else ()
        answer = await _answered(lambda: call(stub, given, {"metadata": metadata, "timeout": CALL_SECONDS}), pauses)
    if isinstance(answer, admin_pb2.ExportPlayerResponse):
        return [answer.json]
    if given.json:
        return [MessageToJson(answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)]
    return list(printed(answer))


async def _answered(call: Callable[[], Awaitable[Message]], pauses: tuple[float, ...]) -> Message:
    """Return the answer to a call, retried after each pause while nobody answers. Raises `AioRpcError`."""
    for pause in pauses:
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() not in _UNANSWERED:
                raise
        await asyncio.sleep(pause)
    return await call()


def again(given: Namespace, error: grpc.aio.AioRpcError) -> str:
    """Return how to send an act again that got no answer; empty for all other errors."""
    if given.command not in _ONCE or error.code() not in _UNANSWERED:
        return ""
    return f" It may have been done. To ask for the same again: --request-id {given.request_id}"


def command_parser(program: str = PROGRAM) -> ArgumentParser:
    """Return the parser of the command line; `program` is how a person calls it."""
    parser = command_line(
        "galaxytables_lobby.admin",
        "Operates the platform by hand. Every act wants a reason and is logged.",
        OperatorSettings,
        AdminSettings,
        Settings,
        *GRPC_SETTINGS,
    )
    parser.prog = program
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (text, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        add(command)
        if name in _REASONED:
            command.add_argument("--reason", required=True, help="why; it stands in the log")
        if name in _ONCE:
            command.add_argument(
                "--request-id", default=uuid4().hex, metavar="ID", help="of an act that nobody answered: done once"
            )
    return parser


def _pages(command: ArgumentParser) -> None:
    command.add_argument("--page", default="", metavar="TOKEN", help="go on after the last page")
    command.add_argument("--size", type=int, default=50, help="how many, 200 at most")


def _tables(command: ArgumentParser) -> None:
    command.add_argument("search", nargs="?", default="", help="part of a name, or an id, of table or player")
    command.add_argument("--game", default="")
    command.add_argument(
        "--state", action="append", choices=list(_STATES), default=[], help="open and running if unset: may be repeated"
    )
    command.add_argument("--overdue", action="store_true", help="only where the clock should have acted")
    _pages(command)


def _table(command: ArgumentParser) -> None:
    command.add_argument("table", help="the id of a table")


def _inspect(command: ArgumentParser) -> None:
    _table(command)
    command.add_argument("--hidden", action="store_true", help="what only seats may see, too: an act, wants a reason")
    command.add_argument("--reason", default="", help="why; wanted with --hidden")


def _close(command: ArgumentParser) -> None:
    _table(command)
    command.add_argument("--without-rules", action="store_true", help="though no rules service answers: no points")


def _extend(command: ArgumentParser) -> None:
    _table(command)
    command.add_argument("more", type=lasting, help="like 90s, 30m, 12h, 7d")
    command.add_argument("--seat", type=int, help="the seat's alone; all if unset")


def _remove(command: ArgumentParser) -> None:
    _table(command)
    _player(command)


def _player(command: ArgumentParser) -> None:
    command.add_argument("player", help="the id of a player")


def _players(command: ArgumentParser) -> None:
    command.add_argument("search", help="part of a name, or an id")
    command.add_argument("--size", type=int, default=50, help="how many, 200 at most")


def _sanction(command: ArgumentParser) -> None:
    command.add_argument("subject", type=subject, help="a player's id; for bans also an address or a network")
    command.add_argument("--for", dest="lasting", type=lasting, help="like 12h, 7d; for good if unset")


def _lift(command: ArgumentParser) -> None:
    command.add_argument("kind", choices=list(_KINDS))
    command.add_argument("subject", help="as `sanctions` names it, or as the sanction was imposed")


def _drain(command: ArgumentParser) -> None:
    command.add_argument("game")


def _acts(command: ArgumentParser) -> None:
    command.add_argument("--operator", default="")
    command.add_argument("--act", default="")
    command.add_argument("--subject", default="", help="like table:<id>, player:<id>")
    _pages(command)


def _nothing(command: ArgumentParser) -> None:
    del command


_COMMANDS: Mapping[str, tuple[str, Callable[[ArgumentParser], None]]] = {
    "serve": ("serve AdminService", _nothing),
    "tables": ("list and search tables", _tables),
    "table": ("show where a table stands", _inspect),
    "players": ("find players", _players),
    "close": ("end a table for good", _close),
    "unstick": ("have the clock look at a table anew", _table),
    "extend": ("give players of a running game more time", _extend),
    "remove": ("send a player away from a table", _remove),
    "ban": ("keep a player or an address away", _sanction),
    "mute": ("keep a player from writing messages", _sanction),
    "revoke": ("make all tokens of a player worthless", _player),
    "drain": ("open no more tables of a game", _drain),
    "lift": ("take a ban, mute, revocation or drain back", _lift),
    "sanctions": ("list all that holds", _nothing),
    "export": ("print all that is known of a player, as JSON", _player),
    "erase": ("erase a player; cannot be undone", _player),
    "acts": ("list what operators have done, latest first", _acts),
}
# Commands that change something carry a request id.
_ONCE = {"close", "unstick", "extend", "remove", "ban", "mute", "revoke", "drain", "lift", "erase"}
_REASONED = _ONCE | {"export"}


def _sanctioning(kind: admin_pb2.SanctionKind.ValueType) -> Call:
    return lambda stub, given, how: stub.Sanction(
        admin_pb2.SanctionRequest(
            kind=kind, subject=given.subject, reason=given.reason, lasting=given.lasting, request_id=given.request_id
        ),
        **how,
    )


_CALLS: Mapping[str, Call] = {
    "tables": lambda stub, given, how: stub.ListTables(
        admin_pb2.ListTablesRequest(
            game=given.game,
            states=[_STATES[each] for each in given.state],
            search=given.search,
            overdue=given.overdue,
            page_size=given.size,
            page_token=given.page,
        ),
        **how,
    ),
    "table": lambda stub, given, how: stub.InspectTable(
        admin_pb2.InspectTableRequest(table_id=given.table, hidden=given.hidden, reason=given.reason), **how
    ),
    "players": lambda stub, given, how: stub.ListPlayers(
        admin_pb2.ListPlayersRequest(search=given.search, page_size=given.size), **how
    ),
    "close": lambda stub, given, how: stub.CloseTable(
        admin_pb2.CloseTableRequest(
            table_id=given.table, reason=given.reason, without_rules=given.without_rules, request_id=given.request_id
        ),
        **how,
    ),
    "unstick": lambda stub, given, how: stub.UnstickTable(
        admin_pb2.UnstickTableRequest(table_id=given.table, reason=given.reason, request_id=given.request_id), **how
    ),
    "extend": lambda stub, given, how: stub.ExtendClocks(
        admin_pb2.ExtendClocksRequest(
            table_id=given.table, reason=given.reason, more=given.more, seat=given.seat, request_id=given.request_id
        ),
        **how,
    ),
    "remove": lambda stub, given, how: stub.RemovePlayer(
        admin_pb2.RemovePlayerRequest(
            table_id=given.table, reason=given.reason, player_id=given.player, request_id=given.request_id
        ),
        **how,
    ),
    "ban": _sanctioning(admin_pb2.SANCTION_KIND_BAN),
    "mute": _sanctioning(admin_pb2.SANCTION_KIND_MUTE),
    "revoke": lambda stub, given, how: stub.RevokeTokens(
        admin_pb2.RevokeTokensRequest(player_id=given.player, reason=given.reason, request_id=given.request_id), **how
    ),
    "drain": lambda stub, given, how: stub.DrainGame(
        admin_pb2.DrainGameRequest(game=given.game, reason=given.reason, request_id=given.request_id), **how
    ),
    "lift": lambda stub, given, how: stub.LiftSanction(
        admin_pb2.LiftSanctionRequest(
            kind=_KINDS[given.kind],
            subject=subject(given.subject, given.kind),
            reason=given.reason,
            request_id=given.request_id,
        ),
        **how,
    ),
    "sanctions": lambda stub, _, how: stub.ListSanctions(admin_pb2.ListSanctionsRequest(), **how),
    "export": lambda stub, given, how: stub.ExportPlayer(
        admin_pb2.ExportPlayerRequest(player_id=given.player, reason=given.reason), **how
    ),
    "erase": lambda stub, given, how: stub.ErasePlayer(
        admin_pb2.ErasePlayerRequest(player_id=given.player, reason=given.reason, request_id=given.request_id), **how
    ),
    "acts": lambda stub, given, how: stub.ListActs(
        admin_pb2.ListActsRequest(
            operator=given.operator,
            act=given.act,
            subject=given.subject,
            page_size=given.size,
            page_token=given.page,
        ),
        **how,
    ),
}
