"""What a process has worked and holds, as Linux tells it."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_PAGE = 4096


def worked(pids: Iterable[int]) -> float:
    """Milliseconds of processor that all threads of processes have had."""
    total = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):  # it has ended
                total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def held(pids: Iterable[int]) -> float:
    """Megabytes that processes have in memory."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE for pid in pids) / 1e6
