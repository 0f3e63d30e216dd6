"""Checks the machine: Python, files, the data folder and its disk."""

import os
import resource
import shutil
import stat
import sys
from pathlib import Path

from galaxytables_platform.doctor.findings import Finding, fine, problem, warning

OLDEST, NEWEST = (3, 11), (3, 14)
FEW_FILES = 4_096
LITTLE_SPACE = 1_000_000_000
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Check that Python is new enough."""
    name = ".".join(map(str, version))
    if version[:2] < OLDEST:
        return problem("python", f"{name} is too old: install Python 3.11 or newer.")
    if version[:2] > NEWEST:
        return warning("python", f"{name} is newer than all that was tried: prefer 3.11 to 3.14.")
    return fine("python", name)


def check_files() -> Finding:
    """Check that a process may have enough files open at once, since each connection counts as one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard <= FEW_FILES:
        return warning(
            "files",
            f"a process may open {hard}, and each connection is one: raise it (`LimitNOFILE=65536`, `ulimit -Hn`).",
        )
    return fine("files", "without a limit" if hard == resource.RLIM_INFINITY else f"{hard} a process")


def check_data(folder: Path) -> Finding:
    """Check that the data folder can be written, and that only its owner can read it."""
    if not folder.exists():
        there = next(parent for parent in folder.parents if parent.exists())
        if not os.access(there, os.W_OK | os.X_OK):
            return problem(
                "data", f"{folder} is not there and cannot be made in {there}: make it, or set GALAXYTABLES_DATA."
            )
        return fine("data", f"{folder} will be made at the start")
    if not folder.is_dir():
        return problem("data", f"{folder} is no folder: set GALAXYTABLES_DATA to one.")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return problem("data", f"{folder} cannot be written by this user: `chown` it, or set GALAXYTABLES_DATA.")
    if folder.stat().st_mode & _OTHERS:
        return warning(
            "data", f"others on this machine may read {folder}, and hidden cards in it: `chmod 700 {folder}`."
        )
    return fine("data", f"{folder} is private")


def check_space(folder: Path) -> Finding:
    """Check that the disk of the data folder has enough free space."""
    there = folder if folder.exists() else next(parent for parent in folder.parents if parent.exists())
    free = shutil.disk_usage(there).free
    if free < LITTLE_SPACE:
        return warning(
            "space", f"{free // 1_000_000} MB are free at {there}: make room, since a full disk stops all play."
        )
    return fine("space", f"{free / 1e9:.1f} GB are free")


def check_private(file: Path) -> Finding:
    """Check that only its owner can read a file with secrets."""
    if file.stat().st_mode & _OTHERS:
        return warning("config", f"others may read {file}, and secrets in it: `chmod 600 {file}`.")
    return fine("config", f"{file} is private")
