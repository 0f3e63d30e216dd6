"""Interpreters: how they were built, and which one `make setup` takes (`python -m tools.interpreter` prints it).

One that was built with profile-guided and link-time optimisation (PGO, LTO), as official container images and Linux
distributions have it, is a tenth faster or more than one that was compiled on the spot: where the first on the `PATH`
is none, another of the same version that is one is taken. Imports nothing of ours, and runs before anything is set up.
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
    """An interpreter; `optimised` says how, empty where nothing says that it is.

    `makes_environments` tells whether it comes with what puts pip into one, `compiles` whether with the headers that
    extensions need: Debian parts both from the rest.
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
    """How an interpreter was optimised, by what `sysconfig` knows of its build.

    Debian and Ubuntu build theirs with both and leave no trace of it in the flags; they are known by their install
    scheme.
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
    """How an interpreter was built; None where it does not run."""
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
    """Ours if it is optimised or no other is that our libraries fit; else the first such."""
    if ours.optimised:
        return ours
    return next((other for other in others if other.optimised and other.abi == ours.abi), ours)


def for_setup(ours: Build, others: Iterable[Build]) -> Build:
    """The same, of those that can be set up, and can compile if ours can."""
    return choose(ours, (each for each in others if each.makes_environments and each.compiles >= ours.compiles))


def on_the_path() -> Iterable[Build]:
    """Interpreters of our version in all folders of the `PATH`."""
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
