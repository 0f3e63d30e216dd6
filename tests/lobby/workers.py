"""What a worker of the clock does, each with connections of its own, for scenes that drive it themselves."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from galaxytables_lobby.clock import delivering
from galaxytables_lobby.clock.announcing import Announcer, announcer_of
from galaxytables_lobby.clock.archiving import Archiver, archiver_of
from galaxytables_lobby.clock.connections import open_connections
from galaxytables_lobby.clock.delivering import Deliverer
from galaxytables_lobby.clock.erasing import people_of
from galaxytables_lobby.clock.merging import merges_of
from galaxytables_lobby.clock.notifying import Notifier
from galaxytables_lobby.clock.pairing import waves_of
from galaxytables_lobby.clock.sweep import Sweep, sweep_of
from galaxytables_lobby.clock.tournaments import driver_of
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.play.pairing.waves import Waves
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.tournaments.driver import Driver
from galaxytables_lobby.settings import Settings

Clock = Callable[[], float] | None


@asynccontextmanager
async def open_sweep(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Sweep]:
    async with open_connections(settings, clock=clock) as connections:
        yield sweep_of(connections)


@asynccontextmanager
async def open_archiver(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Archiver]:
    async with open_connections(settings, clock=clock) as connections:
        yield archiver_of(connections)


@asynccontextmanager
async def open_announcer(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Announcer]:
    async with open_connections(settings, clock=clock) as connections:
        yield announcer_of(connections)


@asynccontextmanager
async def open_pairing(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Waves]:
    async with open_connections(settings, clock=clock) as connections:
        yield waves_of(connections)


@asynccontextmanager
async def open_driver(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Driver]:
    async with open_connections(settings, clock=clock) as connections:
        yield driver_of(connections)


@asynccontextmanager
async def open_merges(settings: Settings, *, clock: Clock = None) -> AsyncIterator[Merges]:
    async with open_connections(settings, clock=clock) as connections:
        yield merges_of(connections)


@asynccontextmanager
async def open_erasing(settings: Settings, *, clock: Clock = None) -> AsyncIterator[People]:
    async with open_connections(settings, clock=clock) as connections:
        yield people_of(connections)


@asynccontextmanager
async def open_notifications(settings: Settings, *, clock: Clock = None) -> AsyncIterator[tuple[Notifier, Deliverer]]:
    async with (
        open_connections(settings, clock=clock) as connections,
        delivering.open_notifications(connections) as notifying,
    ):
        yield notifying
