"""Which Python runs what is measured: how it was built, and one that is optimised where ours is not.

An interpreter that was built with profile-guided and link-time optimisation (PGO, LTO), as official container images
and Linux distributions have it, is a tenth faster or more than one that was compiled on the spot. So figures name
theirs. `PYTHON=` says which one to take; else it is the one that runs this if that is optimised, else the first of the
same version on the `PATH` that is. Another one than ours gets an environment of its own, in which are our libraries and
whatever the lock file wants for it besides.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.native import in_use

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
# Set for a process that was started with the interpreter that is wanted.
_CHOSEN = "GALAXY_BENCH_PYTHON"
_PROBE = """
import json, platform, sys, sysconfig
names = ("CONFIG_ARGS", "PY_CORE_CFLAGS", "PY_CORE_LDFLAGS")
print(json.dumps({
    "version": platform.python_version(),
    "abi": sysconfig.get_config_var("SOABI") or "",
    "flags": {name: sysconfig.get_config_var(name) or "" for name in names},
    "schemes": sysconfig.get_scheme_names(),
}))
"""


@dataclass(frozen=True)
class Build:
    """An interpreter; `optimised` says how, empty where nothing says that it is."""

    executable: Path
    version: str
    abi: str
    optimised: str

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
    return Build(Path(python), found["version"], found["abi"], how_optimised(found["flags"], found["schemes"]))


def form_of_rules() -> str:
    """Whether rules run compiled here or from their sources (`make native`)."""
    return "compiled" if in_use() else "not compiled"


def choose(ours: Build, others: Iterable[Build]) -> Build:
    """Ours if it is optimised or no other is that our libraries fit; else the first such."""
    if ours.optimised:
        return ours
    return next((other for other in others if other.optimised and other.abi == ours.abi), ours)


def run_with_optimised(module: str) -> Build:
    """Give the interpreter that runs this; does not come back where another one is to, which runs the module instead.

    Raises `SystemExit` where `PYTHON` names none.
    """
    ours = build_of(sys.executable)
    if ours is None:
        raise SystemExit(f"{sys.executable} does not run")
    if os.environ.get(_CHOSEN):
        return ours
    given = os.environ.get("PYTHON", "")
    wanted = build_of(shutil.which(given) or given) if given else choose(ours, _on_the_path())
    if wanted is None:
        raise SystemExit(f"PYTHON={given} does not run")
    if wanted.executable.samefile(ours.executable):
        return ours
    try:
        python = environment(wanted, LOCK, shared=_our_libraries() if wanted.abi == ours.abi else None)
    except subprocess.CalledProcessError:
        if given:
            raise SystemExit(f"PYTHON={given} cannot be given our libraries") from None
        print(f"{wanted} cannot be given our libraries: what runs this runs all", flush=True)
    else:
        os.environ[_CHOSEN] = str(python)
        os.execv(python, [str(python), "-m", module, *sys.argv[1:]])  # noqa: S606 - takes the place of this process
    return ours


def _on_the_path() -> Iterable[Build]:
    """Interpreters of our version in all folders of the `PATH`."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for folder in os.get_exec_path():
        found = shutil.which(name, path=folder)
        build = build_of(found) if found else None
        if build is not None:
            yield build


def _our_libraries() -> Path:
    return Path(sysconfig.get_path("purelib"))


def environment(build: Build, lock: Path, *, shared: Path | None) -> Path:
    """The interpreter of an environment that has what a lock file pins; of `shared` whatever is there already."""
    words = f"{build.executable} {build.version} {shared}".encode() + lock.read_bytes()
    folder = ROOT / ".tools" / f"python-{build.version}-{hashlib.sha256(words).hexdigest()[:12]}"
    python = folder / "bin" / "python"
    if not (folder / ".installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([build.executable, "-m", "venv", "--without-pip", folder], check=True)
        if shared is not None:
            [site] = folder.glob("lib/python*/site-packages")
            (site / "shared.pth").write_text(f"{shared}\n")
        pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install"]
        pip += ["--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
        (folder / ".installed").touch()
    return python
