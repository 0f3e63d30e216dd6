"""`make release` writes the changelog, raises the version, and stores the protos. A person then commits and tags it."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from tools.release.changelog import CHANGELOG, check_something_to_release, write_changelog
from tools.release.contract import TOP, write_released
from tools.release.versions import ReleaseError, current_version, next_version, released_versions, renumbered


def release(top: Path, part: str, day: str) -> str:
    """Make a release of the repository `top`. Returns its version.

    It is the last version with `part`, or the minor number, raised by one. Without a named part, the first release has
    the version that is there. If it raises `ReleaseError`, nothing has changed.
    """
    status = subprocess.run(["git", "status", "--porcelain"], cwd=top, capture_output=True, text=True, check=True)
    if status.stdout:
        raise ReleaseError(f"Something is not committed:\n{status.stdout.rstrip()}")
    version = current_version(top)
    is_first = not released_versions((top / CHANGELOG).read_text(encoding="utf-8"))
    following = version if is_first and not part else next_version(version, part or "minor")
    check_something_to_release(top)
    texts = renumbered(top, version, following)
    write_changelog(top, following, day)
    write_released(top)
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    return following


def main() -> int:
    """Make a release of this repository, and return the exit code."""
    try:
        version = release(TOP, os.environ.get("BUMP", ""), datetime.now(UTC).date().isoformat())
    except ReleaseError as refused:
        sys.stderr.write(f"{refused}\n")
        return 2
    sys.stdout.write(f"This is {version}. Read the diff, then:\n")
    sys.stdout.write(f"  git commit -am 'Release {version}' && git tag v{version}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
