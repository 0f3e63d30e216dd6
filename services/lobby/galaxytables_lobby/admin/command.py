"""The admin command: its arguments, the calls that it makes, and its output.

If an act gets no answer, the command sends it again with the same request id, so it takes effect once. If that fails
too, the command prints the id, so that the operator can run the command again with it.
"""

import asyncio
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias
from uuid import uuid4

import grpc
import grpc.aio
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables.lobby.v1 import platform_pb2, reports_pb2, tables_pb2
from galaxytables_lobby.admin.console_settings import ConsoleSettings
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

_Ask: TypeAlias = Callable[..., Awaitable[Message]]  # a call of the stub

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_STATES = {name.removeprefix("TABLE_STATE_").lower(): value for name, value in tables_pb2.TableState.items() if value}
_REPORT_STATES = {
    name.removeprefix("REPORT_STATE_").lower(): value for name, value in reports_pb2.ReportState.items() if value
}
_REPORT_KINDS = {
    name.removeprefix("REPORT_KIND_").lower(): value for name, value in reports_pb2.ReportKind.items() if value
}
_SEVERITIES = {
    name.removeprefix("ANNOUNCEMENT_SEVERITY_").lower(): value
    for name, value in platform_pb2.AnnouncementSeverity.items()
    if value
}
_LIMITS = {name.removeprefix("LIMIT_").lower(): value for name, value in admin_pb2.Limit.items() if value}
_SCOPES = {name.removeprefix("LIMIT_SCOPE_").lower(): value for name, value in admin_pb2.LimitScope.items() if value}
_FEATURES = {name.removeprefix("FEATURE_").lower(): value for name, value in platform_pb2.Feature.items() if value}
_KINDS = {name.removeprefix("SANCTION_KIND_").lower(): value for name, value in admin_pb2.SanctionKind.items() if value}


def lasting(text: str) -> Duration:
    """Parse a duration such as `90s`, `30m`, `12h` or `7d`. Raises `ArgumentTypeError`."""
    match = re.fullmatch(r"([0-9]{1,6})([smhd])", text)
    if match is None or not int(match[1]):
        raise ArgumentTypeError(f"{text!r} is no duration like 90s, 30m, 12h, 7d")
    return Duration(seconds=int(match[1]) * _UNITS[match[2]])


def moment(text: str) -> Timestamp:
    """Parse a time: either a date and time such as `2030-01-31T20:00Z`, or a duration from now such as `30m`.

    A time without a zone is in UTC. Raises `ArgumentTypeError`.
    """
    if re.fullmatch(r"[0-9]+[smhd]", text):
        time = datetime.now(UTC) + lasting(text).ToTimedelta()
    else:
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is no time like 2030-01-31T20:00Z, nor one from now like 30m") from None
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
    found = Timestamp()
    found.FromDatetime(time)
    return found


def limit_values(text: str) -> list[admin_pb2.LimitValue]:
    """Parse the values of a limit: a number for each scope and, for a rate, the seconds in which that many are allowed.

    `player=20/600,all=3000/60` are two rates; `player=50` is a number of tables. For `default` the list is empty, which
    means the values of the settings. Raises `ArgumentTypeError`.
    """
    values = []
    for part in [] if text == "default" else text.split(","):
        match = re.fullmatch(r"([a-z]+)=([0-9]{1,7})(?:/([0-9]{1,5}))?", part.strip())
        if match is None or match[1] not in _SCOPES:
            raise ArgumentTypeError(f"{text!r} is not like player=20/600,all=3000/60, nor `default`")
        value = admin_pb2.LimitValue(scope=_SCOPES[match[1]], most=int(match[2]))
        if match[3] is not None:
            value.per.CopyFrom(Duration(seconds=int(match[3])))
        values.append(value)
    return values


def subject(text: str, kind: str = "") -> str:
    """Return the subject of a sanction, such as `player:<id>`, that the operator's `text` means.

    With the kind `drain` the text is a game's name. Otherwise it is a player's id, an address or a network: a text with
    dots or colons is an address or a network, since ids contain none.
    """
    if text.partition(":")[0] in {"player", "address", "game"}:
        return text
    if kind == "drain":
        return f"game:{text}"
    return f"address:{text}" if re.search(r"[.:/]", text) else f"player:{text}"


async def run(settings: OperatorSettings, given: Namespace) -> list[str]:
    """Call the admin service as the arguments say, and return the lines to print. Raises `AioRpcError`."""
    async with open_channel(settings.server, tls=settings.for_calls) as channel:
        stub: admin_pb2_grpc.AdminServiceAsyncStub = admin_pb2_grpc.AdminServiceStub(channel)
        request = _request(given)
        ask: _Ask = getattr(stub, type(request).__name__.removesuffix("Request"))
        metadata = (("authorization", f"Bearer {settings.secret}"),)
        pauses = PAUSES if _COMMANDS[given.command].acts else ()
        answer = await _answered(lambda: ask(request, metadata=metadata, timeout=CALL_SECONDS), pauses)
    if isinstance(answer, admin_pb2.ExportPlayerResponse):
        return [answer.json]
    if given.json:
        return [MessageToJson(answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)]
    return list(printed(answer))


def _request(given: Namespace) -> Message:
    """Return the request of a command. Arguments are named like the fields that they fill in."""
    kind = _COMMANDS[given.command].request
    if kind is None:
        raise ValueError(f"{given.command} sends no request")
    values = vars(given).copy()
    if given.command == "reports":
        values["states"] = [_REPORT_STATES[each] for each in given.states]
        values["kind"] = _REPORT_KINDS[given.kind] if given.kind else 0
    if given.command == "decide":
        values["state"] = _REPORT_STATES[given.outcome]
    if given.command == "tables":
        values["states"] = [_STATES[each] for each in given.states]
    if given.command == "announce":
        values |= {
            "texts": {"en": given.english, "ja": given.japanese},
            "severity": _SEVERITIES[given.severity],
        }
    if given.command == "limit":
        values["limit"] = _LIMITS[given.limit]
    if given.command == "switch":
        values |= {"feature": _FEATURES[given.feature], "off": given.to == "off"}
    if given.command == "lift":
        values |= {"kind": _KINDS[given.kind], "subject": subject(given.subject, given.kind)}
    return kind(**{name: value for name, value in values.items() if name in kind.DESCRIPTOR.fields_by_name})


async def _answered(call: Callable[[], Awaitable[Message]], pauses: tuple[float, ...]) -> Message:
    """Return the answer to a call. While nobody answers, the call is made again after each pause.

    Raises `AioRpcError`.
    """
    for pause in pauses:
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() not in _UNANSWERED:
                raise
        await asyncio.sleep(pause)
    return await call()


def again(given: Namespace, error: grpc.aio.AioRpcError) -> str:
    """Return a hint on how to repeat an act whose answer was lost. Empty if the error means that nothing was done."""
    if not _COMMANDS[given.command].acts or error.code() not in _UNANSWERED:
        return ""
    return f" It may have been done. To ask for the same again: --request-id {given.request_id}"


def command_parser(program: str = PROGRAM) -> ArgumentParser:
    """Return the parser of the command line; `program` is the command's name in its help."""
    parser = command_line(
        "galaxytables_lobby.admin",
        "Operates the platform by hand. Every act wants a reason and is logged.",
        OperatorSettings,
        AdminSettings,
        ConsoleSettings,
        Settings,
        *GRPC_SETTINGS,
    )
    parser.prog = program
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, declared in _COMMANDS.items():
        command = commands.add_parser(name, help=declared.help, description=declared.help)
        declared.add(command)
        if declared.acts or name == "export":
            command.add_argument("--reason", required=True, help="why; it stands in the log")
        if declared.acts:
            command.add_argument(
                "--request-id", default=uuid4().hex, metavar="ID", help="of an act that nobody answered: done once"
            )
    return parser


def _pages(command: ArgumentParser) -> None:
    command.add_argument("--page", dest="page_token", default="", metavar="TOKEN", help="go on after the last page")
    _size(command)


def _size(command: ArgumentParser) -> None:
    command.add_argument("--size", dest="page_size", type=int, default=50, metavar="SIZE", help="how many, 200 at most")


def _tables(command: ArgumentParser) -> None:
    command.add_argument("search", nargs="?", default="", help="part of a name, or an id, of table or player")
    command.add_argument("--game", default="")
    command.add_argument(
        "--state",
        dest="states",
        action="append",
        choices=list(_STATES),
        default=[],
        help="open and running if unset: may be repeated",
    )
    command.add_argument("--overdue", action="store_true", help="only where the clock should have acted")
    _pages(command)


def _table(command: ArgumentParser) -> None:
    command.add_argument("table_id", metavar="table", help="the id of a table")


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
    command.add_argument("player_id", metavar="player", help="the id of a player")


def _players(command: ArgumentParser) -> None:
    command.add_argument("search", help="part of a name, or an id")
    _size(command)


def _ban(command: ArgumentParser) -> None:
    _sanction(command, admin_pb2.SANCTION_KIND_BAN)


def _mute(command: ArgumentParser) -> None:
    _sanction(command, admin_pb2.SANCTION_KIND_MUTE)


def _sanction(command: ArgumentParser, kind: admin_pb2.SanctionKind.ValueType) -> None:
    command.set_defaults(kind=kind)
    command.add_argument("subject", type=subject, help="a player's id; for bans also an address or a network")
    command.add_argument("--for", dest="lasting", type=lasting, help="like 12h, 7d; for good if unset")


def _lift(command: ArgumentParser) -> None:
    command.add_argument("kind", choices=list(_KINDS))
    command.add_argument("subject", help="as `sanctions` names it, or as the sanction was imposed")


def _warn(command: ArgumentParser) -> None:
    command.set_defaults(kind=admin_pb2.SANCTION_KIND_WARNING)
    command.add_argument("subject", type=subject, help="a player's id")


def _reports(command: ArgumentParser) -> None:
    command.add_argument(
        "--state",
        dest="states",
        action="append",
        choices=list(_REPORT_STATES),
        default=[],
        help="open and claimed if unset: may be repeated",
    )
    command.add_argument("--kind", choices=list(_REPORT_KINDS), default="")
    command.add_argument("--reporter", dest="reporter_id", default="", metavar="PLAYER")
    command.add_argument("--reported", dest="reported_id", default="", metavar="PLAYER")
    _pages(command)


def _report_id(command: ArgumentParser) -> None:
    command.add_argument("report_id", metavar="report", help="the id of a report")


def _report(command: ArgumentParser) -> None:
    _report_id(command)
    command.add_argument("--hidden", action="store_true", help="what only seats might see, too: an act, wants a reason")
    command.add_argument("--reason", default="", help="why; wanted with --hidden")


def _decide(command: ArgumentParser) -> None:
    _report_id(command)
    command.add_argument("outcome", choices=["decided", "dismissed"])
    command.add_argument("answer", help="what the reporter reads")


def _game_of_player(command: ArgumentParser) -> None:
    _table(command)
    command.add_argument("player_id", metavar="player", help="because of whom; they read the reason")


def _announce(command: ArgumentParser) -> None:
    command.add_argument("--en", dest="english", required=True, metavar="TEXT", help="the text in English")
    command.add_argument("--ja", dest="japanese", required=True, metavar="TEXT", help="the text in Japanese")
    command.add_argument("--severity", choices=list(_SEVERITIES), default="info")
    command.add_argument("--game", dest="games", action="append", default=[], help="which it is about: may be repeated")
    command.add_argument(
        "--begins", type=moment, metavar="WHEN", help="like 2030-01-31T20:00Z, or 30m from now; now if unset"
    )
    command.add_argument("--ends", type=moment, metavar="WHEN", help="the same; once it is withdrawn if unset")


def _withdraw(command: ArgumentParser) -> None:
    command.add_argument("announcement_id", metavar="announcement", help="as `announcements` names it")


def _switch(command: ArgumentParser) -> None:
    command.add_argument("feature", choices=list(_FEATURES))
    command.add_argument("to", choices=["off", "on"])


def _limit(command: ArgumentParser) -> None:
    command.add_argument("limit", choices=list(_LIMITS))
    command.add_argument("values", type=limit_values, help="like player=20/600,all=3000/60; `default` for the settings")


def _drain(command: ArgumentParser) -> None:
    command.add_argument("game")


def _acts(command: ArgumentParser) -> None:
    command.add_argument("--operator", default="")
    command.add_argument("--act", default="")
    command.add_argument("--subject", default="", help="like table:<id>, player:<id>")
    _pages(command)


def _nothing(command: ArgumentParser) -> None:
    del command


class _Command(NamedTuple):
    """A subcommand: its help, the request that it sends, and the function that adds its arguments to the parser.

    `serve` sends no request.
    """

    help: str
    request: type[Message] | None
    add: Callable[[ArgumentParser], None]

    @property
    def acts(self) -> bool:
        """Return whether the command changes something. Its request then has a request id, so that a repeat is safe."""
        return self.request is not None and "request_id" in self.request.DESCRIPTOR.fields_by_name


_COMMANDS: Mapping[str, _Command] = {
    "serve": _Command("serve AdminService", None, _nothing),
    "tables": _Command("list and search tables", admin_pb2.ListTablesRequest, _tables),
    "table": _Command("show where a table stands", admin_pb2.InspectTableRequest, _inspect),
    "players": _Command("find players", admin_pb2.ListPlayersRequest, _players),
    "close": _Command("end a table for good", admin_pb2.CloseTableRequest, _close),
    "unstick": _Command("have the clock look at a table anew", admin_pb2.UnstickTableRequest, _table),
    "extend": _Command("give players of a running game more time", admin_pb2.ExtendClocksRequest, _extend),
    "remove": _Command("send a player away from a table", admin_pb2.RemovePlayerRequest, _remove),
    "ban": _Command("keep a player or an address away", admin_pb2.SanctionRequest, _ban),
    "mute": _Command("keep a player from writing messages", admin_pb2.SanctionRequest, _mute),
    "warn": _Command("warn a player", admin_pb2.SanctionRequest, _warn),
    "reports": _Command("list reports and appeals, latest first", admin_pb2.ListReportsRequest, _reports),
    "report": _Command("show a report with its evidence", admin_pb2.GetReportRequest, _report),
    "claim": _Command("take a report out of the queue", admin_pb2.ClaimReportRequest, _report_id),
    "release": _Command("put a claimed report back", admin_pb2.ReleaseReportRequest, _report_id),
    "decide": _Command("decide a claimed report, or dismiss it", admin_pb2.DecideReportRequest, _decide),
    "void": _Command("let a game not count for the ratings", admin_pb2.VoidGameRequest, _game_of_player),
    "restore": _Command("let a voided game count again", admin_pb2.RestoreGameRequest, _game_of_player),
    "revoke": _Command("make all tokens of a player worthless", admin_pb2.RevokeTokensRequest, _player),
    "drain": _Command("open no more tables of a game", admin_pb2.DrainGameRequest, _drain),
    "lift": _Command("take a ban, mute, revocation or drain back", admin_pb2.LiftSanctionRequest, _lift),
    "announce": _Command("show players an announcement", admin_pb2.AnnounceRequest, _announce),
    "withdraw": _Command("take an announcement back", admin_pb2.WithdrawAnnouncementRequest, _withdraw),
    "announcements": _Command(
        "list announcements that are shown or planned", admin_pb2.ListAnnouncementsRequest, _nothing
    ),
    "switch": _Command("switch a feature off or on", admin_pb2.SwitchFeatureRequest, _switch),
    "features": _Command("list what can be switched off", admin_pb2.ListFeaturesRequest, _nothing),
    "limit": _Command("give a limit other values than the settings", admin_pb2.SetLimitRequest, _limit),
    "limits": _Command("list the limits that can be changed", admin_pb2.ListLimitsRequest, _nothing),
    "dead-letters": _Command(
        "list notifications that could not be sent, latest first", admin_pb2.ListDeadLettersRequest, _nothing
    ),
    "sanctions": _Command("list all that holds", admin_pb2.ListSanctionsRequest, _nothing),
    "export": _Command("print all that is known of a player, as JSON", admin_pb2.ExportPlayerRequest, _player),
    "erase": _Command("erase a player; cannot be undone", admin_pb2.ErasePlayerRequest, _player),
    "acts": _Command("list what operators have done, latest first", admin_pb2.ListActsRequest, _acts),
}
