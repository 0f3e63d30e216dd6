"""The files of the repository."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def committed(*patterns: str) -> list[Path]:
    """Every file that git knows, of those that match one of the patterns (all without any)."""
    command = ["git", "ls-files", "-z", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
