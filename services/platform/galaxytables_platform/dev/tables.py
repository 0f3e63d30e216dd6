"""Ends the running tables of a small platform that changed rules cannot continue."""

from contextlib import AsyncExitStack
from functools import partial
from typing import Self
from uuid import uuid4

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import ClientError, Guest, Lobby, open_channel
from galaxytables_platform.layout import Layout
from galaxytables_platform.probes import until_healthy
from galaxytables_serving import StartError

LEARN_SECONDS = 15.0
_CALL_SECONDS = 30.0
_PATIENCE_SECONDS = 3.0
_REASON = "The rules were changed."


class LobbyBehindError(Exception):
    """The lobby has not learnt of the new rules yet."""


def editions(rules: rules_pb2.DescribeResponse) -> tuple[bytes, tuple[int, ...], tuple[bytes, ...]]:
    """Return the parts of a description that decide whether tables can go on.

    They are the position format, the rules versions, and the digests of the packs.
    """
    return rules.position_form, tuple(rules.rules_versions), tuple(rules.pack_digests)


class RunningTables:
    """Knows and ends the running tables of a small platform; an async context manager."""

    def __init__(self, layout: Layout) -> None:
        if layout.admin is None:
            raise StartError("This platform has no operator.")
        self._address, self._lobby_address = layout.admin.port.address, layout.lobby
        self._metadata = (("authorization", f"Bearer {layout.admin_keys.partition(':')[2]}"),)
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        channel = await self._open.enter_async_context(open_channel(self._address, shared=False))
        self._admin: admin_pb2_grpc.AdminServiceAsyncStub = admin_pb2_grpc.AdminServiceStub(channel)
        lobby = Lobby(self._lobby_address, Guest("Author"), patience=_PATIENCE_SECONDS)
        self._lobby = await self._open.enter_async_context(lobby)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def settle(self, rules: rules_pb2.DescribeResponse) -> list[str]:
        """Wait until the lobby knows these rules, then end all tables that cannot go on with them.

        Returns the names of the ended tables. Raises `LobbyBehindError` if the lobby does not learn of the rules in
        time; then no table is ended.
        """
        await self._until_known(rules)
        ended = []
        for table in await self._running(rules.game):
            if table.stranded or not await self._goes_on(table):
                request = admin_pb2.CloseTableRequest(
                    table_id=table.table_id, reason=_REASON, without_rules=True, request_id=uuid4().hex
                )
                await self._admin.CloseTable(request, metadata=self._metadata, timeout=_CALL_SECONDS)
                ended.append(table.name or table.table_id)
        return ended

    async def _until_known(self, rules: rules_pb2.DescribeResponse) -> None:
        try:
            await until_healthy(partial(self._knows, rules), within=LEARN_SECONDS)
        except TimeoutError:
            raise LobbyBehindError(f"the lobby does not know the new rules after {LEARN_SECONDS:g} s") from None

    async def _knows(self, rules: rules_pb2.DescribeResponse) -> bool:
        offers = (await self._lobby.tables.games()).games
        return any(editions(offer.description) == editions(rules) and offer.available for offer in offers)

    async def _running(self, game: str) -> list[admin_pb2.AdminTable]:
        found: list[admin_pb2.AdminTable] = []
        request = admin_pb2.ListTablesRequest(game=game, states=[tables_pb2.TABLE_STATE_RUNNING])
        while True:
            page = await self._admin.ListTables(request, metadata=self._metadata, timeout=_CALL_SECONDS)
            found += page.tables
            if not page.next_page_token:
                return found
            request.page_token = page.next_page_token

    async def _goes_on(self, table: admin_pb2.AdminTable) -> bool:
        """Return whether the rules can show the table."""
        table_id = await self._invitation(table) if table.private else table.table_id
        try:
            await self._lobby.play.view(table_id)
        except ClientError:
            return False
        return True

    async def _invitation(self, table: admin_pb2.AdminTable) -> str:
        request = admin_pb2.InspectTableRequest(table_id=table.table_id, hidden=True, reason=_REASON)
        shown = await self._admin.InspectTable(request, metadata=self._metadata, timeout=_CALL_SECONDS)
        return shown.hidden.invitation
