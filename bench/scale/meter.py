"""Measures the cost of a piece of work: the processor time of this process, and the work of Redis."""

import asyncio
import time
from dataclasses import dataclass

import psutil
import redis

from galaxytables_platform.ports import HOST


@dataclass(frozen=True)
class Taken:
    """The cost of some work.

    It is seconds of processor time here and in Redis, commands to Redis, and bytes that Redis sent and received.
    """

    wall: float
    here: float
    redis: float
    commands: float
    sent: float
    received: float

    def less_idle(self, idle: "Taken") -> "Taken":
        """Return the cost without the part that doing nothing would have taken in the same time."""
        share = self.wall / idle.wall
        return Taken(
            self.wall,
            *(
                max(0.0, one - other * share)
                for one, other in (
                    (self.here, idle.here),
                    (self.redis, idle.redis),
                    (self.commands, idle.commands),
                    (self.sent, idle.sent),
                    (self.received, idle.received),
                )
            ),
        )


class Meter:
    """Measures the cost of everything since `set` was called."""

    def __init__(self, port: int) -> None:
        self._redis = redis.Redis(host=HOST, port=port)
        self._begun = self._now()

    def set(self) -> None:
        """Begin to measure."""
        self._begun = self._now()

    def read(self) -> Taken:
        """Return the cost since `set`."""
        now = self._now()
        return Taken(*(one - other for one, other in zip(now, self._begun, strict=True)))

    async def idle(self, seconds: float) -> Taken:
        """Return the cost of doing nothing for this many seconds."""
        self.set()
        await asyncio.sleep(seconds)
        return self.read()

    def redis_bytes(self) -> int:
        """Return how many bytes of memory Redis uses for data."""
        return int(self._redis.info("memory")["used_memory_dataset"])

    @staticmethod
    def own_bytes() -> int:
        """Return how many bytes of memory this process uses."""
        return int(psutil.Process().memory_info().rss)

    def _now(self) -> tuple[float, ...]:
        processor, stats = self._redis.info("cpu"), self._redis.info("stats")
        return (
            time.perf_counter(),
            time.process_time(),
            processor["used_cpu_user"] + processor["used_cpu_sys"],
            stats["total_commands_processed"],
            stats["total_net_output_bytes"],
            stats["total_net_input_bytes"],
        )
