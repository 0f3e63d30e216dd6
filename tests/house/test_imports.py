"""Import directions: the contracts stand in pyproject.toml."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.house.files import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
PACKAGES = {
    f"{folder.parent.name}.{folder.name}"
    for house in ("services", "clients")
    for folder in (ROOT / house).iterdir()
    if (folder / "__init__.py").is_file()
} | {"galaxy_client"}
GAMES = {"services.jump", "services.race", "services.roll", "services.beyond"}


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
    assert set(SETTINGS["root_packages"]) == PACKAGES
    contracts = {contract["id"]: contract for contract in SETTINGS["contracts"]}
    for apart in ("redis", "database"):
        assert set(contracts[apart]["source_modules"]) == PACKAGES
    assert set(contracts["games-apart"]["modules"]) == GAMES
    may_import = {
        "serving": set(),
        "kit": {"services.serving"},
        "games-on-kit": {"services.kit"},
        "lobby": {"services.serving"},
        "bots": {"services.serving", "galaxy_client"},
        "platform": {"services.serving", "galaxy_client"},
        "client": set(),
        "terminal": {"galaxy_client"},
        "verify": {"galaxy_client"},
    }
    assert may_import.keys() | {"redis", "database", "games-apart"} == contracts.keys()
    for name, allowed in may_import.items():
        others = PACKAGES - set(contracts[name]["source_modules"])
        assert others - set(contracts[name]["forbidden_modules"]) == allowed, name


def test_a_forbidden_import_is_found(tmp_path: Path) -> None:
    for package in PACKAGES:
        folder = tmp_path / package.replace(".", "/")
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    store = tmp_path / "services/lobby/store"
    store.mkdir()
    (store / "__init__.py").touch()
    (store / "connection.py").write_text("import redis\n")
    assert lint(ROOT / "pyproject.toml", tmp_path).returncode == 0
    forbidden = {
        "services/lobby/sly.py": "import services.jump",
        "services/kit/sly.py": "import services.lobby",
        "services/roll/sly.py": "import services.race",
        "services/race/sly.py": "import services.serving",
        "services/bots/sly.py": "import redis.asyncio",
        "clients/terminal/sly.py": "import services.serving",
        "clients/verify/sly.py": "import services.serving",
        "galaxy_client/sly.py": "import services.serving",
    }
    for file, line in forbidden.items():
        (tmp_path / file).write_text(f"{line}\n")
        checked = lint(ROOT / "pyproject.toml", tmp_path)
        assert checked.returncode == 1, (file, checked.stdout, checked.stderr)
        assert "sly" in checked.stdout
        (tmp_path / file).unlink()
