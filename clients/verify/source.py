"""Where a record comes from, and who plays it again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from clients.verify.checks import Replayed
from clients.verify.errors import AwayError, UnreadableError
from galaxy.lobby.v1 import play_pb2, play_pb2_grpc, players_pb2, players_pb2_grpc, tables_pb2, tables_pb2_grpc
from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from services.serving import open_channel, read_error

T = TypeVar("T")

CALL_SECONDS = 10.0
REPLAY_SECONDS = 120.0
ATTEMPTS = 5
PAUSE_SECONDS = 1.0
MOST_RECORD_BYTES = 64 * 1024 * 1024
_AGAIN = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED})


def read_record(path: Path) -> game_pb2.Record:
    """Read a saved record. Raises UnreadableError."""
    try:
        return game_pb2.Record.FromString(path.read_bytes())
    except OSError as error:
        raise UnreadableError(path, error.strerror or "cannot be read") from None
    except DecodeError:
        raise UnreadableError(path, "is no serialized galaxy.rules.v1.Record") from None


def save_record(path: Path, record: game_pb2.Record) -> None:
    """Save a record so that `read_record` reads it. Raises UnreadableError."""
    try:
        path.write_bytes(record.SerializeToString(deterministic=True))
    except OSError as error:
        raise UnreadableError(path, error.strerror or "cannot be written") from None


class Platform:
    """A platform's public API, as one who only looks. Every call raises AwayError."""

    def __init__(self, channel: grpc.aio.Channel, address: str, token: str) -> None:
        """Take a channel to the lobby (`arrive` finds a token), its address for people, and a player's token."""
        self._address = address
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._tables = tables_pb2_grpc.TableServiceStub(channel)
        self._play = play_pb2_grpc.PlayServiceStub(channel)

    @classmethod
    async def arrive(cls, channel: grpc.aio.Channel, address: str, token: str = "") -> "Platform":
        """Come with a player's token, or as a guest."""
        if not token:
            players = players_pb2_grpc.PlayerServiceStub(channel)
            request = players_pb2.CreateGuestRequest(name="Verifier")
            token = (await _call(address, lambda: players.CreateGuest(request, timeout=CALL_SECONDS))).token
        return cls(channel, address, token)

    async def table(self, table: str) -> tables_pb2.Table:
        """The table of an id or invitation."""
        request = tables_pb2.GetTableRequest(table_id=table)
        answer = await _call(
            self._address, lambda: self._tables.GetTable(request, timeout=CALL_SECONDS, metadata=self._metadata)
        )
        return answer.table

    async def record(self, table: str) -> game_pb2.Record:
        """The record of a table."""
        request = play_pb2.GetRecordRequest(table_id=table)
        answer = await _call(
            self._address, lambda: self._play.GetRecord(request, timeout=CALL_SECONDS, metadata=self._metadata)
        )
        return answer.record

    async def replay(self, table: str) -> Replayed:
        """Have the platform replay a table's record."""
        request = play_pb2.VerifyRecordRequest(table_id=table)
        answer = await _call(
            self._address, lambda: self._play.VerifyRecord(request, timeout=REPLAY_SECONDS, metadata=self._metadata)
        )
        return Replayed(answer.verified, answer.difference, answer.digest, f"the server {self._address}")


async def replay_at(address: str, record: game_pb2.Record) -> Replayed:
    """Have a rules service replay a record. Raises AwayError."""
    async with open_channel(address, receive_bytes=MOST_RECORD_BYTES) as channel:
        rules = rules_pb2_grpc.RulesServiceStub(channel)
        request = rules_pb2.ReplayRequest(record=record)
        answer = await _call(address, lambda: rules.Replay(request, timeout=REPLAY_SECONDS))
    return Replayed(answer.verified, answer.difference, answer.digest, f"the rules service {address}")


async def _call(address: str, call: Callable[[], Awaitable[T]]) -> T:
    """Make a call, a few times while the answer is to try again."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() not in _AGAIN or attempt == ATTEMPTS:
                raise AwayError(address, read_error(error)) from None
        await asyncio.sleep(PAUSE_SECONDS)
    raise AssertionError("the last attempt returns or raises")
