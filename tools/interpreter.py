"""Chooses the Python interpreter for `make setup`, and prints it (`python -m tools.interpreter`).

An interpreter that was built with profile-guided and link-time optimisation (PGO, LTO) is a tenth faster than others,
or more. Those of container images and Linux distributions are. So if the first interpreter on the `PATH` was not built
like that, an optimised one of the same version is chosen. This module imports nothing of the project, since it runs
before the set-up.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_PROBE = """
import importlib.util, json, os, platform, sysconfig
names = ("CONFIG_ARGS", "PY_CORE_CFLAGS", "PY_CORE_LDFLAGS")
print(json.dumps({
    "version": platform.python_version(),
    "abi": sysconfig.get_config_var("SOABI") or "",
    "flags": {name: sysconfig.get_config_var(name) or "" for name in names},
    "schemes": sysconfig.get_scheme_names(),
    "makes_environments": importlib.util.find_spec("ensurepip") is not None,
    "compiles": os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")),
}))
"""


@dataclass(frozen=True)
class Build:
    """An interpreter, and how it was built. `optimised` says how it was optimised; it is empty if that cannot be seen.

    `makes_environments` says whether it has `ensurepip`, which virtual environments need, and `compiles` whether it has
    the headers that extensions need. Debian has separate packages for both.
    """

    executable: Path
    version: str
    abi: str
    optimised: str
    makes_environments: bool = True
    compiles: bool = True

    def __str__(self) -> str:
        return f"Python {self.version} ({self.optimised or 'not optimised'})"


def how_optimised(flags: Mapping[str, str], schemes: Sequence[str]) -> str:
    """Return how an interpreter was optimised, according to the values of `sysconfig`; empty if it was not.

    Debian and Ubuntu use both optimisations, but the flags do not show it. Their interpreters are recognised by their
    install scheme.
    """
    text = " ".join(flags.values())
    found = {
        "PGO": "--enable-optimizations" in text or "-fprofile-use" in text or "-fprofile-instr-use" in text,
        "LTO": "--with-lto" in text or "-flto" in text,
    }
    if not any(found.values()) and "deb_system" in schemes:
        return "PGO and LTO, by Debian"
    return " and ".join(name for name, is_there in found.items() if is_there)


def build_of(python: str | Path) -> Build | None:
    """Return how the interpreter at a path was built; None if it does not run."""
    try:
        answer = subprocess.run([python, "-c", _PROBE], capture_output=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return None
    found = json.loads(answer.stdout)
    return Build(
        Path(python),
        found["version"],
        found["abi"],
        how_optimised(found["flags"], found["schemes"]),
        found["makes_environments"],
        found["compiles"],
    )


def choose(ours: Build, others: Iterable[Build]) -> Build:
    """Return `ours` if it is optimised, otherwise the first optimised one that our libraries fit.

    If there is none, return `ours`.
    """
    if ours.optimised:
        return ours
    return next((other for other in others if other.optimised and other.abi == ours.abi), ours)


def for_setup(ours: Build, others: Iterable[Build]) -> Build:
    """Choose as `choose` does, but only among interpreters that can make virtual environments.

    They must also be able to compile if `ours` can.
    """
    return choose(ours, (each for each in others if each.makes_environments and each.compiles >= ours.compiles))


def on_the_path() -> Iterable[Build]:
    """Yield the interpreters of this Python version in all folders of the `PATH`."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for folder in os.get_exec_path():
        found = shutil.which(name, path=folder)
        build = build_of(found) if found else None
        if build is not None:
            yield build


if __name__ == "__main__":
    ours = build_of(sys.executable)
    chosen = sys.executable if ours is None else for_setup(ours, on_the_path()).executable
    sys.stdout.write(f"{chosen}\n")
