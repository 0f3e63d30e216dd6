"""Prepares two checkouts in a folder in the same way: this tree with its changes, and a commit."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.interpreter import LOCK, ROOT, environment
from tools.interpreter import build_of
from tools.workspace import GENERATED

_BENCH = "bench"


@dataclass
class Checkout:
    """A folder with everything that a turn needs, and the interpreter that has its libraries."""

    name: str
    folder: Path
    python: Path
    measured_by_ours: bool = True

    def measure_by_its_own(self) -> None:
        """Put the commit's own bench in place of the bench of this tree."""
        shutil.rmtree(self.folder / _BENCH)
        _git("checkout", "--quiet", "HEAD", "--", _BENCH, at=self.folder)
        self.measured_by_ours = False


class NoSuchCommitError(SystemExit):
    """The ref names no commit to compare with."""


@contextmanager
def checkouts(ref: str, folder: Path) -> Iterator[tuple[Checkout, Checkout]]:
    """Yield the checkout of a commit, which gets the bench of this tree, and that of this tree.

    Raises `NoSuchCommitError`.
    """
    commit = resolve(ref)
    there = folder / "there"
    _git("worktree", "add", "--quiet", "--detach", str(there), commit)
    try:
        shutil.rmtree(there / _BENCH, ignore_errors=True)
        copy_tree(ROOT, there, _BENCH)
        _generate(there)
        copy_tree(ROOT, folder / "here")
        _generate(folder / "here")
        named = _git("log", "-1", "--format=%h", commit)
        yield (
            Checkout(f"{ref} ({named})", there, _python_for(there)),
            Checkout("this tree", folder / "here", Path(sys.executable)),
        )
    finally:
        _git("worktree", "remove", "--force", str(there))


def resolve(ref: str, *, at: Path = ROOT) -> str:
    """Return the commit that a ref names. `last` is the last release before this commit, or the commit before it."""
    if ref != "last":
        return _commit(ref, at)
    before = _commit("HEAD^", at)
    try:
        return _commit(_git("describe", "--tags", "--abbrev=0", before, at=at), at)
    except subprocess.CalledProcessError:
        return before


def copy_tree(source: Path, target: Path, *paths: str) -> None:
    """Copy the files of a tree that git would commit, changed and new ones too, but nothing compiled or generated."""
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths, at=source)
    for name in filter(None, listed.split("\0")):
        file, copy = source / name, target / name
        if file.exists() or file.is_symlink():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy, follow_symlinks=False)


def _commit(ref: str, at: Path) -> str:
    try:
        return _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", at=at)
    except subprocess.CalledProcessError:
        raise NoSuchCommitError(f"{ref} names no commit of this clone") from None


def _generate(folder: Path) -> None:
    """Generate code from a checkout's own protos."""
    build = folder / "protos" / "hatch_build.py"
    if build.is_file():
        (folder / GENERATED).mkdir(exist_ok=True)
        subprocess.run([sys.executable, build, folder / GENERATED], check=True)
        return
    # Before there were packages all lay at the top, and was imported from there.
    protos = folder / "protos"
    files = [str(path.relative_to(protos)) for path in protos.glob("galaxy*/**/*.proto")]
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I", str(protos), f"--python_out={folder}"]
    subprocess.run([*command, f"--grpc_python_out={folder}", *files], check=True)


def _python_for(folder: Path) -> Path:
    """Our interpreter where a checkout asks for the libraries that we have, else one with its own."""
    lock = folder / LOCK.name
    if lock.read_bytes() == LOCK.read_bytes():
        return Path(sys.executable)
    build = build_of(sys.executable)
    assert build is not None  # noqa: S101  # it runs this
    print("its lock file is another: its libraries are installed", flush=True)
    return environment(build, lock, shared=None)


def _git(*words: str, at: Path = ROOT) -> str:
    answer = subprocess.run(["git", *words], cwd=at, check=True, capture_output=True, text=True)  # noqa: S607  # on the PATH
    return answer.stdout.strip()
