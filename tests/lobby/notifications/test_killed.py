"""Workers are killed with SIGKILL while notices are on their way: none is lost, and repeats have the same id."""

import asyncio
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from dataclasses import replace
from multiprocessing.synchronize import Event

import pytest

from galaxytables_lobby.clock import delivering, notifying
from galaxytables_lobby.settings import Settings
from tests.lobby.house import House, eventually
from tests.lobby.notifications.receivers import Request, receiving
from tests.lobby.notifications.scenes import add_webhook, desk, with_private_endpoints
from tests.lobby.workers import open_notifications

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])
LEASE = max(delivering.LEASE_MILLISECONDS, notifying.LEASE_MILLISECONDS) / 1000 + 1


def work(settings: Settings, ahead: float, begun: Event) -> None:
    """Notify until killed; leases end by the test's clock."""
    asyncio.run(_work(settings, ahead, begun))


async def _work(settings: Settings, ahead: float, begun: Event) -> None:
    async with open_notifications(settings, clock=lambda: time.time() + ahead) as (notifier, deliverer):
        begun.set()
        while True:
            await notifier.notify()
            await deliverer.deliver()
            await asyncio.sleep(0.01)


async def tables_begin(house: House, url: str, tables: int) -> set[str]:
    """Start games of two people who are notified; returns what each must get, as kind and player."""
    due: set[str] = set()
    room = asyncio.Semaphore(8)

    async def table_begins(number: int) -> None:
        async with room:
            one, two = [await house.guest(f"{name} {number}", lobby=1) for name in ("Ada", "Bob")]
            for guest in (one, two):
                await add_webhook(guest, url)
                due.update(f"{kind} {guest.id}" for kind in ("started", "your_turn"))
            table = await one.create(2)
            await two.join(table.id)
            await two.ready(table.id)
            await one.start(table.id)

    await asyncio.gather(*[table_begins(number) for number in range(tables)])
    return due


async def killed_again_and_again(house: House, *, tables: int, kills: int) -> None:
    # Connections that a kill leaves are none of the receiver's business.
    with_private_endpoints(house)
    await house.open_lobby()
    chance = random.Random(tables)
    async with receiving() as receiver:

        async def slowly(_: Request):
            await asyncio.sleep(0.02)
            return 200, {}, b""

        receiver.answer = slowly
        due = await tables_begin(house, receiver.url, tables)
        settings = replace(house.settings)
        for number in range(kills):
            before, begun = len(receiver.got), _PROCESSES.Event()
            process = _PROCESSES.Process(target=work, args=(settings, house.clock.ahead, begun))
            process.start()
            await asyncio.to_thread(begun.wait)
            if number % 2 == 0:
                # Early, while it looks at tables and queues notices.
                await asyncio.sleep(chance.uniform(0.02, 0.2))
            else:
                # Later, while it sends.
                wanted = min(before + chance.randint(1, len(due) // kills), len(due))
                await eventually(lambda wanted=wanted: len(receiver.got) >= wanted)
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            await asyncio.to_thread(process.join)
            house.clock.ahead += LEASE
        async with desk(house) as worker:
            for _ in range(3):
                house.clock.ahead += LEASE
                # A call leaves off after a while, however much is left.
                while await worker.notifier.notify() + await worker.deliverer.deliver(wait=True):
                    pass
        ids: dict[str, set[str]] = {}
        for request in receiver.got:
            body = request.json
            event = f"{body['type'].removeprefix('notification.')} {body['data']['player_id']}"
            ids.setdefault(event, set()).add(body["id"])
        assert due - ids.keys() == set(), "lost"
        assert ids.keys() - due == set()
        assert Counter(map(len, ids.values())) == {1: len(due)}, "repeats have other ids"


async def test_no_notice_is_lost_when_workers_are_killed(house):
    await killed_again_and_again(house, tables=25, kills=5)


@pytest.mark.release
@pytest.mark.timeout(1800)
async def test_no_notice_of_ten_thousand_is_lost_when_workers_are_killed(house):
    await killed_again_and_again(house, tables=2_500, kills=40)
