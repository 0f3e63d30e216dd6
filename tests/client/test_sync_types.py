"""The types of the client without `async`: those of `galaxytables_client`, and what mypy says of programs with them."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import galaxytables_client
from tools import sync_types

RIGHT = """
from collections.abc import Generator
from typing import assert_type
from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_client import Guest
from galaxytables_client.sync import Lobby, Seat

with Lobby("127.0.0.1:5100", Guest("Ada")) as lobby:
    table = lobby.tables.create("jump", 2)
    assert_type(table, tables_pb2.Table)
    assert_type(lobby.play.watch(table.id), Generator[play_pb2.TableUpdate, None, None])
    seat = lobby.play.seat(table.id)
    assert_type(seat, Seat)
    for prompt in seat.prompts():
        assert_type(seat.answer(prompt, prompt.options[0]), bool)
    assert_type(seat.last.state, tables_pb2.TableState.ValueType)
"""
HEAD = """
from galaxytables_client import Guest
from galaxytables_client.sync import Lobby

lobby = Lobby("127.0.0.1:5100", Guest("Ada"))
"""
WRONG = {
    'lobby.tables.create("jump")': "call-arg",
    "lobby.tables.create(2, 2)": "arg-type",
    "lobby.play.view('t').nothing": "attr-defined",
    "lobby.play_stream()": "attr-defined",
    "lobby.players.me().send": "attr-defined",
}


def mypy(folder: Path, program: str) -> str:
    file = folder / "program.py"
    file.write_text(program)
    # As whoever has installed the packages: nothing but what they say of their types.
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--no-error-summary",
        "--follow-imports=silent",
    ]
    found = {"MYPYPATH": str(sync_types.TOP), "PATH": "", "HOME": str(folder)}
    ended = subprocess.run([*command, file.name], cwd=folder, capture_output=True, text=True, env=found, check=False)
    return ended.stdout + ended.stderr


def test_the_stub_is_what_the_client_says() -> None:
    assert sync_types.STUB.read_text() == sync_types.stub(), "python -m tools.sync_types"


def test_packages_say_that_they_have_types() -> None:
    folder = Path(galaxytables_client.__file__).parent
    assert (folder / "py.typed").exists()
    assert sync_types.STUB.parent == folder
    # The distribution carries both, as all that lies in the package.
    about = tomllib.loads((sync_types.TOP / "clients/python/pyproject.toml").read_text())
    assert about["tool"]["hatch"]["build"]["targets"]["wheel"] == {"packages": ["galaxytables_client"]}


def test_a_right_program_passes_the_strictest_check(tmp_path: Path) -> None:
    assert mypy(tmp_path, RIGHT) == ""


def test_a_wrong_program_is_told_so(tmp_path: Path) -> None:
    first = HEAD.count("\n") + 1
    heard = mypy(tmp_path, HEAD + "\n".join(WRONG))
    expected = {first + number: code for number, code in enumerate(WRONG.values())}
    found = re.findall(r"^program\.py:(\d+): error: .*  \[([a-z-]+)\]$", heard, re.MULTILINE)
    assert {int(line): code for line, code in found} == expected, heard
