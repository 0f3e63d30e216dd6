"""Which Python runs what is measured: how it was built, and one that is optimised where ours is not.

Figures name theirs. `PYTHON=` says which one to take; else it is the one that runs this if that is optimised, else the
first of the same version on the `PATH` that is (`tools/interpreter.py`). Another one than ours gets an environment of
its own, in which are our libraries and whatever the lock file wants for it besides.
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
    """Whether rules run compiled here or from their sources (`make native`)."""
    return "compiled" if in_use() else "not compiled"


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
    wanted = build_of(shutil.which(given) or given) if given else choose(ours, on_the_path())
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
        os.environ["PYTHONPATH"] = python_path(ROOT)
        os.execv(python, [str(python), "-m", module, *sys.argv[1:]])  # noqa: S606 - takes the place of this process
    return ours


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
