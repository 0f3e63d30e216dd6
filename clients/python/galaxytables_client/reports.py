"""The calls of `ReportService`: reports of other players, what was decided about the player, and appeals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import reports_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import reports_pb2_grpc


class Reports(Uncopied):
    """Reports and sanctions. Every call raises `ClientError`; `reports.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "reports_pb2_grpc.ReportServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def report(
        self,
        table_id: str,
        player_id: str,
        kind: "reports_pb2.ReportKind.ValueType | str",
        text: str = "",
        *,
        event: int = 0,
    ) -> reports_pb2.Report:
        """Report a player at a table. The lobby attaches the table's events and chat as they are now.

        With an empty `table_id`, a player is reported without a table and without evidence.
        `kind` is a value of `ReportKind`, or one of the words `abuse`, `cheating`, `stalling`, `name` and `other`.
        `event` is the event that the report is about; 0 for the latest. Raises NOT_REPORTABLE, UNKNOWN_PLAYER,
        REPORTED_ALREADY, INVALID_TEXT, TOO_MANY_REPORTS; `ValueError` for another word.
        """
        request = build(
            reports_pb2.ReportPlayerRequest,
            table_id=table_id,
            player_id=player_id,
            kind=_kind(kind) if isinstance(kind, str) else kind,
            text=text,
            event=event,
        )
        return (await self._calls.call(self.stub.ReportPlayer, request)).report

    async def mine(self) -> Sequence[reports_pb2.Report]:
        """Return the player's own reports and appeals, newest first, with the answers of the moderators."""
        return (await self._calls.call(self.stub.ListMyReports, reports_pb2.ListMyReportsRequest())).reports

    async def sanctions(self) -> Sequence[reports_pb2.PlayerSanction]:
        """Return the player's sanctions, newest first. A banned player may call this, too."""
        return (await self._calls.call(self.stub.ListMySanctions, reports_pb2.ListMySanctionsRequest())).sanctions

    async def appeal(self, sanction_id: str, text: str) -> reports_pb2.Report:
        """Ask for another look at a sanction, which is possible once. A banned player may call this, too.

        Raises SANCTION_NOT_FOUND, APPEALED_ALREADY, NOT_APPEALABLE, INVALID_TEXT.
        """
        request = build(reports_pb2.AppealRequest, sanction_id=sanction_id, text=text)
        return (await self._calls.call(self.stub.Appeal, request)).appeal

    async def conduct_address(self) -> str:
        """Return the address of the operator's own code of conduct. It is empty if the one on the page applies."""
        request = reports_pb2.GetConductRequest()
        return (await self._calls.call(self.stub.GetConduct, request, open_to_all=True)).address


def _kind(word: str) -> reports_pb2.ReportKind.ValueType:
    return reports_pb2.ReportKind.Value(f"REPORT_KIND_{word.upper()}")
