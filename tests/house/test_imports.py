"""Import directions: the contracts stand in pyproject.toml."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from galaxytables_platform.games import SERVICES, example_games, games_in, package_of
from tests.house.files import ROOT, committed
from tools.workspace import import_packages, python_path

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
PACKAGES = set(import_packages(ROOT))


def lint(config: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, "--config", config, "--no-cache", "--no-logo"],
        cwd=folder,
        env={"PYTHONPATH": python_path(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def rooms_of_games() -> Iterator[str]:
    """The rooms that contracts of layers name, game by game."""
    for contract in SETTINGS["contracts"]:
        for game in contract.get("containers", ()):
            yield from (f"{game}.{room}" for room in " | ".join(contract["layers"]).split(" | "))


def make_package(folder: Path) -> None:
    """Make a package with nothing in it."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()


def test_every_contract_is_kept() -> None:
    checked = lint(ROOT / "pyproject.toml", ROOT)
    assert checked.returncode == 0, checked.stdout


def test_no_package_escapes_the_contracts() -> None:
    roots = set(SETTINGS["root_packages"])
    assert roots >= PACKAGES
    contracts = {contract["id"]: contract for contract in SETTINGS["contracts"]}
    for everywhere in ("apart", "redis", "database"):
        named = contracts[everywhere]["source_modules"]
        assert {package for package in PACKAGES if not any(fnmatch(package, each) for each in named)} == set()
    games = {package_of(game) for game in games_in(SERVICES)}
    assert len(games) > 3
    above = {"galaxytables_kit", "galaxytables_arena", "galaxytables_runtime"}
    assert PACKAGES - set(contracts["kit"]["source_modules"]) == games | above


def test_a_forbidden_import_is_found(tmp_path: Path) -> None:
    for package in (*PACKAGES, "examples.newcomer", "examples.python", *rooms_of_games()):
        make_package(tmp_path / package.replace(".", "/"))
    for room in ("adapters", "adapters/redis", "domain"):
        make_package(tmp_path / "galaxytables_lobby" / room)
    (tmp_path / "galaxytables_lobby/adapters/redis/connection.py").write_text("import hiredis\n")
    (tmp_path / "galaxytables_kit/served.py").write_text("import galaxytables_serving\n")
    for rules in ("galaxytables_roll/rules/__init__.py", "examples/newcomer/rules.py"):
        (tmp_path / rules).write_text("import galaxytables_kit.served\n")
    for module in ("galaxytables_kit", "galaxytables_roll", "galaxytables_bots"):
        (tmp_path / f"galaxytables_arena/{module.removeprefix('galaxytables_')}.py").write_text(f"import {module}\n")
    (tmp_path / "galaxytables_bots/host.py").write_text("import galaxytables_client\nimport galaxytables_serving\n")
    allowed = lint(ROOT / "pyproject.toml", tmp_path)
    assert allowed.returncode == 0, allowed.stdout + allowed.stderr
    forbidden = {
        "galaxytables_lobby/sly.py": (
            "galaxytables_arena",
            "examples.newcomer",
            "galaxytables_kit",
            "galaxytables_client",
        ),
        "galaxytables_lobby/domain/sly.py": ("galaxytables_lobby.adapters.redis",),
        "galaxytables_race/components/sly.py": ("galaxytables_race.powers",),
        "galaxytables_beyond/table/sly.py": ("galaxytables_beyond.operations",),
        "galaxytables_kit/sly.py": ("galaxytables_lobby", "examples.newcomer", "galaxytables_client"),
        "galaxytables_serving/sly.py": (
            "galaxytables_kit",
            "galaxytables_race",
            "galaxytables_client",
        ),
        "galaxytables_roll/sly.py": (
            "galaxytables_race",
            "galaxytables_arena",
            "examples.newcomer",
            "galaxytables_serving",
            "redis",
        ),
        "examples/newcomer/sly.py": ("galaxytables_race", "galaxytables_serving", "sqlalchemy"),
        "galaxytables_bots/sly.py": (
            "hiredis",
            "examples.newcomer",
            "galaxytables_lobby",
            "galaxytables_kit",
            "galaxytables_arena",
        ),
        "galaxytables_arena/sly.py": ("hiredis", "galaxytables_serving", "galaxytables_client"),
        "galaxytables_platform/sly.py": ("galaxytables_lobby", "examples.newcomer"),
        "galaxytables_terminal/sly.py": (
            "galaxytables_serving",
            "examples.newcomer",
            "galaxytables_verify",
        ),
        "galaxytables_verify/sly.py": ("galaxytables_serving", "galaxytables_kit"),
        "galaxytables_contract/sly.py": (
            "galaxytables_serving",
            "galaxytables_kit",
            "galaxytables_verify",
        ),
        "galaxytables_client/sly.py": ("galaxytables_serving", "galaxytables_kit", "examples.newcomer"),
    }
    for file, modules in forbidden.items():
        (tmp_path / file).write_text("".join(f"import {module}\n" for module in modules))
    checked = lint(ROOT / "pyproject.toml", tmp_path)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    for file, modules in forbidden.items():
        sly = file.removesuffix(".py").replace("/", ".")
        for module in modules:
            assert f"{sly} -> {module.removesuffix('.asyncio')} " in checked.stdout, f"{sly} may import {module}"


def test_games_import_the_kit_by_its_public_face() -> None:
    inside = re.compile(r"^\s*(?:from|import) galaxytables_kit\.(?!server\b)", re.MULTILINE)
    assert inside.search("from galaxytables_kit.flow import Flow")
    ours = [import_packages(ROOT)[package] for package in games_in(SERVICES).values()]
    folders = [*map(str, ours), *(package.replace(".", "/") for package in example_games().values())]
    sources = [path for path in committed(*folders) if path.suffix == ".py"]
    assert len(sources) > 100
    assert [str(path) for path in sources if inside.search(path.read_text())] == []


def test_rules_need_no_imports_for_types_alone() -> None:
    packages = import_packages(ROOT)
    folders = [str(packages[package]) for package in ("galaxytables_kit", *games_in(SERVICES).values())]
    sources = [path for path in committed(*folders) if path.suffix == ".py"]
    assert len(sources) > 100
    assert [str(path) for path in sources if "TYPE_CHECKING" in path.read_text()] == []
