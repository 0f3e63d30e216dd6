"""A store of a master, a replica and three Sentinels, whose masters are killed for good, one after the other."""

import asyncio
from functools import partial
from pathlib import Path
from time import monotonic

import redis

from tests.lobby.redis_replicas import WatchedPair, ask, follows, is_master, until


class KilledStore(WatchedPair):
    """A watched pair that gets a new replica whenever the old one has become the master."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.failovers: list[float] = []
        """Seconds from each death to the promotion."""

    def address(self, database: int) -> str:
        """As lobby and clock are told it."""
        return f"redis+sentinel://{self.sentinels}/galaxytables/{database}"

    async def kill_master(self) -> None:
        """Kill the master for good; comes back once its replica is the master and has a new replica itself."""
        await asyncio.to_thread(self._kill_master)

    def _kill_master(self) -> None:
        began = monotonic()
        self.master.kill()
        until(lambda: is_master(self.replica))
        self.failovers.append(monotonic() - began)
        self.master, self.replica = self.replica, self._server(self._folder / f"again-{len(self.failovers)}")
        self.replica.start()
        ask(self.replica, "REPLICAOF", "127.0.0.1", self.master.port)
        until(lambda: follows(self.replica))
        for port in self._ports:
            # Before that it would go on with the dead one.
            until(partial(self._knows_master, port))
        for port in self._ports:
            # They would wait for the dead one to come back as a replica.
            with redis.Redis(port=port, protocol=2) as sentinel:
                sentinel.execute_command("SENTINEL", "RESET", "galaxytables")
            until(partial(self._is_watching, port))

    def _knows_master(self, port: int) -> bool:
        with redis.Redis(port=port, protocol=2, decode_responses=True) as sentinel:
            return int(sentinel.sentinel_get_master_addr_by_name("galaxytables")[1]) == self.master.port
