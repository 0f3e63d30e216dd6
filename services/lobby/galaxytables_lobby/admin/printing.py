"""Formats answers of `AdminService` for the terminal: a table with columns, or single lines."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import notifications_pb2, tables_pb2
from galaxytables_lobby.admin.columns import columns, next_page, time_of
from galaxytables_lobby.admin.platform_printing import PLATFORM_ANSWERS, printed_platform
from galaxytables_lobby.admin.report_printing import REPORT_ANSWERS, printed_report

_TABLE = ("table", "game", "state", "host", "seats", "created", "deadline", "")
_PLAYER = ("player", "name", "tables", "games", "kept from")
_ACT = ("act", "time", "by", "what", "upon", "outcome", "why", "details")
_SANCTION = ("kind", "subject", "until", "by", "why")
_DEAD_LETTER = ("given up", "kind", "way", "player", "table", "outcome")
_UNKNOWN = "Nobody with this id has a session, a table or a game. `players NAME` finds ids by name."


def printed(answer: Message) -> Iterator[str]:
    """Return the lines to print for an answer of `AdminService`."""
    if isinstance(answer, REPORT_ANSWERS):
        return printed_report(answer)
    return printed_platform(answer) if isinstance(answer, PLATFORM_ANSWERS) else _printed(answer)


def _printed(answer: Message) -> Iterator[str]:
    match answer:
        case admin_pb2.ListTablesResponse():
            yield from columns(_TABLE, map(_table, answer.tables))
            yield from next_page(answer.next_page_token)
        case admin_pb2.InspectTableResponse():
            yield from _inspected(answer)
        case admin_pb2.ListPlayersResponse():
            yield from columns(_PLAYER, map(_player, answer.players))
            yield from ["There are more: search for more of the name."] * answer.more
        case admin_pb2.ListSanctionsResponse() | admin_pb2.ListDeadLettersResponse():
            yield from _whole_list(answer)
        case admin_pb2.ListActsResponse():
            yield from columns(_ACT, map(_act, answer.acts))
            yield from next_page(answer.next_page_token)
        case admin_pb2.ErasePlayerResponse():
            yield f"Erased at {answer.tables} tables and in {answer.games} games; in their place is {answer.pseudonym}."
            yield from [_UNKNOWN] * answer.unknown_player
        case admin_pb2.DrainGameResponse():
            yield f"No more tables are opened; {answer.tables} are open or running."
        case admin_pb2.SanctionResponse() | admin_pb2.RevokeTokensResponse():
            yield from columns(_SANCTION, [_sanction(answer.sanction)])
            yield from [_UNKNOWN] * answer.unknown_player
        case admin_pb2.LiftSanctionResponse():
            yield "Taken back."
        case _:
            yield from columns(_TABLE, [_table(getattr(answer, "table"))])  # noqa: B009  # all others show one


def _whole_list(answer: admin_pb2.ListSanctionsResponse | admin_pb2.ListDeadLettersResponse) -> Iterator[str]:
    """Return the lines of a list that has no pages."""
    if isinstance(answer, admin_pb2.ListSanctionsResponse):
        return columns(_SANCTION, map(_sanction, answer.sanctions))
    return columns(_DEAD_LETTER, map(_dead_letter, answer.dead_letters))


def _inspected(answer: admin_pb2.InspectTableResponse) -> Iterator[str]:
    yield from columns(_TABLE, [_table(answer.table)])
    yield from answer.standing
    if answer.options:
        yield "Options: " + ", ".join(f"{name}={value}" for name, value in sorted(answer.options.items()))
    if answer.HasField("hidden"):
        yield f"Seed: {answer.hidden.seed.hex()}"
        if answer.hidden.invitation:
            yield f"Invitation: {answer.hidden.invitation}"
        for prompt in answer.hidden.prompts:
            yield f"Seat {prompt.seat} is asked {prompt.kind} ({prompt.id}): {', '.join(prompt.options)}"


def _table(table: admin_pb2.AdminTable) -> Sequence[object]:
    return (
        table.table_id,
        table.game,
        tables_pb2.TableState.Name(table.state).removeprefix("TABLE_STATE_").lower(),
        table.host.name,
        ", ".join(seat or "-" for seat in table.seats),
        time_of(table.created),
        time_of(table.deadline) if table.HasField("deadline") else "",
        "stranded" if table.stranded else "",
    )


def _player(known: admin_pb2.KnownPlayer) -> Sequence[object]:
    held = ", ".join(map(_held, known.sanctions))
    return known.player.id, known.player.name, len(known.tables), known.games, held


def _act(act: admin_pb2.Act) -> Sequence[object]:
    return act.number, time_of(act.time), act.operator, act.act, act.subject, act.outcome, act.reason, act.details


def _sanction(entry: admin_pb2.SanctionEntry) -> Sequence[object]:
    until = time_of(entry.until) if entry.HasField("until") else ""
    return _held(entry), entry.subject, until, entry.operator, entry.reason


def _dead_letter(letter: admin_pb2.DeadLetter) -> Sequence[object]:
    kind = notifications_pb2.NotificationKind.Name(letter.kind).removeprefix("NOTIFICATION_KIND_").lower()
    way = notifications_pb2.NotificationWay.Name(letter.way).removeprefix("NOTIFICATION_WAY_").lower()
    return time_of(letter.given_up), kind, way, letter.player_id, letter.table_id, letter.outcome


def _held(entry: admin_pb2.SanctionEntry) -> str:
    return admin_pb2.SanctionKind.Name(entry.kind).removeprefix("SANCTION_KIND_").lower()
