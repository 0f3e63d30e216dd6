"""Who leaves rated games or lets others wait plays no rated game for a while."""

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.tokens import DAY
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, refused
from tests.lobby.workers import open_pairing

CASUAL, STRICT = tables_pb2.RATING_TERMS_CASUAL, tables_pb2.RATING_TERMS_STRICT


@pytest.fixture
async def strict(house: House) -> House:
    """A house whose players no limit is lifted for."""
    house.limits = LimitSettings()
    await house.open_lobby()
    house.clock.stand_still()
    return house


async def ticket(player: Guest, **fields) -> pairing_pb2.CreateTicketResponse:
    """Make a slow ticket of a player."""
    day = tables_pb2.TimeControl(per_move=Duration(seconds=DAY))
    terms = pairing_pb2.TicketTerms(offers=[pairing_pb2.TicketOffer(game=NAME, seats=[2], time_control=day, **fields)])
    request = pairing_pb2.CreateTicketRequest(terms=terms)
    return await player.pairing.CreateTicket(request, metadata=player.metadata)


async def waiting(player: Guest) -> list[str]:
    """Return the ids of a player's tickets."""
    listed = await player.pairing.ListTickets(pairing_pb2.ListTicketsRequest(), metadata=player.metadata)
    return [each.id for each in listed.tickets]


async def leaves(house: House, ada: Guest, seats: int = 3, **fields) -> None:
    others = [await house.guest(lobby=1) for _ in range(seats - 1)]
    table = await ada.create(seats, **fields)
    for other in others:
        await other.join(table.id)
        await other.ready(table.id)
    await ada.start(table.id)
    await ada.resign(table.id)


async def test_who_leaves_two_rated_games_waits_before_the_next(strict):
    ada, bea = await strict.guest(lobby=1), await strict.guest(lobby=1)
    rated = await bea.create()
    await leaves(strict, ada)
    await leaves(strict, ada)
    for call in (ada.create(), ada.join(rated.id), ticket(ada), ticket(ada, rating=STRICT)):
        error = await refused(call)
        assert (error.reason, error.metadata["minutes"]) == ("COOLING_DOWN", "10")
    assert (await ticket(ada, rating=CASUAL)).ticket.id
    casual = await ada.create(rating=CASUAL)
    assert casual.id
    await ada.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
    strict.clock.ahead += 11 * 60
    await ada.join(rated.id)


async def test_no_game_of_two_that_is_resigned_and_no_casual_one_counts(strict):
    ada = await strict.guest(lobby=1)
    for _ in range(2):
        await leaves(strict, ada, 2)
        await leaves(strict, ada, rating=CASUAL)
    await ada.create()


async def test_an_account_takes_them_along_and_they_are_erased_with_the_player(strict):
    ada = await strict.guest(lobby=1)
    await leaves(strict, ada)
    store = strict.lobbies[0].tables.store
    [noted] = await store.departures(ada.id)
    await store.move_departures(ada.id, "account")
    assert (await store.departures(ada.id), await store.departures("account")) == ([], [noted])
    await store.forget_departures("account")
    assert await store.departures("account") == []


async def test_a_rematch_of_a_rated_game_waits_too(strict):
    ada, bea = await strict.guest(lobby=1), await strict.guest(lobby=1)
    table = await ada.create(2)
    await bea.join(table.id)
    await bea.ready(table.id)
    await ada.start(table.id)
    await ada.resign(table.id)
    await leaves(strict, ada)
    await leaves(strict, ada)
    assert (await refused(ada.rematch(table.id))).reason == "COOLING_DOWN"
    assert (await bea.rematch(table.id)).id


async def test_a_cool_down_that_begins_while_tickets_wait_ends_those_that_are_rated(strict):
    ada, bea, cem = [await strict.guest(lobby=1) for _ in range(3)]
    await ticket(ada)
    casual = (await ticket(ada, rating=CASUAL)).ticket.id
    await leaves(strict, ada)
    await leaves(strict, ada)
    await ticket(bea)
    async with open_pairing(strict.settings, clock=strict.clock) as waves:
        strict.clock.ahead += 20
        assert await waves.pair() == 0
        assert await waiting(ada) == [casual]
        assert len(await waiting(bea)) == 1
        await ticket(cem)
        await ticket(cem, rating=CASUAL)
        strict.clock.ahead += 20
        assert await waves.pair() == 2
        assert [await waiting(each) for each in (ada, bea, cem)] == [[], [], []]
