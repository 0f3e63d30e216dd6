"""What tests do with lobbies that have tables at home."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

from galaxytables_lobby.api.calls import Lobby
from galaxytables_lobby.ids import SHARDS, shard_of
from galaxytables_lobby.people.limit_settings import NO_LIMITS, LimitSettings
from galaxytables_serving.settings import read_settings
from tests.lobby.house import Guest, House, eventually

LOBBIES = 3
PROXIES = read_settings(LimitSettings, {"GALAXYTABLES_TRUSTED_PROXIES": "127.0.0.0/8"}).proxies


@contextlib.asynccontextmanager
async def telling_gateways(redis_url, counting, monkeypatch, *, tells: str) -> AsyncIterator[House]:
    """Lobbies that trust proxies on this machine; who else is told of homes, `tells` says."""
    monkeypatch.setattr("galaxytables_lobby.app.GAUGE_SECONDS", 3_600.0)
    monkeypatch.setattr("galaxytables_lobby.subscriptions.homes.ANNOUNCE_SECONDS", 0.1)
    monkeypatch.setattr("galaxytables_lobby.api.gateways.TELL_SECONDS", 0.05)
    async with contextlib.AsyncExitStack() as stack:
        house = House(redis_url, counting, stack, homes=True)
        house.tells_homes, house.limits = tells, replace(NO_LIMITS, proxies=PROXIES)
        for _ in range(LOBBIES):
            await house.open_lobby()
        await settled(house)
        yield house


def at_home(lobby: Lobby) -> frozenset[int]:
    """The shards whose home a lobby takes itself for."""
    return frozenset(range(SHARDS)) - lobby.homes._homes.keys()


async def settled(house: House) -> None:
    """Wait until every shard has one home, and all lobbies know it."""

    def parted() -> bool:
        shards = [shard for lobby in house.lobbies for shard in at_home(lobby)]
        return sorted(shards) == list(range(SHARDS))

    await eventually(parted)


def home_of(house: House, table_id: str) -> int:
    [home] = [number for number, lobby in enumerate(house.lobbies) if shard_of(table_id) in at_home(lobby)]
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
    lobby.homes.weigh([100 * (shard in at_home(lobby)) for shard in range(SHARDS)])


async def told(watching, last: int) -> list[int]:
    """Numbers of all events that a watcher is told, up to a last one."""
    numbers: list[int] = []
    while not numbers or numbers[-1] < last:
        numbers += [event.number for event in (await watching.update()).events]
    return numbers


def vanish(house: House, number: int) -> None:
    """Take a lobby from the others as death does, without a word; it goes on without knowing."""
    for task in house.lobbies[number].homes._tasks:
        task.cancel()


def misled(monkeypatch, lobby: Lobby, address: str, told: str | None) -> None:
    """Have a lobby believe that another is at a wrong address, or gone where none is `told`."""
    announce = lobby.homes._store.announce

    async def believed(own: str, *, lasting: int) -> dict[bytes, str]:
        found = await announce(own, lasting=lasting)
        changed = {origin: told if where == address else where for origin, where in found.items()}
        return {origin: where for origin, where in changed.items() if where is not None}

    monkeypatch.setattr(lobby.homes._store, "announce", believed)


@contextlib.contextmanager
def impatient(monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.subscriptions.homes.LASTING_MILLISECONDS", 600)
    monkeypatch.setattr("galaxytables_lobby.subscriptions.homes.ANNOUNCE_SECONDS", 0.2)
    yield
