"""Writes a release into the changelog: the entries written by hand under `Unreleased`, then the fragments.

The first release lists only what there is: nobody had the things that were changed or fixed before it.
"""

import re
import subprocess
import sys
from pathlib import Path

from tools.release.versions import ReleaseError, released_versions

CHANGELOG = "CHANGELOG.md"
FRAGMENTS = "changelog.d"
UNRELEASED = "## Unreleased\n"


def fragments(top: Path) -> list[Path]:
    """Return the files of all changelog fragments."""
    return sorted(path for path in (top / FRAGMENTS).glob("*.md") if path.name != "README.md")


def check_something_to_release(top: Path) -> None:
    """Raise `ReleaseError` if the changelog of a release would be empty."""
    if not fragments(top) and not _split(top)[1].strip():
        raise ReleaseError(f"Nothing is to be released: no file in {FRAGMENTS}, nothing under `{UNRELEASED.strip()}`.")


def write_changelog(top: Path, version: str, day: str) -> None:
    """Put all unreleased entries under a version, and delete their fragments."""
    before, by_hand, after = _split(top)
    changes = _rendered(top, version)
    if not released_versions(after):
        changes = _only_added(changes)
    parts = [f"## {version}, {day}", by_hand.strip(), changes]
    section = "\n\n".join(part for part in parts if part)
    (top / CHANGELOG).write_text(f"{before}{UNRELEASED}\n{section}\n{after}", encoding="utf-8")
    for fragment in fragments(top):
        fragment.unlink()


def _rendered(top: Path, version: str) -> str:
    """The fragments under their headings, without the version; empty if there are none."""
    if not fragments(top):
        return ""
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", version]
    shown = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True).stdout
    return shown[shown.index("### ") :].strip()


def _only_added(changes: str) -> str:
    """What was added, of the fragments under their headings."""
    sections = re.split(r"^(?=### )", changes, flags=re.MULTILINE)
    added = [section for section in sections if section.startswith("### Added\n")]
    return "".join(added).strip().replace("### Added\n", "### In detail\n", 1)


def _split(top: Path) -> tuple[str, str, str]:
    """What stands before `Unreleased`, under it, and in the sections after it."""
    before, heading, rest = (top / CHANGELOG).read_text(encoding="utf-8").partition(UNRELEASED)
    if not heading:
        raise ReleaseError(f"{CHANGELOG} has no `{UNRELEASED.strip()}`.")
    by_hand, mark, after = rest.partition("\n## ")
    return before, by_hand, f"\n## {after}" if mark else ""
