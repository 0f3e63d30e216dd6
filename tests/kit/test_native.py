"""What `make native` built stands in for the sources that it was made from, and for no others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_runtime.native import ABI, TOP, Build, digest

SOURCE = Path("services/kit/galaxytables_kit/tiny.py")
RUNTIME = Path("services/runtime/galaxytables_runtime")
ASK = """
import galaxytables_kit.tiny as tiny
from galaxytables_runtime.native import docstring, in_use, is_generator_function
print(tiny.__file__, in_use(), is_generator_function(tiny.ask), docstring(tiny.ask))
"""


@pytest.fixture
def top(tmp_path):
    """A house with one module, of which a build exists. What is built is no library: who takes it cannot import it."""
    shutil.copytree(TOP / RUNTIME, tmp_path / RUNTIME, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / SOURCE).parent.mkdir(parents=True)
    (tmp_path / SOURCE).with_name("__init__.py").write_text("import galaxytables_runtime\n")
    (tmp_path / SOURCE).write_text('def ask():\n    """Ask."""\n    yield\n')
    describe(tmp_path)
    (tmp_path / ".native" / f"tiny{ABI}").write_text("no library")
    return tmp_path


def describe(top: Path, abi: str = ABI) -> None:
    """Write a build of the module as it is now."""
    (top / ".native").mkdir(exist_ok=True)
    sources, modules = {str(SOURCE): digest(top / SOURCE)}, {"galaxytables_kit.tiny": f"tiny{ABI}"}
    told = {"galaxytables_kit.tiny:ask": "Ask."}
    Build(abi, sources, modules, list(told), told, {}).write(top / ".native")


def run(top: Path, native: str = "") -> "subprocess.CompletedProcess[str]":
    path = (top / SOURCE.parts[0] / "kit", top / RUNTIME.parent)
    environment = {**os.environ, "GALAXYTABLES_NATIVE": native, "PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, "-c", ASK]
    return subprocess.run(command, cwd=top, env=environment, capture_output=True, text=True, check=False)


def test_a_build_of_these_sources_is_taken(top):
    tried = run(top)
    assert "ImportError" in tried.stderr
    assert f"tiny{ABI}" in tried.stderr


@pytest.mark.parametrize("native", ["", "only"])
def test_a_build_of_other_sources_is_never_run(top, native):
    (top / SOURCE).write_text((top / SOURCE).read_text().replace("Ask", "Ask now"))
    refused = run(top, native)
    assert refused.stderr.count(f"{SOURCE} has changed since it was built; `make native` builds anew") == 1
    if native:
        assert "ImportError" in refused.stderr
    else:
        assert refused.stdout == f"{top / SOURCE} False True Ask now.\n"


def test_a_build_for_another_interpreter_is_never_run(top):
    describe(top, abi=".cpython-27.so")
    refused = run(top)
    assert (refused.stdout, f"built for .cpython-27.so, not {ABI}" in refused.stderr) == (
        f"{top / SOURCE} False True Ask.\n",
        True,
    )


def test_a_source_that_is_gone_has_changed(top):
    describe(top)
    (top / SOURCE).rename((top / SOURCE).with_name("other.py"))
    assert f"{SOURCE} has changed" in run(top).stderr


def test_a_build_is_left_alone_on_request(top):
    left = run(top, "off")
    assert (left.stdout, left.stderr) == (f"{top / SOURCE} False True Ask.\n", "")


def test_who_must_have_a_build_is_told_that_there_is_none(top):
    shutil.rmtree(top / ".native")
    assert f"there is no build in {top / '.native'}" in run(top, "only").stderr


def test_a_build_of_another_form_is_none(top):
    (top / ".native" / "build.json").write_text('{"abi": "", "others": []}')
    assert run(top).stdout == f"{top / SOURCE} False True Ask.\n"
