"""Chooses the Python interpreter for measurements: an optimised one, even if this one is not.

Figures name their interpreter. `PYTHON=` says which one to take. Otherwise it is the one that runs this if that is
optimised, or the first optimised one of the same version on the `PATH` (`tools/interpreter.py`). An interpreter other
than ours gets an environment of its own, with our libraries and everything else that the lock file requires for it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from galaxytables_runtime.native import in_use
from tools.interpreter import Build, build_of, choose, on_the_path
from tools.workspace import python_path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
# Set for a process that was started with the interpreter that is wanted.
_CHOSEN = "GALAXYTABLES_BENCH_PYTHON"


def form_of_rules() -> str:
    """Return the words "compiled" or "not compiled", for the rules in this process (`make native`)."""
    return "compiled" if in_use() else "not compiled"


def run_with_optimised(module: str) -> Build:
    """Return the interpreter that runs this; if another one is chosen, run the module with that one and do not return.

    Raises `SystemExit` if `PYTHON` names no interpreter.
    """
    ours = build_of(sys.executable)
    if ours is None:
        raise SystemExit(f"{sys.executable} does not run")
    if os.environ.get(_CHOSEN):
        return ours
    given = os.environ.get("PYTHON", "")
    chosen = build_of(shutil.which(given) or given) if given else choose(ours, on_the_path())
    if chosen is None:
        raise SystemExit(f"PYTHON={given} does not run")
    if chosen.executable.samefile(ours.executable):
        return ours
    try:
        python = environment(chosen, LOCK, shared=_our_libraries() if chosen.abi == ours.abi else None)
    except subprocess.CalledProcessError:
        if given:
            raise SystemExit(f"PYTHON={given} cannot be given our libraries") from None
        print(f"{chosen} cannot be given our libraries: what runs this runs all", flush=True)
    else:
        os.environ[_CHOSEN] = str(python)
        os.environ["PYTHONPATH"] = python_path(ROOT)
        os.execv(python, [str(python), "-m", module, *sys.argv[1:]])  # noqa: S606 - takes the place of this process
    return ours


def _our_libraries() -> Path:
    return Path(sysconfig.get_path("purelib"))


def environment(build: Build, lock: Path, *, shared: Path | None) -> Path:
    """Return the interpreter of an environment with the packages of a lock file.

    Packages that are in `shared` already are used from there.
    """
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
