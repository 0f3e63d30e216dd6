"""`make publish-dry-run` publishes a release to registries on this machine, and installs it from there.

`python -m tools.publishing FOLDER`; `make dist` must have built into FOLDER.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.publishing.registries import PROGRAMS, npm_registry, python_registry
from tools.release.artefacts import read_sums
from tools.sdk_package import node, npm

SDK = "galaxytables-client"


def publish_wheels(wheels: list[Path], address: str) -> None:
    """Check the metadata of wheels and upload them to a registry. Raises `CalledProcessError`."""
    files = list(map(str, wheels))
    twine = str(PROGRAMS / "bin" / "twine")
    _run(twine, "check", "--strict", *files)
    account = ("--username", "anybody", "--password", "anything")
    _run(twine, "upload", "--non-interactive", "--disable-progress-bar", *account, "--repository-url", address, *files)


def install_wheels(wheels: list[Path], version: str, address: str, folder: Path) -> str:
    """Install the platform into a new environment, play a game there, and return the output.

    Raises `CalledProcessError`.
    """
    environment = folder / "environment"
    uv = str(Path(sys.executable).with_name("uv"))
    # An earlier dry run may have had the same port.
    fresh = [f"--refresh-package={wheel.name.partition('-')[0].replace('_', '-')}" for wheel in wheels]
    _run(uv, "venv", "--quiet", "--python", sys.executable, str(environment), folder=folder)
    python = ("--quiet", "--python", str(environment / "bin" / "python"))
    _run(uv, "pip", "install", *python, *fresh, f"--index={address}simple/", f"galaxytables=={version}", folder=folder)
    return _run("env", "GAME=jump", str(environment / "bin" / "galaxytables"), "demo", folder=folder)


def publish_package(package: Path, address: str, folder: Path) -> None:
    """Publish the package of the TypeScript client to a registry. Raises `CalledProcessError`."""
    _use_registry(address, folder)
    npm("publish", str(package.resolve()), f"--cache={folder / 'cache'}", folder=folder)


def install_package(package: Path, version: str, address: str, folder: Path) -> list[str]:
    """Install the TypeScript client into a new project, and return the names that it exports.

    Raises `CalledProcessError`.
    """
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    _use_registry(address, folder)
    npm("install", f"{SDK}@{version}", f"--cache={folder / 'cache'}", folder=folder)
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    digest = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if lock["packages"][f"node_modules/{SDK}"]["integrity"] != f"sha512-{digest}":
        raise ValueError(f"The registry gives another {SDK} than {package}.")
    names = f'import * as sdk from "{SDK}"; console.log(Object.keys(sdk).join(" "))'
    return node("--input-type=module", "--eval", names, folder=folder).split()


def dry_run(dist: Path, folder: Path) -> None:
    """Publish and install everything in an empty folder, with local registries. Prints each step.

    Raises `CalledProcessError`, `TimeoutError`, `ValueError`.
    """
    files = read_sums(dist)
    wheels = [file for file in files if file.suffix == ".whl"]
    (package,) = (file for file in files if file.suffix == ".tgz")
    version = package.name.removeprefix(f"{SDK}-").removesuffix(".tgz")
    projects = [folder / name for name in ("python", "publisher", "node")]
    for project in projects:
        project.mkdir()
    python, publisher, fresh = projects
    with python_registry(folder / "wheels") as address:
        publish_wheels(wheels, address)
        demo = install_wheels(wheels, version, address, python)
    sys.stdout.write(f"{len(wheels)} wheels were published and installed from there:\n{demo}")
    with npm_registry(folder / "packages", SDK) as address:
        publish_package(package, address, publisher)
        names = install_package(package, version, address, fresh)
    sys.stdout.write(f"{package.name} was published and installed from there; it exports {len(names)} names.\n")


def _use_registry(address: str, folder: Path) -> None:
    """Let npm use a registry in a folder, which asks for no account; npm wants to have one all the same."""
    account = address.removeprefix("http:")
    (folder / ".npmrc").write_text(f"registry={address}\n{account}:_authToken=anybody\n", encoding="utf-8")


def _run(*command: str, folder: Path | None = None) -> str:
    """Run a command that knows nothing of this repository; return what it printed. Raises `CalledProcessError`."""
    ours = ("PYTHON", "VIRTUAL_ENV", "GALAXYTABLES_", "TWINE_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def main(arguments: list[str]) -> int:
    """Run the dry run with the release in the folder given as argument. Returns the exit code."""
    (dist,) = map(Path, arguments)
    with tempfile.TemporaryDirectory() as folder:
        try:
            dry_run(dist, Path(folder))
        except (subprocess.CalledProcessError, TimeoutError, ValueError) as error:
            sys.stderr.write(f"{getattr(error, 'stdout', None) or ''}{error}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
