"""Two lobby processes behind one port, as `make run LOBBIES=2` starts them, serve the same tables."""

import asyncio
import itertools
import re
import urllib.request
from collections import Counter
from contextlib import AsyncExitStack
from random import Random

import pytest

from bench.people import FINISHED, Person
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import Bearer, Lobby, open_channel
from tests.e2e.running import RunningPlatform

pytestmark = pytest.mark.e2e

GUESTS = re.compile(r'^grpc_server_handled_total\{.*grpc_method="CreateGuest".*\} (\S+)$', re.MULTILINE)
SERVED = re.compile(r"^grpc_server_handled_total\{.*TableService.*\} (\S+)$", re.MULTILINE)
CHOICES = re.compile(r'^galaxytables_choices_total\{.*outcome="accepted".*\} (\S+)$', re.MULTILINE)
MAX_CONNECTIONS = 40


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    platform = RunningPlatform(tmp_path_factory.mktemp("shared"), LOBBIES="2")
    platform.start()
    yield platform
    assert platform.stop() == 0


def counts(platform, pattern) -> list[float]:
    """A figure of each lobby."""
    first = int(platform.lobby.rpartition(":")[2]) + 20
    found = []
    for port in range(first, first + 8):
        try:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60).read().decode()
        except OSError:
            continue
        if 'galaxytables_process_info{process="lobby"}' in page:
            found.append(sum(map(float, pattern.findall(page))))
    assert len(found) == 2
    return found


@pytest.fixture
async def apart(shared):
    """A guest at each of the two lobbies; the system spreads connections, so it takes some to reach both."""
    async with AsyncExitStack() as stack:
        guests: dict[int, Person] = {}
        for number in itertools.count():
            assert number < MAX_CONNECTIONS, "all connections go to one lobby"
            before = counts(shared, GUESTS)
            channel = await stack.enter_async_context(open_channel(shared.lobby, shared=False))
            guest = await Person.arrive(channel, f"Guest {number}")
            after = counts(shared, GUESTS)
            guests.setdefault(0 if after[0] > before[0] else 1, guest)
            if len(guests) == 2:
                break
        yield guests[0], guests[1]


async def find_table(address, guest, table_id):
    """What the lobby at this address says of a table."""
    async with Lobby(address, Bearer(guest.token), shared=False) as lobby:
        return await lobby.tables.get(table_id)


async def test_each_lobby_serves_at_the_shared_port_and_at_an_address_of_its_own(shared, apart):
    assert len(shared.pids("lobby")) == 2
    tables = [await guest.create() for guest in apart]
    for guest, other in zip(apart, reversed(tables), strict=True):
        assert (await guest.tables.get(other.id)).id == other.id
    for place in range(2):
        before = counts(shared, SERVED)
        assert await find_table(f"127.0.0.1:{shared.homes + place}", apart[0], tables[0].id) == tables[0]
        more = [now - then for now, then in zip(counts(shared, SERVED), before, strict=True)]
        assert [bool(each) for each in more] == [place == 0, place == 1]


async def test_people_at_two_lobbies_and_a_bot_play_one_table(shared, apart):
    one, two = apart
    before = counts(shared, CHOICES)
    table = await one.create(seats=3)
    await two.join(table)
    await one.add_bot(table)
    await one.start(table)
    # A spectator at either lobby, beside the players who choose and watch there.
    watching = [asyncio.create_task(guest.play.history(table.id)) for guest in apart]
    played = await asyncio.gather(one.play_to_the_end(table.id, Random(1)), two.play_to_the_end(table.id, Random(2)))
    seen = await asyncio.gather(*watching)
    made = Counter((choice.seat, choice.prompt_id) for choice in (await one.play.record(table.id)).choices)
    assert max(made.values()) == 1
    for seat, acknowledged in enumerate(played):
        assert acknowledged
        assert all(made[seat, prompt] for prompt, _ in acknowledged)
    assert [[event.number for event in events] for events in seen] == [list(range(1, len(seen[0]) + 1))] * 2
    assert [event.event.kind for event in seen[0]] == [event.event.kind for event in seen[1]]
    # Either lobby has taken the choices of its own player at the least.
    taken = [now - then for now, then in zip(counts(shared, CHOICES), before, strict=True)]
    assert all(number >= len(acknowledged) for number, acknowledged in zip(taken, played, strict=True))


async def test_the_clock_and_bots_act_once_for_people_of_both_lobbies(apart):
    one, two = apart
    control = tables_pb2.TimeControl(misses_before_handover=1, successor="random")
    control.per_move.FromSeconds(1)
    table = await one.create(seats=2, time_control=control)
    await two.join(table)
    await one.start(table)
    seen = await asyncio.gather(one.play.history(table.id), two.play.history(table.id))
    for events in seen:
        kinds = Counter((event.event.kind, event.event.seat) for event in events if event.event.HasField("seat"))
        for seat in (0, 1):
            assert (kinds["clocked_out", seat], kinds["handed_over", seat]) == (1, 1)
    assert [event.number for event in seen[0]] == [event.number for event in seen[1]]
    assert (await two.play.view(table.id)).state == FINISHED
