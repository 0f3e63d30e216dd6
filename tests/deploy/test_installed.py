"""Built packages alone, in fresh environments and empty folders.

The wheels are a platform with the page and all games. One of them is an outsider's, which `galaxytables new-game` has
made, with nothing edited for it. The clients of Python and TypeScript play there.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from galaxytables_client import Guest, Lobby
from galaxytables_platform.demo.hosting import host
from galaxytables_platform.games import SERVICES, games_in
from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.question_panel import QuestionPanel
from galaxytables_terminal.settings import read_settings as read_terminal_settings
from tests.client.building import TOP
from tests.deploy.node import node, npm, packed, tool
from tests.deploy.test_package import INDEX, wheels  # noqa: F401  # a fixture
from tests.e2e.running import RunningPlatform
from tests.terminal.driving import Player

pytestmark = [pytest.mark.e2e]
OUTSIDER = "river_stones"
GAMES = sorted((*games_in(SERVICES), OUTSIDER))
OPERATOR = "olga:operators-own-secret-of-thirty-two-bytes"


class Installed(RunningPlatform):
    """A platform that the installed command keeps up, in an environment that knows nothing of this repository."""

    def __init__(self, programs: Path, folder: Path) -> None:
        super().__init__(folder / ".data", GAMES="", GALAXYTABLES_ADMIN_KEYS=OPERATOR)
        kept = {name: value for name, value in self._environment.items() if name.endswith(("_PORT", "ADMIN_KEYS"))}
        self._environment = {**kept, "PATH": os.defpath, "HOME": str(folder)}
        self._programs, self._folder = programs, folder

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._programs / "galaxytables", "run"],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.until_printed("ready", 240)

    def command(self, *words: str) -> str:
        """Run another command on the same settings; give what it printed."""
        done = subprocess.run(
            [self._programs / "galaxytables", *words],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def install(environment: Path, folder: Path, *names: str) -> Path:
    """Install packages from a folder of wheels into a fresh environment; return where its programs are."""
    uv("venv", "--quiet", "--python", sys.executable, str(environment))
    add(environment / "bin", folder, *names)
    return environment / "bin"


def uv(*words: str, folder: Path | None = None) -> None:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    program = Path(sys.executable).with_name("uv")
    done = subprocess.run([program, *words], env=known, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def add(programs: Path, ours: Path, *wanted: str) -> None:
    """Install more from our wheels. What others made comes from the cache that `make setup` has filled."""
    lock = str(TOP / "requirements.lock")
    constraints = ("--constraint", lock, "--build-constraint", lock, "--find-links", str(ours))
    uv("pip", "install", "--quiet", "--offline", "--python", str(programs / "python"), *constraints, *wanted)


@dataclass(frozen=True)
class Project:
    """A game of an outsider's, as its author made it in an empty folder."""

    folder: Path
    tested: str
    wheel: Path


@pytest.fixture(scope="module")
def installed(wheels, tmp_path_factory):  # noqa: F811  # as above
    """The folder of the programs."""
    (folder,) = {wheel.parent for wheel in wheels.values()}
    return install(tmp_path_factory.mktemp("installed") / "environment", folder, "galaxytables")


@pytest.fixture(scope="module")
def outsider(installed, wheels, tmp_path_factory):  # noqa: F811  # as above
    """A new game: its tests have run, and its wheel is installed in place of its sources."""
    empty = tmp_path_factory.mktemp("outsider")
    known = {"PATH": os.defpath, "HOME": str(empty)}

    def run(*words: str, folder: Path) -> str:
        done = subprocess.run(words, cwd=folder, env=known, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (ours,) = {wheel.parent for wheel in wheels.values()}
    run(str(installed / "galaxytables"), "new-game", OUTSIDER, folder=empty)
    project = empty / OUTSIDER
    add(installed, ours, f"{project}[test]", "hatchling")
    tested = run(str(installed / "python"), "-m", OUTSIDER, "test", "-q", folder=project)
    run(str(installed / "python"), "-m", "hatchling", "build", "-t", "wheel", folder=project)
    (wheel,) = (project / "dist").glob("*.whl")
    uv("pip", "uninstall", "--quiet", "--python", str(installed / "python"), OUTSIDER)
    add(installed, ours, str(wheel))
    return Project(project, tested, wheel)


@pytest.fixture(scope="module")
def platform(installed, outsider, tmp_path_factory):
    assert outsider.wheel.exists(), "it is installed before the platform starts"
    running = Installed(installed, tmp_path_factory.mktemp("empty"))
    running.start()
    yield running
    assert running.stop() == 0


def test_the_tests_of_a_new_game_pass_in_its_own_folder(outsider):
    assert re.search(r"^33 passed in ", outsider.tested, re.MULTILINE), outsider.tested
    with zipfile.ZipFile(outsider.wheel) as wheel:
        names = set(wheel.namelist())
    assert {f"{OUTSIDER}/cards.json", f"{OUTSIDER}/words/en/{OUTSIDER}.ftl", f"{OUTSIDER}/rules.py"} <= names


@pytest.mark.release
async def test_a_person_plays_it_in_the_terminal_in_words_that_she_can_read(platform, tmp_path):
    given = [f"GALAXYTABLES_LOBBY={platform.lobby}", f"GALAXYTABLES_STATE={tmp_path}", "NAME=Ann", "LANGUAGE=ja"]
    app = TerminalApp(read_terminal_settings({}, [*given, f"GAME={OUTSIDER}", "BOTS=1"]))
    async with app.run_test(size=(100, 40)) as pilot:
        ann = Player(app, pilot)
        screen = await ann.sees("Which card do you take?", "Cards to come", within=120)
        assert not re.search("red_|green_|blue_", screen)
        asked = set()
        async with asyncio.timeout(120):
            while "Most of a colour" not in ann.screen:
                panels = app.screen.query("#question")
                answer = panels.first(QuestionPanel)._answer if panels else None
                if answer is not None:
                    asked.add(answer.prompt.id)
                    await ann.press("1")
                    await pilot.pause(0.3)
                    await ann.press("enter")
                await pilot.pause(0.5)
        assert len(asked) in {5, 6}, "the last card is taken without a question"


async def test_bots_play_it_the_page_can_draw_it_and_its_record_is_proved(platform):
    def call(name: str, **fields: object) -> dict[str, Any]:
        address = f"http://{platform.web}/galaxytables.lobby.v1.{name}"
        request = urllib.request.Request(address, json.dumps(fields).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310  # http, as it says above
            return dict(json.load(answer))

    async with Lobby(platform.lobby, Guest("Ada")) as lobby:
        table = await host(lobby, OUTSIDER, {"row": "4"}, ["random"] * 3, "Stones")
        async for _ in lobby.play.watch(table.id, from_event=0):
            pass
    cards = call("TableService/GetComponents", game=OUTSIDER)["catalogue"]["components"]
    assert {card["name"] for card in cards} >= {"Red 1", "Blue 4"}
    words = call("TableService/GetWords", game=OUTSIDER, language="ja")["words"]
    assert "prompt-take = Which card do you take?" in words["messages"]
    view = call("PlayService/GetView", tableId=table.id)["update"]["view"]
    assert view["@type"].endswith("/google.protobuf.Struct")
    taken = [card for player in view["value"]["players"] for card in player["cards"]]
    assert sorted(taken) == sorted(card["id"] for card in cards)
    proved = platform.command("verify", f"TABLE={table.id}", f"SERVER={platform.lobby}")
    assert proved.endswith("\nverified\n")


@pytest.mark.release
def test_its_rules_service_keeps_the_contract(platform):
    lacks = (
        *("barred", "broken_rule", "options_conflict", "secret_choice", "several_asked", "several_picks"),
        *("told_to_one", "undone", "undone_in_secret"),
    )
    ((_, address, _),) = [line.split() for line in platform.printed if line.split()[:1] == [OUTSIDER]]
    platform.command("contract", "--target", address, "--games", "3", "--lacks", ",".join(lacks))


def test_it_serves_the_page_of_the_wheel(platform):
    with urllib.request.urlopen(f"http://{platform.web}/", timeout=60) as page:
        assert page.read().decode() == INDEX


async def test_bots_play_all_games_and_a_bundle_tells_the_doctors_findings_and_nothing_hidden(platform, tmp_path):
    async with Lobby(platform.lobby, Guest("Ada")) as lobby:
        offered = {offer.description.game: offer for offer in (await lobby.tables.games()).games}
        assert sorted(offered) == GAMES
        tables = {
            game: await host(lobby, game, {}, ["random"] * max(2, offer.description.least_seats), f"{game} of bots")
            for game, offer in offered.items()
        }
        platform.command("bundle", str(tmp_path / "bundle.zip"))
        with zipfile.ZipFile(tmp_path / "bundle.zip") as opened:
            bundle = {name: opened.read(name) for name in opened.namelist()}
        doctor = bundle["doctor.txt"].decode()
        assert "ok       running   all processes answer, and all games are offered\n" in doctor
        assert "ok       store     Valkey" in doctor
        assert "problem" not in doctor
        assert {"logs/lobby.log", "metrics/lobby.txt", "metrics/race.txt", "health.json"} <= bundle.keys()
        keys = (platform.data / "token-keys").read_text().strip()
        hidden = [keys.encode(), keys.partition(":")[2].encode(), OPERATOR.partition(":")[2].encode()]
        for table in tables.values():
            async for _ in lobby.play.watch(table.id, from_event=0):
                pass
            record = await lobby.play.record(table.id)
            assert record.choices
            hidden += [record.seed, record.seed.hex().encode(), table.invitation.encode()]
    assert len(hidden) > 12
    assert not [(name, part) for name, text in bundle.items() for part in filter(None, hidden) if part in text]


def test_a_bench_measures_it(platform):
    said = platform.command("bench", "--server", platform.lobby, "--tables", "2", "--seconds", "1")
    measured = re.fullmatch(r"jump, 2 tables: (\d+) choices a second; an answer takes ([\d.]+) ms, .* ms\n", said)
    assert measured is not None, said
    assert int(measured[1]) > 0


PAGE = (TOP / "docs/tutorials/environments.md").read_text()
TEN_LINES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
LOADED = (
    "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules if name.startswith('galaxytables_')}))"
)
PACKAGES = (
    "import importlib.metadata as m; "
    "print(*sorted(each.name for each in m.distributions() if each.name.startswith('galaxytables')))"
)


def test_kit_and_one_game_are_an_environment_in_ten_lines(wheels, tmp_path):  # noqa: F811  # as above
    """From an empty folder with wheels alone: what the tutorial shows, without lobby, gateway and bots."""
    (folder,) = {wheel.parent for wheel in wheels.values()}
    programs = install(tmp_path / "environment", folder, "galaxytables-kit", "galaxytables-race")
    (empty := tmp_path / "empty").mkdir()

    def printed(program: str) -> list[str]:
        done = subprocess.run(
            [programs / "python", "-c", program],
            cwd=empty,
            env={"PATH": os.defpath, "HOME": str(empty)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    *said, loaded = printed(f"{TEN_LINES}\n{LOADED}")
    assert said[0].startswith("0 setup.")
    assert re.fullmatch(r"\[-?1\.0, -?1\.0\] \[\d+, \d+\]", said[1])
    assert set(loaded.split()) == {f"galaxytables_{name}" for name in ("kit", "race", "runtime", "serving")}
    parts = ("client", "kit", "protos", "race", "runtime", "serving")
    assert printed(PACKAGES)[0].split() == [f"galaxytables-{name}" for name in parts]
    assert not list(empty.iterdir())


def sample(readme, language, **addresses):
    """The first program of a README, with other addresses."""
    text = (TOP / readme).read_text().partition(f"```{language}\n")[2].partition("```")[0]
    for usual, own in addresses.values():
        assert usual in text
        text = text.replace(usual, own)
    return text


def test_the_python_client_is_installed_alone_and_plays_a_game(platform, wheels, tmp_path):  # noqa: F811  # as above
    (folder,) = {wheel.parent for wheel in wheels.values()}
    programs = install(tmp_path / "environment", folder, "galaxytables-client")
    (project := tmp_path / "project").mkdir()
    (project / "bot.py").write_text(sample("README.md", "python", lobby=("127.0.0.1:5100", platform.lobby)))
    done = subprocess.run(
        [programs / "python", "bot.py"], cwd=project, env={}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    points = json.loads(done.stdout)
    assert len(points) == 2
    assert max(points) >= 50
    listed = subprocess.run(
        [programs / "python", "-c", "import galaxytables_lobby"], cwd=project, capture_output=True, check=False
    )
    assert b"ModuleNotFoundError" in listed.stderr, "the client brought the platform"


@pytest.mark.release
def test_the_typescript_client_is_installed_from_its_package_and_plays_a_game(platform, tmp_path):
    (built := tmp_path / "built").mkdir()
    (project := tmp_path / "project").mkdir()
    package = packed(built)
    # Whether every way to import it leads to code and types, by those who know all ways.
    tool("publint", "src/cli.js", "run", str(package), "--strict", folder=project)
    imports = (".", "./gen/galaxytables/jump/v1/jump_pb")
    attw = ("--profile", "esm-only", "--entrypoints", *imports, "--format", "ascii")
    tool("@arethetypeswrong/cli", "dist/index.js", str(package), *attw, folder=project)
    (project / "package.json").write_text('{"type": "module"}')
    npm("install", str(package), folder=project)
    bot = sample("clients/web/sdk/README.md", "ts", gateway=("http://127.0.0.1:5180", f"http://{platform.web}"))
    types = 'import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";\n'
    sandbox = """
const sandbox = await lobby.tables.createTable({ sandbox: { tableId: table!.id } });
console.log(`a sandbox of it: ${sandbox.table!.sandboxOf === table!.id}`);
export type View = JumpView;
"""
    (project / "bot.ts").write_text(f"{types}{bot}{sandbox}")
    check = ("--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022")
    tool("typescript", "bin/tsc", *check, "bot.ts", folder=project)
    said = node("bot.ts", folder=project)
    points = re.findall(r"^seat (\d): (\d+) points, rank \d$", said, re.MULTILINE)
    assert [seat for seat, _ in points] == ["0", "1"], said
    assert "a sandbox of it: true\n" in said
    assert max(int(each) for _, each in points) >= 50


@pytest.fixture(params=["3.12", "3.13", "3.14"])
def newer_python(request):
    """The version of a Python on PATH, and where it is."""
    program = Path(sys.executable).with_name("uv")
    command = [program, "python", "find", "--no-python-downloads", "--no-project", request.param]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(f"Python {request.param} is not on PATH")
    return request.param, found.stdout.strip()


@pytest.mark.release
async def test_it_runs_on_newer_pythons(newer_python, wheels, tmp_path):  # noqa: F811  # as above
    """What others made comes from the package index: what `make setup` has fetched is for one Python."""
    version, interpreter = newer_python
    (ours,) = {wheel.parent for wheel in wheels.values()}
    programs = tmp_path / "environment" / "bin"
    uv("venv", "--quiet", "--python", interpreter, str(programs.parent))
    wanted = ("--constraint", str(TOP / "requirements.lock"), "--find-links", str(ours), "galaxytables")
    uv("pip", "install", "--quiet", "--python", str(programs / "python"), *wanted)
    (home := tmp_path / "home").mkdir()
    platform = Installed(programs, home)
    assert f"(Python {version}." in platform.command("--version")
    platform.start()
    assert "problem" not in platform.command("doctor")
    async with Lobby(platform.lobby, Guest("Ada")) as lobby:
        for offer in (await lobby.tables.games()).games:
            description = offer.description
            table = await host(lobby, description.game, {}, ["random"] * max(2, description.least_seats), "of bots")
            async for _ in lobby.play.watch(table.id, from_event=0):
                pass
            proved = platform.command("verify", f"TABLE={table.id}", f"SERVER={platform.lobby}")
            assert proved.endswith("\nverified\n")
    assert platform.stop() == 0


USED = {
    "gymnasium": "from galaxytables_kit.environment.single import SeatEnv; SeatEnv('race').reset()",
    "openspiel": "import pyspiel, galaxytables_kit.environment.openspiel as _; pyspiel.load_game('galaxytables_race')",
    "pettingzoo": "from galaxytables_kit.environment.aec import env; env('race').reset()",
}


@pytest.mark.release
@pytest.mark.parametrize("extra", USED)
def test_an_extra_brings_all_that_its_adapter_needs(extra, wheels, tmp_path):  # noqa: F811  # as above
    (folder,) = {wheel.parent for wheel in wheels.values()}
    programs = install(tmp_path / "environment", folder, f"galaxytables-kit[{extra}]", "galaxytables-race")
    command = [str(programs / "python"), "-c", USED[extra]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
