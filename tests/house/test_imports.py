"""Import directions: the contracts stand in pyproject.toml."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from services.platform.games import EXAMPLES, SERVICES, games_in, package_of
from tests.house.files import ROOT, committed

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
PACKAGES = {
    f"{folder.parent.name}.{folder.name}"
    for house in ("services", "clients")
    for folder in (ROOT / house).iterdir()
    if (folder / "__init__.py").is_file()
} | {"galaxy_client"}


def lint(config: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, "--config", config, "--no-cache", "--no-logo"],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_contract_is_kept() -> None:
    checked = lint(ROOT / "pyproject.toml", ROOT)
    assert checked.returncode == 0, checked.stdout


def test_no_package_escapes_the_contracts() -> None:
    roots = set(SETTINGS["root_packages"])
    assert {package for package in PACKAGES if package.partition(".")[0] not in roots} <= roots
    contracts = {contract["id"]: contract for contract in SETTINGS["contracts"]}
    for everywhere in ("apart", "redis", "database"):
        named = contracts[everywhere]["source_modules"]
        assert {package for package in PACKAGES if not any(fnmatch(package, each) for each in named)} == set()
    games = {package_of(game) for game in games_in(SERVICES)}
    assert len(games) > 3
    assert PACKAGES - set(contracts["kit"]["source_modules"]) == games | {"services.kit", "services.arena"}


def test_no_contract_names_a_game() -> None:
    assert not [game for game in games_in(SERVICES) if f"services.{game}" in str(SETTINGS)]


def test_a_forbidden_import_is_found(tmp_path: Path) -> None:
    for package in {*PACKAGES, "services.newcomer", "examples.newcomer", "examples.python"}:
        folder = tmp_path / package.replace(".", "/")
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    for room in ("store", "table"):
        (tmp_path / "services/lobby" / room).mkdir()
        (tmp_path / "services/lobby" / room / "__init__.py").touch()
    (tmp_path / "services/lobby/store/connection.py").write_text("import hiredis\n")
    (tmp_path / "services/kit/served.py").write_text("import services.serving\n")
    for game in ("services/roll", "services/newcomer", "examples/newcomer"):
        (tmp_path / game / "rules.py").write_text("import services.kit.served\n")
    for module in ("services.kit", "services.roll", "services.bots"):
        (tmp_path / f"services/arena/{module[9:]}.py").write_text(f"import {module}\n")
    (tmp_path / "services/bots/host.py").write_text("import galaxy_client\nimport services.serving\n")
    allowed = lint(ROOT / "pyproject.toml", tmp_path)
    assert allowed.returncode == 0, allowed.stdout + allowed.stderr
    forbidden = {
        "services/lobby/sly.py": ("services.arena", "services.newcomer", "services.kit", "galaxy_client"),
        "services/lobby/table/sly.py": ("services.lobby.store",),
        "services/kit/sly.py": ("services.lobby", "services.newcomer", "galaxy_client"),
        "services/serving/sly.py": ("services.kit", "services.race", "galaxy_client"),
        "services/roll/sly.py": ("services.race", "services.arena", "services.newcomer", "services.serving", "redis"),
        "services/newcomer/sly.py": ("services.race", "services.serving", "services.bots", "galaxy_client", "redis"),
        "examples/newcomer/sly.py": ("services.race", "services.serving", "sqlalchemy"),
        "services/bots/sly.py": ("hiredis", "services.newcomer", "services.lobby", "services.kit", "services.arena"),
        "services/arena/sly.py": ("hiredis", "services.serving", "galaxy_client"),
        "services/platform/sly.py": ("services.lobby", "services.newcomer"),
        "clients/terminal/sly.py": ("services.serving", "services.newcomer", "clients.verify"),
        "clients/verify/sly.py": ("services.serving", "services.kit"),
        "clients/contract/sly.py": ("services.serving", "services.kit", "clients.verify"),
        "galaxy_client/sly.py": ("services.serving", "services.kit", "services.newcomer"),
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
    inside = re.compile(r"^\s*(?:from|import) services\.kit\.(?!server\b)", re.MULTILINE)
    assert inside.search("from services.kit.flow import Flow")
    folders = [package.replace(".", "/") for house in (SERVICES, EXAMPLES) for package in games_in(house).values()]
    sources = [path for path in committed(*folders) if path.suffix == ".py"]
    assert len(sources) > 100
    assert [str(path) for path in sources if inside.search(path.read_text())] == []


def test_rules_need_no_imports_for_types_alone() -> None:
    folders = ["services/kit", *(package.replace(".", "/") for package in games_in(SERVICES).values())]
    sources = [path for path in committed(*folders) if path.suffix == ".py"]
    assert len(sources) > 100
    assert [str(path) for path in sources if "TYPE_CHECKING" in path.read_text()] == []
