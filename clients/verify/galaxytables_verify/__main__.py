"""Checks a record: `python -m galaxytables_verify TABLE=<id> SERVER=host:port`, or `RECORD=<file> RULES=host:port`."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Bearer, ClientError, Guest, Lobby
from galaxytables_client.rules import MAX_RECORD_BYTES
from galaxytables_verify.checks import (
    Finding,
    Verdict,
    check_commitment,
    check_entropy,
    check_replay,
    check_table,
    compute_key,
)
from galaxytables_verify.errors import SettingsError, VerifyError
from galaxytables_verify.settings import HELP, Settings, read_settings
from galaxytables_verify.source import read_record, replay_at, replay_by_server, save_record

PATIENCE_SECONDS = 5.0
NEEDS_RULES = "nobody replayed the record; name its game's rules service with RULES=host:port"


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Run all checks in order, and yield their findings. Raises `VerifyError` or `ClientError` if one cannot run."""
    if settings.record is not None:
        record = read_record(settings.record)
        for finding in _of_record(settings, record):
            yield finding
        if settings.rules:
            yield check_replay(record, await replay_at(settings.rules, settings.rules_key, record))
        else:
            yield Finding("replay", Verdict.UNCHECKED, NEEDS_RULES)
        return
    identity = Bearer(settings.token) if settings.token else Guest("Verifier")
    async with Lobby(settings.server, identity, patience=PATIENCE_SECONDS, receive_bytes=MAX_RECORD_BYTES) as lobby:
        table, record = await lobby.tables.get(settings.table), await lobby.play.record(settings.table)
        for finding in _of_record(settings, record):
            yield finding
        yield check_table(record, table)
        if settings.rules:
            replayed = await replay_at(settings.rules, settings.rules_key, record)
        else:
            replayed = await replay_by_server(lobby, settings.table)
        yield check_replay(record, replayed)


def _of_record(settings: Settings, record: game_pb2.Record) -> Iterator[Finding]:
    """Yield the findings from the record alone, after saving it, so that it is kept whatever follows."""
    if settings.save is not None:
        save_record(settings.save, record)
    yield check_commitment(record, settings.commitment)
    entropy = check_entropy(record)
    yield entropy
    if entropy.holds:
        yield compute_key(record)


async def run(settings: Settings) -> bool:
    """Run all checks and print their findings. Returns whether all findings support the record."""
    held = True
    try:
        async for finding in findings(settings):
            held = held and finding.holds
            sys.stdout.write(f"{finding}\n")
    except VerifyError as error:
        sys.stdout.write(f"{'stopped':<12}{error}\n")
        held = False
    except ClientError as error:
        sys.stdout.write(f"{'stopped':<12}{error.address} answers {error.line}\n")
        held = False
    sys.stdout.write("verified\n" if held else "NOT verified\n")
    return held


def main(environment: Mapping[str, str], arguments: Sequence[str]) -> int:
    """Run the command and return the exit code."""
    if arguments and arguments[0] in {"-h", "--help", "help"}:
        sys.stdout.write(HELP)
        return 0
    try:
        settings = read_settings(environment, arguments)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n{HELP}")
        return 2
    return 0 if asyncio.run(run(settings)) else 1


if __name__ == "__main__":
    sys.exit(main(os.environ, sys.argv[1:]))
