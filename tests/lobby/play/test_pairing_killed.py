"""Tickets become tables while workers are killed: nobody is seated twice, nobody is lost, no blocked pair meets."""

import asyncio
from itertools import combinations
from random import Random

import pytest

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.domain.relations import FOR_GOOD, Relation, RelationKind
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.domain.tickets import KEPT_MILLISECONDS, Terms, Ticket, TicketId
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.play.pairing.waves import LEASE_MILLISECONDS
from galaxytables_lobby.ports import Added, Store, TicketStage
from tests.lobby.counting import NAME
from tests.lobby.house import House
from tests.lobby.play.pairing_killed import DoomedWorker
from tests.lobby.workers import open_pairing

CONTROL = next(preset.control for preset in PRESETS if preset.name == "slow")
OPTIONS = {"rounds": "3", "unlucky": "off"}
# In seconds for each ticket: less than it takes to pair a crowd.
LONGEST = 0.01
# Tickets of one round, a multiple of six, so that all of them can be seated.
CROWD = 60
# How many others somebody has blocked or is blocked by, on average.
BLOCKED = 6


def ticket_of(house: House, number: int, seats: tuple[int, ...]) -> Ticket:
    """A ticket of somebody of their own."""
    terms = tuple(Terms(game=NAME, seats=each, options=OPTIONS, control=CONTROL) for each in seats)
    # Names that nobody takes for one another.
    name = "".join("aeiou"[int(digit) % 5] + "kmrst"[int(digit) // 2] for digit in f"{number:06}")
    since = int(house.clock() * 1000)
    player = Person(PlayerId(f"player-{number}"), name)
    return Ticket(id=TicketId(f"ticket-{number}"), player=player, live=False, terms=terms, since=since)


async def pair_while_killed(
    house: House, chance: Random, *, rounds: int, workers: int, crowd: int = CROWD
) -> list[Ticket]:
    """Make the tickets of a crowd round by round, while workers come and are killed. Returns the tickets."""
    store, made = house.lobbies[0].tables.store, list[Ticket]()
    blocked = set[frozenset[PlayerId]]()
    for _ in range(rounds):
        newest = [
            ticket_of(house, len(made) + number, chance.choice([(2,), (2, 3), (3, 2)])) for number in range(crowd)
        ]
        for one, other in combinations([ticket.player.id for ticket in newest], 2):
            if chance.random() < BLOCKED / crowd:
                blocked.add(frozenset((one, other)))
                await store.relate(one, RelationKind.BLOCK, other, Relation(0), limit=crowd, lasting=FOR_GOOD)
        for ticket in newest:
            assert await store.add_ticket(ticket, until=ticket.since + KEPT_MILLISECONDS) is Added.ADDED
        made += newest
        # They accept any strength by then.
        house.clock.ahead += 5
        doomed = [DoomedWorker(house.settings, ahead=house.clock.ahead) for _ in range(workers)]
        for worker in doomed:
            await asyncio.to_thread(worker.wait)
        for worker in doomed:
            await asyncio.sleep(chance.uniform(0, LONGEST * crowd / workers))
            await asyncio.to_thread(worker.kill)

    async with open_pairing(house.settings, clock=house.clock) as waves:
        for _ in range(30):
            house.clock.ahead += LEASE_MILLISECONDS / 1000 + 6
            await waves.pair()
            states = await store.ticket_states([ticket.id for ticket in made[-crowd:]])
            # What an earlier worker left half done is somebody's, too.
            if all(state.stage is TicketStage.SEATED for state in states) and not await store.openings():
                break
    await check(house, made, blocked)
    return made


async def running_tables(store: Store, player_id: PlayerId) -> dict[TableId, RunningTable]:
    """The tables at which somebody sits."""
    ids = [table_id for _, table_id in await store.newest_of_player(player_id, before=None, limit=10)]
    tables = zip(ids, await store.load_states(ids), strict=True)
    return {table_id: table for table_id, table in tables if isinstance(table, RunningTable)}


async def check(house: House, made: list[Ticket], blocked: set[frozenset[PlayerId]]) -> None:
    """Everybody sits at exactly one running table, and beside nobody whom they blocked."""
    store = house.lobbies[0].tables.store
    assert await store.openings() == []
    waiting = {TicketId(each.ticket.id) for pool in await store.pools() for each in (await store.waiting_in(pool))[0]}
    tables: dict[TableId, RunningTable] = {}
    for start in range(0, len(made), 500):
        crowd = made[start : start + 500]
        for ticket, state in zip(crowd, await store.ticket_states([ticket.id for ticket in crowd]), strict=True):
            seats = await running_tables(store, ticket.player.id)
            tables.update(seats)
            if state.stage is TicketStage.WAITING:
                assert ticket.id in waiting
                assert not seats, f"{ticket.id} waits and sits"
            else:
                assert len(seats) == 1, f"{ticket.id} sits at {len(seats)} tables"
                # Which table a ticket got is known for some minutes only.
                assert state.stage is TicketStage.OVER or state.table_id in seats
    # Who waits on is blocked from all others who do.
    assert len(waiting) <= 2
    for table in tables.values():
        people = [seat.player.id for seat in table.seats if seat.player is not None]
        assert len(people) == len(table.seats)
        assert not {frozenset(each) for each in combinations(people, 2)} & blocked


async def test_killed_at_any_moment_nobody_is_seated_twice_or_lost_or_meets_whom_they_blocked(house):
    await pair_while_killed(house, Random(5), rounds=2, workers=2)


@pytest.mark.release
@pytest.mark.timeout(3600)
async def test_ten_thousand_pairings_while_workers_are_killed(house):
    made = await pair_while_killed(house, Random(7), rounds=100, workers=2, crowd=240)
    assert len(made) > 20_000
