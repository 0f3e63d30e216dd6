"""What a span of work took: this process's processor time, and what Redis did."""

import asyncio
import time
from dataclasses import dataclass

import psutil
import redis

from galaxytables_platform.ports import HOST


@dataclass(frozen=True)
class Taken:
    """Seconds of processor time here and in Redis, commands to Redis, bytes that Redis sent and received."""

    wall: float
    here: float
    redis: float
    commands: float
    sent: float
    received: float

    def less_idle(self, idle: "Taken") -> "Taken":
        """Without what would have been taken by doing nothing meanwhile."""
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
    """Reads off what was taken since it was set."""

    def __init__(self, port: int) -> None:
        self._redis = redis.Redis(host=HOST, port=port)
        self._begun = self._now()

    def set(self) -> None:
        """Begin to count."""
        self._begun = self._now()

    def read(self) -> Taken:
        """What was taken since."""
        now = self._now()
        return Taken(*(one - other for one, other in zip(now, self._begun, strict=True)))

    async def idle(self, seconds: float) -> Taken:
        """What doing nothing takes."""
        self.set()
        await asyncio.sleep(seconds)
        return self.read()

    def redis_bytes(self) -> int:
        """Memory that Redis uses for data."""
        return int(self._redis.info("memory")["used_memory_dataset"])

    @staticmethod
    def own_bytes() -> int:
        """Memory that this process uses."""
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
