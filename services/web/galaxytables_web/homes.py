"""Sends calls about a table to the table's home, the lobby that has the table in memory, if it can be reached.

Any lobby reports which lobby is a table's home (`galaxytables/tunnel/v1/homes.proto`). Homes are only a hint: a call
that cannot go to a home goes to any lobby. So nothing ever waits for a home.
"""

import asyncio
import zlib
from collections.abc import Callable, Collection, Sequence
from itertools import count

import grpc
import grpc.aio
import structlog

from galaxytables.tunnel.v1 import homes_pb2, homes_pb2_grpc
from galaxytables_serving import read_error
from galaxytables_web.errors import LobbyUnavailableError
from galaxytables_web.metrics import HOMES
from galaxytables_web.tunnel import ChannelTunnels, Tunnel

Connect = Callable[[str], grpc.aio.Channel]
"""Opens a channel to `host:port`."""

# Lobbies report every second. After the first time without a report another lobby is asked; reports hold longer.
SILENT_SECONDS = 3.0
RETRY_SECONDS = 1.0
BELIEVED_SECONDS = 15.0
# How long a home that could not be reached is not tried again.
AVOID_SECONDS = 5.0
# How long open calls at a home may go on that is not reported any more; if it is reported again, it stays.
LEAVE_SECONDS = 2.0

_log = structlog.get_logger(__name__)


class Homes:
    """Knows the homes of tables, and keeps a tunnel to each. Call `start` before use and `close` after it."""

    def __init__(self, lobbies: Sequence[grpc.aio.Channel], connect: Connect) -> None:
        """`lobbies` are channels to any lobbies; `connect` opens one to a home."""
        self._lobbies = lobbies
        self._connect = connect
        self._home_by_shard: Sequence[str] = ()
        """The home of each shard."""
        self._loaded_at = 0.0
        self._homes: dict[str, _Home] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._following: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to learn where the homes of tables are, from any lobby."""
        self._following = asyncio.create_task(self._follow_forever(), name="homes")

    async def close(self) -> None:
        """Close all tunnels to homes, and cancel their calls."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await asyncio.gather(*self._closing, *(home.close() for home in self._homes.values()))

    def tunnel(self, table: str) -> Tunnel | None:
        """Return the tunnel to the home of a table, given by id or invitation code; None if there is no such tunnel."""
        if not table or not self._home_by_shard:
            return None
        home = self._homes.get(self._home_by_shard[zlib.crc32(table.encode()) % len(self._home_by_shard)])
        return None if home is None else home.tunnel()

    async def _follow_forever(self) -> None:
        before, failed_at = "", 0.0
        for turn in count():
            lobbies = [*self._lobbies, *(home.channel for home in self._homes.values())]
            try:
                await self._follow(lobbies[turn % len(lobbies)])
                why = "end"
            except TimeoutError:
                why = "silence"
            except grpc.aio.AioRpcError as error:
                why = read_error(error).reason or error.code().name
            except Exception:  # noqa: BLE001  # whatever the error, homes are asked for again
                why = "failure"
                _log.exception("homes_failed")
            now = asyncio.get_running_loop().time()
            if why != before or self._loaded_at > failed_at:
                _log.info("homes_not_loaded", reason=why)
            before, failed_at = why, now
            if now > self._loaded_at + BELIEVED_SECONDS:
                # Known homes keep their open calls.
                self._home_by_shard = ()
                HOMES.set(0)
            await asyncio.sleep(RETRY_SECONDS)

    async def _follow(self, lobby: grpc.aio.Channel) -> None:
        """Follow one lobby's list of homes. Raises `TimeoutError` if it is silent, `AioRpcError` if it breaks."""
        watching = homes_pb2_grpc.HomeServiceStub(lobby).WatchHomes(homes_pb2.WatchHomesRequest())
        try:
            while True:
                async with asyncio.timeout(SILENT_SECONDS):
                    response = await watching.read()
                if not isinstance(response, homes_pb2.WatchHomesResponse):
                    return
                self._learn(response.homes)
        except asyncio.CancelledError:
            # The call's own, if this was the channel to a former home.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        finally:
            watching.cancel()

    def _learn(self, homes: Collection[str]) -> None:
        self._home_by_shard, self._loaded_at = tuple(homes), asyncio.get_running_loop().time()
        addresses = {*self._home_by_shard} - {""}
        HOMES.set(len(addresses))
        for address in addresses:
            if address not in self._homes:
                self._homes[address] = _Home(self._connect(address))
            self._homes[address].named_at = self._loaded_at
        for address, home in list(self._homes.items()):
            if self._loaded_at - home.named_at >= LEAVE_SECONDS:
                del self._homes[address]
                closing = asyncio.create_task(home.close(), name="home-close")
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)


class _Home:
    """A home: a lobby, and the tunnels to it."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.named_at = 0.0
        """The event loop's time at the last announcement that named it."""
        self._way = ChannelTunnels(channel)
        self._reaching: asyncio.Task[None] | None = None
        self._avoided_until = 0.0
        self._reach()

    def tunnel(self) -> Tunnel | None:
        """Return the open tunnel; None if there is none yet, and start to open one."""
        tunnel = self._way.tunnel
        if tunnel is not None and tunnel.takes_calls:
            return tunnel
        self._reach()
        return None

    async def close(self) -> None:
        """Cancel all calls."""
        if self._reaching is not None:
            self._reaching.cancel()
        await self._way.close()
        await self.channel.close()

    def _reach(self) -> None:
        loop = asyncio.get_running_loop()
        if self._reaching is None and loop.time() >= self._avoided_until:
            self._reaching = loop.create_task(self._open(), name="home-open")

    async def _open(self) -> None:
        try:
            tunnel = await self._way.opened()
        except LobbyUnavailableError:
            tunnel = None
        finally:
            self._reaching = None
        if tunnel is None:
            self._avoided_until = asyncio.get_running_loop().time() + AVOID_SECONDS
