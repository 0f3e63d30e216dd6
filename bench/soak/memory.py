"""Checks whether memory stays flat: compares each kind of process in the middle and at the end of the soak."""

import asyncio
from collections import defaultdict
from time import monotonic

import psutil

from galaxytables_platform.supervisor import Supervisor

SAMPLE_SECONDS = 2.0
GROWTH = 1.25
SLACK_BYTES = 24 * 2**20


class MemoryWatch:
    """Samples the resident memory of every process of a platform, even while processes are killed.

    Redis is left out, since it holds every table that was played.
    """

    def __init__(self, supervisor: Supervisor) -> None:
        """Watch the children of a supervisor."""
        self._supervisor = supervisor
        self._samples: dict[str, list[tuple[float, int]]] = defaultdict(list)

    async def run(self) -> None:
        """Sample until cancelled."""
        while True:
            for name, child in self._supervisor.children.items():
                if name == "redis" or child.pid is None:
                    continue
                try:
                    size = psutil.Process(child.pid).memory_info().rss
                except psutil.NoSuchProcess:
                    continue
                self._samples[name].append((monotonic(), size))
            await asyncio.sleep(SAMPLE_SECONDS)

    def growth(self) -> dict[str, tuple[int, int]]:
        """Return the bytes of the largest process of each kind, in the second and in the last third of the time."""
        found = {}
        for name, samples in self._samples.items():
            first, last = samples[0][0], samples[-1][0]
            middle = [size for at, size in samples if 1 / 3 <= (at - first) / max(1.0, last - first) < 2 / 3]
            end = [size for at, size in samples if (at - first) / max(1.0, last - first) >= 2 / 3]
            if middle and end:
                found[name] = max(middle), max(end)
        return found

    def faults(self) -> list[str]:
        """Return the kinds of processes whose memory did not stop growing."""
        return [
            f"memory of {name} grew from {middle >> 20} to {end >> 20} MiB"
            for name, (middle, end) in self.growth().items()
            if end > GROWTH * middle + SLACK_BYTES
        ]
