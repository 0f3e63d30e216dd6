"""What tests do with lobbies that share the tables."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

from services.lobby.app import Lobby
from services.lobby.ids import SHARDS, shard_of
from services.lobby.limits import NO_LIMITS, LimitSettings
from services.serving.settings import read_settings
from tests.lobby.house import Guest, House, eventually

LOBBIES = 3
PROXIES = read_settings(LimitSettings, {"GALAXY_TRUSTED_PROXIES": "127.0.0.0/8"}).proxies


@contextlib.asynccontextmanager
async def telling_gateways(redis_url, counting, monkeypatch, *, tells: str) -> AsyncIterator[House]:
    """Lobbies that have addresses of their own, and trust proxies on this machine; who else is told, `tells` says."""
    monkeypatch.setattr("services.lobby.app.GAUGE_SECONDS", 3_600.0)
    monkeypatch.setattr("services.lobby.homes.homes.ANNOUNCE_SECONDS", 0.1)
    monkeypatch.setattr("services.lobby.api.homes.TELL_SECONDS", 0.05)
    async with contextlib.AsyncExitStack() as stack:
        house = House(redis_url, counting, stack, homes=True)
        house.tells_homes, house.limits = tells, replace(NO_LIMITS, proxies=PROXIES)
        for _ in range(LOBBIES):
            await house.open_lobby()
        await settled(house)
        yield house


def followed(house: House) -> list[frozenset[int]]:
    """The shards of which each lobby reads the feed."""
    return [lobby.feed.followed for lobby in house.lobbies]


async def settled(house: House) -> None:
    """Wait until every lobby reads its own feeds and no others."""

    def parted() -> bool:
        shards = [shard for each in followed(house) for shard in each]
        return sorted(shards) == list(range(SHARDS))

    await eventually(parted)


def home_of(house: House, table_id: str) -> int:
    [home] = [number for number, shards in enumerate(followed(house)) if shard_of(table_id) in shards]
    return home


def count(metric, **labels: str) -> float:
    child = metric.labels(**labels) if labels else metric
    return float(child._value.get())


async def table_at(house: House, home: int, seats: int = 2, **fields: object) -> tuple[str, list[Guest]]:
    """A running table that is at home at a lobby."""
    table_id, guests = await house.started(seats, opened_at=home, **fields)
    assert home_of(house, table_id) == home
    return table_id, guests


def laden(lobby: Lobby) -> None:
    """Have a lobby hear that all tables are at home there."""
    lobby.homes.weigh([100 * (shard not in lobby.homes._homes) for shard in range(SHARDS)])


async def told(watching, last: int) -> list[int]:
    """Numbers of all events that a watcher is told, up to a last one."""
    numbers: list[int] = []
    while not numbers or numbers[-1] < last:
        numbers += [event.number for event in (await watching.update()).events]
    return numbers


def vanish(house: House, number: int) -> None:
    """Take a lobby from the others as death does, without a word; it goes on without knowing."""
    homes = house.lobbies[number].homes
    for task in homes._tasks:
        task.cancel()
    assert homes._server is not None
    homes._server.close()
    for link in (*homes._visitors.links, *homes._strangers):
        link.lose("")


@contextlib.contextmanager
def impatient(monkeypatch):
    monkeypatch.setattr("services.lobby.homes.homes.LASTING_MILLISECONDS", 600)
    monkeypatch.setattr("services.lobby.homes.homes.ANNOUNCE_SECONDS", 0.2)
    yield
