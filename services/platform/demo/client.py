"""The lobby's public API as one guest uses it."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import grpc
import grpc.aio

from galaxy.lobby.v1 import (
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxy.rules.v1 import game_pb2

CALL_SECONDS = 30.0
_RETRY_SECONDS = 0.5
_RETRIED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED)
_Metadata = tuple[tuple[str, str], ...]


class Guest:
    """A guest who hosts and watches tables. Every method raises `grpc.aio.AioRpcError`."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._tables = tables_pb2_grpc.TableServiceStub(channel)
        self._play = play_pb2_grpc.PlayServiceStub(channel)
        self._metadata: _Metadata = (("authorization", f"Bearer {token}"),)

    @classmethod
    async def arrive(cls, channel: grpc.aio.Channel, name: str) -> "Guest":
        """Become a guest of the lobby behind the channel."""
        answer = await players_pb2_grpc.PlayerServiceStub(channel).CreateGuest(
            players_pb2.CreateGuestRequest(name=name),
            timeout=CALL_SECONDS,
        )
        return cls(channel, answer.token)

    async def offers(self) -> dict[str, tables_pb2.GameOffer]:
        """Every game on offer, by name."""
        answer = await self._tables.ListGames(
            tables_pb2.ListGamesRequest(),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        return {offer.description.game: offer for offer in answer.games}

    async def component_names(self, game: str) -> dict[str, str]:
        """Names of the game's components by id."""
        answer = await self._tables.GetComponents(
            tables_pb2.GetComponentsRequest(game=game),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        return {component.id: component.name for component in answer.catalogue.components}

    async def host(self, game: str, options: Mapping[str, str], bots: list[str], name: str) -> tables_pb2.Table:
        """Open a table, seat a bot on every seat, and start it; give it as it was opened.

        Who opens a table sits there: the guest gets up once the first bot sits, and stays the table's host.
        """
        created = await self._tables.CreateTable(
            tables_pb2.CreateTableRequest(game=game, seats=len(bots), options=options, name=name),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        table = created.table
        for seat in (*range(1, len(bots)), 0):
            if seat == 0:
                await self._tables.LeaveTable(
                    tables_pb2.LeaveTableRequest(table_id=table.id),
                    metadata=self._metadata,
                    timeout=CALL_SECONDS,
                )
            await self._tables.AddBot(
                tables_pb2.AddBotRequest(table_id=table.id, bot=bots[seat], seat=seat),
                metadata=self._metadata,
                timeout=CALL_SECONDS,
            )
        await self._tables.StartTable(
            tables_pb2.StartTableRequest(table_id=table.id),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        return table

    async def watch(self, table_id: str) -> AsyncIterator[play_pb2.TableUpdate]:
        """What happens at a table, over lost connections, until it is finished."""
        while True:
            stream = self._play.WatchTable(
                play_pb2.WatchTableRequest(table_id=table_id, from_event=0),
                metadata=self._metadata,
            )
            try:
                async for answer in stream:
                    if not answer.HasField("update"):
                        continue
                    yield answer.update
                    if answer.update.state == tables_pb2.TABLE_STATE_FINISHED:
                        return
            except grpc.aio.AioRpcError as error:
                if error.code() not in _RETRIED:
                    raise
            finally:
                stream.cancel()
            await asyncio.sleep(_RETRY_SECONDS)

    async def final_view(self, table_id: str) -> play_pb2.TableUpdate:
        """The table as a spectator sees it now, with its view."""
        answer = await self._play.GetView(
            play_pb2.GetViewRequest(table_id=table_id),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        return answer.update

    async def record(self, table_id: str) -> game_pb2.Record:
        """The table's record, all of it once it is finished."""
        answer = await self._play.GetRecord(
            play_pb2.GetRecordRequest(table_id=table_id),
            metadata=self._metadata,
            timeout=CALL_SECONDS,
        )
        return answer.record


def best_bots_last(offer: tables_pb2.GameOffer) -> tuple[str, ...]:
    """The bots on offer; `random`, which plays anything, is never the best."""
    return tuple(sorted(offer.bots, key=lambda bot: (bot != "random", list(offer.bots).index(bot))))
