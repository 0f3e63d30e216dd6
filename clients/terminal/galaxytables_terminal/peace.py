"""What the terminal shows of reports, of decisions by moderators, and of appeals. It uses no widget and no network."""

from collections.abc import Sequence
from datetime import UTC, tzinfo
from typing import NamedTuple

from galaxytables.lobby.v1 import players_pb2, reports_pb2, tables_pb2
from galaxytables_terminal.wording import Wording

KINDS = {
    "abuse": reports_pb2.REPORT_KIND_ABUSE,
    "cheating": reports_pb2.REPORT_KIND_CHEATING,
    "stalling": reports_pb2.REPORT_KIND_STALLING,
    "name": reports_pb2.REPORT_KIND_NAME,
    "other": reports_pb2.REPORT_KIND_OTHER,
}
_PARTS = 3


class TypedReport(NamedTuple):
    """A report as the player typed it: the reported player, the kind of report, and what happened."""

    player: players_pb2.Player
    kind: str
    text: str


def others_at(table: tables_pb2.Table, own_id: str) -> list[players_pb2.Player]:
    """Return the other people on the seats of a table."""
    seated = (seat.player for seat in table.seats if seat.HasField("player"))
    return [player for player in seated if player.id != own_id]


def read_report(line: str, others: Sequence[players_pb2.Player], say: Wording) -> TypedReport | None:
    """Parse `<number of the player> <kind> <what happened>`, with the kind in the player's language.

    Returns None if the line does not have this form.
    """
    parts = line.split(maxsplit=_PARTS - 1)
    number, word, text = (*parts, *[""] * _PARTS)[:_PARTS]
    kind = next((each for each in KINDS if say.word("report-word", each) == word), None)
    if not number.isdecimal() or not 1 <= int(number) <= len(others) or kind is None:
        return None
    return TypedReport(others[int(number) - 1], kind, text)


def sanction_line(sanction: reports_pb2.PlayerSanction, say: Wording, zone: tzinfo | None) -> str:
    """Return a line about a sanction: its kind, whether it is in force, its reason, and the outcome of an appeal."""
    kind = reports_pb2.PlayerSanctionKind.Name(sanction.kind).removeprefix("PLAYER_SANCTION_KIND_")
    parts = [say.word("sanction-kind", kind.lower()), _state(sanction, say, zone), sanction.reason]
    if sanction.HasField("appeal"):
        parts += [say.word("appeal-state", _state_word(sanction.appeal)), sanction.appeal.answer]
    return " · ".join(filter(None, parts))


def report_line(report: reports_pb2.Report, say: Wording) -> str:
    """Return a line about one of the player's own reports, with the answer of the moderator."""
    kind = reports_pb2.ReportKind.Name(report.kind).removeprefix("REPORT_KIND_").lower()
    parts = [
        report.reported.name,
        say.word("report-kind", kind),
        say.word("report-state", _state_word(report)),
        report.answer,
    ]
    return " · ".join(filter(None, parts))


def _state(sanction: reports_pb2.PlayerSanction, say: Wording, zone: tzinfo | None) -> str:
    if sanction.lifted:
        return say("sanction-lifted")
    if not sanction.in_force:
        return say("sanction-over")
    if not sanction.HasField("until"):
        return say("sanction-holds")
    until = sanction.until.ToDatetime(tzinfo=UTC).astimezone(zone)
    return say("sanction-until", when=f"{until:%Y-%m-%d %H:%M}")


def _state_word(report: reports_pb2.Report) -> str:
    return reports_pb2.ReportState.Name(report.state).removeprefix("REPORT_STATE_").lower()
