"""Computes the next version, and the new text of the files that contain the version."""

import re
from pathlib import Path

from tools.workspace import members

PARTS = ("major", "minor", "patch")
_NAMING = "services/platform/pyproject.toml"
_PLACES = {
    "clients/web/sdk/package.json": r'^(  "version": "){}(?=",$)',
    "deploy/compose/compose.yaml": r"(image: galaxytables-[a-z]+:){}$",
    "deploy/k8s/components/release/kustomization.yaml": r"(newTag: ){}$",
}
_VERSION = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_RELEASED = re.compile(r"^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$", re.MULTILINE)


class ReleaseError(Exception):
    """A release cannot be made; the message says why."""


def current_version(top: Path) -> str:
    """Return the version of the last release; before the first release, the version that it will have."""
    found = _VERSION.search((top / _NAMING).read_text())
    if found is None:
        raise ReleaseError(f"{_NAMING} names no version.")
    return found[1]


def released_versions(changelog: str) -> list[str]:
    """Return the versions in a changelog, newest first."""
    return _RELEASED.findall(changelog)


def next_version(version: str, part: str) -> str:
    """Return a version with one part (such as `minor`) raised by one, and later parts set to 0."""
    if part not in PARTS:
        raise ReleaseError(f"BUMP={part}: it is {', '.join(PARTS)}.")
    index = PARTS.index(part)
    numbers = [int(number) for number in version.split(".")]
    return ".".join(map(str, [*numbers[:index], numbers[index] + 1, *[0] * (len(PARTS) - index - 1)]))


def renumbered(top: Path, old: str, new: str) -> dict[Path, str]:
    """Return the new text of each file that contains the version. Raises `ReleaseError`."""
    texts = {}
    projects = {str(path.relative_to(top) / "pyproject.toml"): r'^(version = "){}(?=")' for path in members(top)}
    for name, place in {**projects, **_PLACES}.items():
        text = (top / name).read_text(encoding="utf-8")
        text, found = re.subn(place.format(re.escape(old)), rf"\g<1>{new}", text, flags=re.MULTILINE)
        if not found:
            raise ReleaseError(f"{name} does not name the version {old}.")
        # Packages of one release belong together: each wants the others of its version.
        texts[top / name] = re.sub(
            rf'^(    "galaxytables[a-z-]*==){re.escape(old)}"', rf'\g<1>{new}"', text, flags=re.MULTILINE
        )
    return texts
