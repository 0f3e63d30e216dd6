"""Reads and saves records, and lets servers replay them."""

from pathlib import Path

from google.protobuf.message import DecodeError

from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Lobby, Rules
from galaxytables_client.digest import UnknownDigestError, canonical, record_bytes
from galaxytables_verify.checks import Replayed
from galaxytables_verify.errors import UnreadableError


def read_record(path: Path) -> game_pb2.Record:
    """Read a saved record. Raises `UnreadableError`."""
    try:
        return game_pb2.Record.FromString(path.read_bytes())
    except OSError as error:
        raise UnreadableError(path, error.strerror or "cannot be read") from None
    except DecodeError:
        raise UnreadableError(path, "is no serialized galaxytables.rules.v1.Record") from None


def save_record(path: Path, record: game_pb2.Record) -> None:
    """Save a record in the form whose SHA-256 is its digest. Raises `UnreadableError`."""
    try:
        content = record_bytes(record)
    except UnknownDigestError:
        content = canonical(record)  # saved all the same; the replay check reports that the digest is unknown
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UnreadableError(path, error.strerror or "cannot be written") from None


async def replay_by_server(lobby: Lobby, table: str) -> Replayed:
    """Let the platform replay a table's record. Raises `ClientError`."""
    answer = await lobby.play.verify(table)
    return Replayed(answer.verified, answer.difference, answer.digest, f"the server {lobby.address}")


async def replay_at(address: str, key: str, record: game_pb2.Record) -> Replayed:
    """Let a rules service replay a record; `key` is the secret of the service, if it has one. Raises `ClientError`."""
    async with Rules(address, key=key) as rules:
        answer = await rules.replay(record)
    return Replayed(answer.verified, answer.difference, answer.digest, f"the rules service {address}")
