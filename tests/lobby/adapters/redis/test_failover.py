"""Servers die for good, are demoted, hand slots over: tables go on, and nothing that was acknowledged is lost."""

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from msgspec.structs import replace

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_lobby.adapters.redis import Store, keys
from galaxytables_lobby.adapters.redis.topology import LANES, key_slot
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_lobby.metrics import STORE_UNREPLICATED
from galaxytables_lobby.ports import CommitOutcome
from tests.lobby.adapters.redis.test_store import commit, opened, running
from tests.lobby.house import Guest, House, eventually
from tests.lobby.play.test_play import verified
from tests.lobby.proxy import Proxy
from tests.lobby.redis_replicas import PATIENCE, Pair, ReplicatedCluster, WatchedPair, is_master, until
from tests.lobby.redis_server import RedisServer, programs
from tests.lobby.tables.test_faults import insist

# More than are played.
ROUNDS = 9_999
# A machine that is busy with all these servers may be late with rules, too.
PASSING = ("STORE_UNAVAILABLE", "PROMPT_CLOSED", "TABLE_BUSY", "GAME_UNAVAILABLE")


class Play:
    """Tables at two lobbies, played until something has happened and for some rounds more."""

    def __init__(self, house: House, tables: list[tuple[str, list[Guest]]]) -> None:
        self.house = house
        self.tables = tables
        # The choices that players were told of: (table, seat, prompt), in the order of the answers.
        self.acknowledged: list[tuple[str, int, str]] = []
        self.last_rounds: dict[str, int] = {}

    @classmethod
    async def begin(cls, house: House, tables: int) -> "Play":
        await house.open_lobby()
        await house.open_lobby()
        return cls(house, [await house.started(options={"rounds": str(ROUNDS)}) for _ in range(tables)])

    async def seat(self, table_id, guest, number) -> None:
        guest = self.house.at(guest, number)
        turn = 0
        while turn < self.last_rounds.get(table_id, ROUNDS):
            turn += 1
            # Little enough to be played again soon.
            await asyncio.sleep(0.1)

            async def pick(turn=turn):
                return await guest.submit(table_id, f"r{turn}s{number}", "c0", request_id=f"turn-{turn:04}")

            await insist(pick, *PASSING)
            self.acknowledged.append((table_id, number, f"r{turn}s{number}"))

    def rounds(self, table_id: str) -> int:
        return sum(told[0] == table_id for told in self.acknowledged) // 2

    async def until_all_go_on(self, rounds: int = 2) -> None:
        """Wait until every table has got so many rounds further."""
        before = {table_id: self.rounds(table_id) for table_id, _ in self.tables}
        await eventually(lambda: all(self.rounds(each) >= before[each] + rounds for each in before), PATIENCE)

    async def through(self, happening) -> None:
        """Play while something happens, and a few rounds more at the tables that are behind."""

        async def happen() -> None:
            await self.until_all_go_on()
            await happening()
            self.last_rounds = {table_id: self.rounds(table_id) + 3 for table_id, _ in self.tables}

        seats = [
            self.seat(table_id, guest, number)
            for table_id, guests in self.tables
            for number, guest in enumerate(guests)
        ]
        await asyncio.gather(happen(), *seats)

    async def check(self) -> None:
        """All that was acknowledged is in the records, in its order, and they play again to the same."""
        for table_id, (one, _) in self.tables:
            await one.resign(table_id)

            async def over(one=one, table_id=table_id) -> bool:
                return bool((await one.view(table_id)).state == TABLE_STATE_FINISHED)

            await eventually(over, PATIENCE)
            record = await one.record(table_id)
            for seat in (0, 1):
                told = [prompt for table, number, prompt in self.acknowledged if (table, number) == (table_id, seat)]
                kept = [choice.prompt_id for choice in record.choices if choice.seat == seat]
                assert kept[: len(told)] == told
            assert await verified(self.house, record)


OTHERS = [pytest.param(name, marks=pytest.mark.release) for name in programs() if name != "embedded"]


@pytest.fixture(autouse=True, params=["embedded", *OTHERS])
def _program(request, monkeypatch):
    """Each of the servers that this machine has."""
    monkeypatch.setattr(RedisServer, "program", programs()[request.param])


@pytest.fixture
def _soon_alone(monkeypatch):
    """Whoever was just promoted here never gets a replica of its own."""
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.confirmation.ALONE_SECONDS", 1.0)


@asynccontextmanager
async def playing(url: str, counting, *, tables: int, wait_replicas: int = 1):
    async with AsyncExitStack() as stack:
        house = House(url, counting, stack, wait_replicas=wait_replicas)
        yield await Play.begin(house, tables)


@pytest.fixture
def cluster(tmp_path):
    made = ReplicatedCluster(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.kill()


@pytest.fixture
def pair(tmp_path):
    made = Pair(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.kill()


@pytest.fixture
def watched_pair(tmp_path):
    made = WatchedPair(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.kill()


def slot_of(table_id: str) -> int:
    return key_slot(keys.table(table_id))


@pytest.mark.release
@pytest.mark.usefixtures("_soon_alone")
async def test_a_master_of_a_cluster_dies_for_good(cluster, counting):
    async with playing(cluster.url, counting, tables=100) as play:
        dead = cluster.owner(slot_of(play.tables[0][0]))
        heir = cluster.replicas[cluster.masters.index(dead)]

        async def happening() -> None:
            await asyncio.to_thread(dead.kill)
            await asyncio.to_thread(until, lambda: is_master(heir))
            await play.until_all_go_on()

        await play.through(happening)
        await play.check()


async def test_a_slot_moves_to_another_master_under_play(cluster, counting):
    async with playing(cluster.url, counting, tables=6) as play:
        slot = slot_of(play.tables[0][0])
        source = cluster.owner(slot)
        target = next(master for master in cluster.masters if master is not source)

        async def happening() -> None:
            await asyncio.to_thread(cluster.move, slot, source, target)
            await play.until_all_go_on()

        await play.through(happening)
        await play.check()


@pytest.mark.usefixtures("_soon_alone")
async def test_sentinels_put_a_replica_in_the_place_of_a_dead_master(watched_pair, counting):
    url = f"redis+sentinel://{watched_pair.sentinels}/galaxytables/0"
    async with playing(url, counting, tables=6) as play:

        async def happening() -> None:
            await asyncio.to_thread(watched_pair.master.kill)
            await asyncio.to_thread(until, lambda: is_master(watched_pair.replica))
            await play.until_all_go_on()

        await play.through(happening)
        await play.check()


async def test_a_replica_is_promoted_behind_one_address(pair, counting):
    """Connections to the demoted server stay open: it refuses what is written."""
    proxy = Proxy(pair.master.port)
    await proxy.start()
    async with playing(proxy.url, counting, tables=6) as play:

        async def happening() -> None:
            proxy.target = pair.replica.port
            await asyncio.to_thread(pair.promote)
            await play.until_all_go_on()

        # A player at the other lobby hears of choices by the feed alone.
        table_id, (one, _) = play.tables[0]
        async with play.house.at(one, 1).watching(table_id) as updates:
            await play.through(happening)
            last = (await one.view(table_id)).last_event
            await updates.until(lambda message: message.update.last_event == last)
        await play.check()
    await proxy.stop()


async def test_a_commit_is_acknowledged_when_a_replica_has_it(pair, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.confirmation.ALONE_SECONDS", 3_600.0)
    hasty, careful = (Store(pair.master.url, origin=b"o", replicas=replicas) for replicas in (0, 1))
    for store in (hasty, careful):
        store.start()
    try:
        table, other = opened(), opened()
        first = commit(None, table)
        for each in (first, commit(None, other)):
            assert (await careful.commit(each)).outcome is CommitOutcome.DONE
        with pair.replica.frozen():
            assert (await hasty.commit(commit(table, running(table)))).outcome is CommitOutcome.DONE
            changing = asyncio.create_task(careful.commit(commit(other, running(other))))
            # What is done already waits no less: this process does not know who has it.
            repeating = asyncio.create_task(careful.commit(first))
            asking = asyncio.create_task(careful.answered(table.id, first.identity))
            done, _ = await asyncio.wait((changing, repeating, asking), timeout=1.0)
            assert not done
            # Whoever only reads does not wait for replicas.
            assert await careful.version(table.id) == 2
        assert (await changing).outcome is CommitOutcome.DONE
        again = await repeating
        assert again.outcome is CommitOutcome.REPEATED
        assert await asking == again.answer
    finally:
        for store in (hasty, careful):
            await store.close()


async def test_replicas_are_asked_over_the_connection_that_has_written(pair):
    """WAIT tells of what its own connection wrote: asked over another one it would know of nothing to wait for."""
    names = [f"{{{number}}}" for number in range(64)]
    assert {key_slot(name) % LANES for name in names} == set(range(LANES))
    wire = Wire(read_url(pair.master.url), replicas=1)
    wire.start()
    replies: list[object] = []
    try:
        await asyncio.gather(*[wire.run("SET", name, "before", replicated=True) for name in names])
        with pair.replica.frozen():
            for name in names:
                wire.send(("SET", name, "after"), replies.append, replicated=True)
            # All has been written, and lanes whose reply is to come have had time to give it.
            assert await wire.run_all([("GET", name) for name in names]) == [b"after"] * len(names)
            await asyncio.sleep(0.5)
            assert replies == []
        await eventually(lambda: len(replies) == len(names), PATIENCE)
        assert replies == [b"OK"] * len(names)
    finally:
        await wire.close()


async def test_a_master_whose_replicas_are_gone_for_long_goes_on_alone_and_says_so(pair, monkeypatch):
    before = STORE_UNREPLICATED._value.get()
    store = Store(pair.master.url, origin=b"o", replicas=1)
    store.start()
    try:
        table = opened()
        await store.commit(commit(None, table))
        assert STORE_UNREPLICATED._value.get() == before
        monkeypatch.setattr("galaxytables_lobby.adapters.redis.confirmation.ALONE_SECONDS", 0.5)
        with pair.replica.frozen():
            started = time.monotonic()
            for version in (2, 3, 4):
                after = replace(table, version=version)
                assert (await store.commit(commit(table, after))).outcome is CommitOutcome.DONE
                table = after
            assert time.monotonic() - started >= 0.5
            assert STORE_UNREPLICATED._value.get() == before + 3

        async def confirmed_again() -> bool:
            count = STORE_UNREPLICATED._value.get()
            nonlocal table
            after = replace(table, version=table.version + 1)
            await store.commit(commit(table, after))
            table = after
            return bool(STORE_UNREPLICATED._value.get() == count)

        await eventually(confirmed_again, PATIENCE)
    finally:
        await store.close()
