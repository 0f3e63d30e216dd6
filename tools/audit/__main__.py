"""`make audit` checks whether a package in a lock file has a known vulnerability.

pip-audit looks up Python packages and npm looks up its own, each in a database on the network. The exit code is 1 if
a vulnerability is found that is not accepted with a reason (`tool.audit` in pyproject.toml), 2 if a database could not
be asked. With `IF_REACHABLE=1` the latter is only printed, for machines that reach nothing but package registries.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tools.audit.answers import Found, UnreachableError, read_npm, read_pip_audit

TOP = Path(__file__).parents[2]
SECONDS = 300
Look = Callable[[Path], list[Found]]


def look_up_python(lock: Path) -> list[Found]:
    """Return the known vulnerabilities of the packages in a pip lock file. Raises `UnreachableError`."""
    options = ["--format", "json", "--progress-spinner", "off", "--no-deps", "--disable-pip"]
    return read_pip_audit(_output_of([sys.executable, "-m", "pip_audit", *options, "--requirement", str(lock)], TOP))


def look_up_npm(npm: Sequence[str]) -> Look:
    """Return a function that looks up the packages in an npm lock file. `npm` is the command that starts npm.

    The function raises `UnreachableError`.
    """

    def look(lock: Path) -> list[Found]:
        return read_npm(_output_of([*npm, "audit", "--json", "--package-lock-only"], lock.parent))

    return look


def _output_of(command: Sequence[str], folder: Path) -> str:
    """Return what a program prints, whatever its exit code: findings and failures both have one."""
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise UnreachableError(f"no answer within {SECONDS} s") from None
    return ran.stdout


def locks(top: Path) -> list[Path]:
    """Return every lock file of the project, without those of packages that it installs."""
    found = [*top.rglob("*.lock"), *top.rglob("package-lock.json")]
    return sorted(path for path in found if not any(map(_is_installed, path.relative_to(top).parts)))


def _is_installed(folder: str) -> bool:
    return folder == "node_modules" or folder.startswith(".")


def audit(top: Path, look: Mapping[str, Look], accepted: Mapping[str, str]) -> tuple[list[str], int, int]:
    """Look up all lock files. Returns lines to print, the number of findings, and the number of files not looked up.

    `look` has a function for each suffix of a lock file, `accepted` the reason for each accepted vulnerability.
    """
    lines: list[str] = []
    bad = unknown = 0
    for lock in locks(top):
        name = str(lock.relative_to(top))
        try:
            found = look[lock.suffix](lock)
        except UnreachableError as error:
            unknown += 1
            lines.append(f"{name}: not looked up: {error}")
            continue
        refused = [each for each in found if accepted.keys().isdisjoint(each.names)]
        bad += len(refused)
        lines.append(f"{name}: {len(refused) or 'nothing'} known")
        lines += [f"  {each}" for each in refused]
        lines += [
            f"  {each}; accepted: {accepted[next(iter(each.names & accepted.keys()))]}"
            for each in found
            if each not in refused
        ]
    return lines, bad, unknown


def main() -> int:
    """Print the findings and return the exit code. The arguments are the command that starts npm."""
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    accepted: Mapping[str, str] = settings["tool"]["audit"]["accepted"]
    look = {".lock": look_up_python, ".json": look_up_npm(sys.argv[1:])}
    lines, bad, unknown = audit(TOP, look, accepted)
    sys.stdout.write("\n".join(lines) + "\n")
    if bad:
        return 1
    return 2 if unknown and os.environ.get("IF_REACHABLE") != "1" else 0


if __name__ == "__main__":
    raise SystemExit(main())
