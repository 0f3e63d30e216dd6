"""Two checkouts of a real game, rolled from one version of its rules to the next and back under running tables."""

import asyncio
import os
import re
import shutil
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from galaxytables_jump.rules import JUMP
from tests.lobby.house import House, eventually, pods_of, refused
from tests.ports import free_port

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[4]
GAME, NOW, NEXT = "jump", JUMP.rules_version, JUMP.rules_version + 1


def checkout(folder: Path, *, continues: bool) -> Path:
    """A copy of the game with the next version of its rules, which may continue the present one."""
    package = ROOT / "services" / GAME / f"galaxytables_{GAME}"
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / package.name / "rules.py"
    older = f"\n    continues = frozenset({{{NOW}}})" if continues else ""
    text, changed = re.subn(
        r"^    rules_version = \d+$", f"    rules_version = {NEXT}{older}", rules.read_text(), flags=re.MULTILINE
    )
    assert changed == 1
    rules.write_text(text)
    return folder


@asynccontextmanager
async def serving(folder: Path, port: int):
    """The rules service of a checkout."""
    variables = {"PYTHONPATH": str(folder), "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}", "GALAXYTABLES_NATIVE": "off"}
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"galaxytables_{GAME}",
        cwd=folder,
        env=os.environ | variables,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        child.terminate()
        await child.wait()


async def test_a_game_is_rolled_to_the_next_version_and_back_under_running_tables(redis_server, counting, tmp_path):
    newer, heir = checkout(tmp_path / "newer", continues=False), checkout(tmp_path / "heir", continues=True)
    ports = [free_port() for _ in range(3)]
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        targets = "|".join(f"dns:///127.0.0.1:{port}" for port in ports)
        house.settings = replace(house.settings, games={GAME: targets})
        lobby = await house.open_lobby()
        pods = pods_of(lobby, GAME)

        async def served(*versions):
            def announced():
                ready = pods.ready
                return {
                    version for pod in ready if pod.description for version in pod.description.rules_versions
                } == set(versions)

            await eventually(announced, within=90)

        async def begun(version):
            table_id, guests = await house.started(game=GAME)
            assert (await guests[0].record(table_id)).rules_version == version
            return table_id, guests

        async def plays_on(table_id, guests):
            for guest in guests:
                if (await guest.view(table_id)).prompts:
                    await guest.pick(table_id)

        async with serving(ROOT, ports[0]):
            await served(NOW)
            old = await begun(NOW)
            await plays_on(*old)
            async with serving(newer, ports[1]):
                await served(NOW, NEXT)
                new = await begun(NEXT)
                await plays_on(*old)
                await plays_on(*new)
            # Rolled back: what began by the newer rules waits, and new tables have the older ones.
            await served(NOW)
            error = await refused(new[1][0].view(new[0]))
            assert (error.reason, error.metadata) == ("TABLE_STRANDED", {"game": GAME, "version": str(NEXT)})
            assert (await new[1][0].table(new[0])).stranded
            await plays_on(*old)
            await begun(NOW)
        # Rolled on to rules that continue the older ones: both go on.
        async with serving(heir, ports[2]):
            await served(NOW, NEXT)
            await plays_on(*old)
            await plays_on(*new)
            await begun(NEXT)
            for table_id, guests in (old, new):
                assert not (await guests[0].table(table_id)).stranded
                stored = await lobby.tables.store.journal(table_id)
                assert len(stored) > len(guests)
