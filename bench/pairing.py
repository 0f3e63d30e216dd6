"""How soon people who wait in many pools get a seat, and how many tables a worker of the clock makes of tickets."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from statistics import median
from time import monotonic, process_time, time
from urllib.request import urlopen

from google.protobuf.duration_pb2 import Duration
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from bench.figures import Figure, percentile
from bench.people import Person
from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_client import open_channel
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.domain.people import Person as Player
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tickets import KEPT_MILLISECONDS, Terms, Ticket, new_ticket_id
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.play.pairing.rooms import LATEST_SECONDS, WaitingRooms
from galaxytables_lobby.ports import TicketStage
from galaxytables_platform.layout import Layout

PEOPLE, POOLS, WITHIN_SECONDS = 1_000, 20, 60.0
CHANNELS = 8
# After the last has come.
PATIENCE_SECONDS = 60.0
WAIT_P50_SECONDS, WAIT_P99_SECONDS = 5.0, 30.0
TICKETS, PAIRINGS_A_SECOND = 4_000, 200.0
MOST = 0.9
HELD_SECONDS = 0.02
WAITING, WAITING_POOLS, SNAPSHOTS, SNAPSHOT_PERCENT = 4_000, 200, 9, 3.0
# A difference of ratings that no two of those who wait have.
CLOSE = 0.1
_SLOW = next(preset.control for preset in PRESETS if preset.name == "slow")


async def measure_pairing(layout: Layout, game: str, options: dict[str, str]) -> list[Figure]:
    """Let people come within a minute, then read who waits, then put many tickets into the queue. Returns the figures.

    `options` are all options of the game, with their defaults.
    """
    before = _loop_samples(layout)
    waits = await times_to_a_seat(layout.lobby, game)
    after = _loop_samples(layout)
    samples, soon = after[0] - before[0], after[1] - before[1]
    cost = await snapshot_milliseconds(layout.redis.url, game, options)
    rate = await pairings_a_second(layout.redis.url, game, options)
    return [
        Figure("pairing: time to a seat, p50", percentile(waits, 0.5), "s", f"{WAIT_P50_SECONDS:g} or less"),
        Figure("pairing: time to a seat, p99", percentile(waits, 0.99), "s", f"{WAIT_P99_SECONDS:g} or less"),
        Figure("pairing: people without a partner in the end", PEOPLE - len(waits), "people", f"{POOLS} or less"),
        Figure("pairing: lobby's loop free within 20 ms, of all samples", 100 * soon / samples, "%"),
        Figure(
            f"pairing: a lobby reads who waits, {WAITING:,} in {WAITING_POOLS} pools",
            cost / LATEST_SECONDS / 10,
            "% of a core",
            f"{SNAPSHOT_PERCENT:g} or less",
        ),
        Figure("pairing: tables made of tickets", rate, "tables/s", f"{PAIRINGS_A_SECOND:g} or more"),
    ]


async def times_to_a_seat(lobby: str, game: str) -> list[float]:
    """Let people come within a minute, each with a live ticket for one of the pools. Returns how long they waited.

    The times are in seconds, the shortest first, of those who got a seat.
    """
    chance, waits = Random(1), list[float]()
    async with AsyncExitStack() as stack:
        channels = [open_channel(lobby, shared=False) for _ in range(CHANNELS)]
        for channel in channels:
            stack.push_async_callback(channel.close)
        everybody = [await Person.arrive(channels[number % CHANNELS]) for number in range(PEOPLE)]
        begun = monotonic()

        async def wait(person: Person, seconds: float, pool: int) -> None:
            await asyncio.sleep(begun + seconds - monotonic())
            came = monotonic()
            control = tables_pb2.TimeControl(per_move=Duration(seconds=30 + pool))
            await person.pairing.find_table(pairing_pb2.TicketOffer(game=game, seats=[2], time_control=control))
            waits.append(monotonic() - came)

        tasks = [
            asyncio.create_task(wait(person, chance.uniform(0, WITHIN_SECONDS), number % POOLS))
            for number, person in enumerate(everybody)
        ]
        await asyncio.wait(tasks, timeout=WITHIN_SECONDS + PATIENCE_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return sorted(waits)


async def snapshot_milliseconds(redis_url: str, game: str, options: dict[str, str]) -> float:
    """Return in how many milliseconds of processor time a lobby reads who waits in many pools."""
    store = Store(redis_url, origin=new_origin())
    store.start()
    # Too far from each other in strength, so that nobody is paired meanwhile.
    tickets = [
        replace(each, strengths={each.terms[0].rating_pool: float(number)}, max_difference=CLOSE)
        for number, each in enumerate(_ticket(number, game, options, WAITING_POOLS) for number in range(WAITING))
    ]
    try:
        await asyncio.gather(*[store.add_ticket(each, until=each.since + KEPT_MILLISECONDS) for each in tickets])
        rooms, costs = WaitingRooms(store, lambda: int(time() * 1000)), list[float]()
        for _ in range(SNAPSHOTS):
            begun = process_time()
            await rooms.read_all()
            costs.append(1000 * (process_time() - begun))
        await asyncio.gather(*[store.cancel_ticket(each.player.id, each.id) for each in tickets])
        return median(costs)
    finally:
        await store.close()


async def pairings_a_second(redis_url: str, game: str, options: dict[str, str]) -> float:
    """Put slow tickets into the queue, and return how many tables a second are made of most of them.

    The last ones do not count: slow pools rest between two waves, so those who come after a wave wait for the next one.
    """
    store = Store(redis_url, origin=new_origin())
    store.start()
    try:
        tickets = [_ticket(number, game, options) for number in range(TICKETS)]
        await asyncio.gather(*[store.add_ticket(each, until=each.since + KEPT_MILLISECONDS) for each in tickets])
        ids, begun, first = [ticket.id for ticket in tickets], 0.0, 0
        deadline = monotonic() + WITHIN_SECONDS + PATIENCE_SECONDS
        while True:
            states = await store.ticket_states(ids)
            seated = sum(state.stage is TicketStage.SEATED for state in states)
            if seated and not begun:
                begun, first = monotonic(), seated
            if seated >= MOST * len(ids) or monotonic() > deadline:
                return (seated - first) / 2 / (monotonic() - begun) if seated > first else 0.0
            await asyncio.sleep(0.1)
    finally:
        await store.close()


def _ticket(number: int, game: str, options: dict[str, str], pools: int = POOLS) -> Ticket:
    control = TimeControl(per_move=_SLOW.per_move + number % pools * 1000)
    return Ticket(
        id=new_ticket_id(),
        player=Player(PlayerId(f"bench-{number}"), f"Bench {number}"),
        live=False,
        terms=(Terms(game=game, seats=2, options=options, control=control),),
        since=int(time() * 1000),
    )


def _loop_samples(layout: Layout) -> tuple[float, float]:
    """Return how often the lobby's loop was sampled, and how often it came within 20 ms."""
    with urlopen(f"http://{layout.lobbies[0].metrics.address}/metrics") as answer:  # our own process
        text = answer.read().decode()
    counts = {
        sample.labels["le"]: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "galaxytables_event_loop_lag_seconds_bucket"
    }
    return counts["+Inf"], counts[f"{HELD_SECONDS:g}"]
