"""`make verify` and a stranger's script at a table that was really played."""

import asyncio
import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest

from bench.people import Person
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import record_digest
from tests.e2e.running import TOP
from tests.verify import stranger

pytestmark = pytest.mark.e2e


async def verify(**variables):
    """Run the command as `make verify` does; give its exit code and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "galaxytables_verify", cwd=TOP, env=os.environ | variables, stdout=subprocess.PIPE
    )
    printed, _ = await asyncio.wait_for(process.communicate(), 120)
    return process.returncode, printed.decode()


async def test_a_played_table_is_proved_fair_in_every_way(platform, channel, tmp_path):
    host, friend = await Person.arrive(channel, "Ada"), await Person.arrive(channel, "Bea")
    table = await host.create(seats=3, entropy=b"salt")
    noted = (await friend.tables.get(table.id)).commitment
    await friend.join(table, entropy=b"pepper")
    await host.add_bot(table)
    unfinished = await verify(TABLE=table.id, SERVER=platform.lobby)
    await host.start(table)
    await asyncio.gather(host.play_to_the_end(table.id, Random(1)), friend.play_to_the_end(table.id, Random(2)))
    assert unfinished[0] == 1
    assert "TABLE_NOT_STARTED" in unfinished[1]

    kept = tmp_path / "record"
    code, printed = await verify(TABLE=table.id, SERVER=platform.lobby, COMMITMENT=noted.hex(), SAVE=str(kept))
    assert (code, printed.splitlines()[-1]) == (0, "verified"), printed
    assert f"seat 0 {b'salt'.hex()}, seat 1 {b'pepper'.hex()}, seat 2 added nothing" in printed

    rules = platform.rules("jump")
    code, printed = await verify(RECORD=str(kept), RULES=rules, COMMITMENT=noted.hex())
    assert (code, printed.splitlines()[-1]) == (0, "verified"), printed

    record = game_pb2.Record.FromString(kept.read_bytes())
    catalogue = await friend.tables.components("jump", record.pack_digest)
    assert stranger.wrong(record, catalogue, noted) == ""

    answer = await friend.play.verify(table.id)
    assert answer.verified
    assert answer.digest == record_digest(record)

    record.seed = bytes(32)
    record.commitment = sha256(record.seed).digest()
    kept.write_bytes(record.SerializeToString(deterministic=True))
    code, printed = await verify(RECORD=str(kept), RULES=rules)
    assert (code, printed.splitlines()[-1]) == (1, "NOT verified")
    assert "replay      DIFFERS" in printed
