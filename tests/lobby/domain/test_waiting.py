"""Who waits in the pools, as each player is shown it."""

import pytest
from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tickets import Terms, Ticket, TicketId
from galaxytables_lobby.domain.waiting import WaitingRoom, sought
from galaxytables_lobby.ids import PlayerId

ADA, BEA, CEM = map(PlayerId, ("ada", "bea", "cem"))


def ticket(player_id, since, *seats):
    terms = tuple(
        Terms(game="jump", seats=each, options={}, control=TimeControl(per_move=30_000)) for each in seats or (2,)
    )
    return Ticket(
        id=TicketId(f"{player_id}'s"), player=Person(player_id, player_id), live=True, terms=terms, since=since
    )


@pytest.fixture
def room():
    """Ada waits for a second or a third player, then Bea for a second."""
    ada, bea = ticket(ADA, 1, 2, 3), ticket(BEA, 2)
    [two, three] = ada.pools
    return WaitingRoom({two: [ada, bea], three: [ada]}, {}, {ADA, BEA})


def shown(room, *without):
    return [(seek.seats, seek.waiting, seek.since) for seek in room.seeks(without)]


def test_a_seek_has_all_numbers_of_seats_and_everybody_who_would_play(room):
    assert shown(room, CEM) == [((2, 3), 2, 1)]


def test_who_waits_twice_for_the_same_is_one_person():
    one, other = ticket(ADA, 1), replace(ticket(ADA, 2), id=TicketId("again"))
    bea = ticket(BEA, 3)
    [pool] = one.pools
    room = WaitingRoom({pool: [one, other, bea]}, {})
    assert [wait.waiting for wait in room.waits({CEM})] == [2]
    assert [wait.waiting for wait in room.waits({ADA})] == [1]
    assert shown(room, CEM) == [((2,), 2, 1)]
    assert room.progress(bea.id, [pool], ()) == (2, 2, None)


def test_a_seek_leaves_out_those_whom_a_player_cannot_be_paired_with(room):
    assert shown(room, ADA) == [((2,), 1, 2)]
    assert shown(room, BEA) == [((2, 3), 1, 1)]
    assert shown(room, ADA, BEA) == []
    assert [wait.waiting for wait in room.waits({ADA})] == [1, 0]


def test_a_seek_names_those_who_wait_but_not_who_hides(room):
    assert [[each.id for each in seek.named] for seek in room.seeks({CEM})] == [[ADA, BEA]]
    assert [[each.id for each in seek.named] for seek in room.seeks({ADA})] == [[BEA]]
    ada, bea = ticket(ADA, 1), ticket(BEA, 2)
    [pool] = ada.pools
    hiding = WaitingRoom({pool: [ada, bea]}, {}, {BEA})
    assert [(seek.waiting, [each.id for each in seek.named]) for seek in hiding.seeks({CEM})] == [(2, [BEA])]


def test_a_seek_names_six_at_most():
    waiting = [ticket(PlayerId(f"p{number}"), number) for number in range(20)]
    [pool] = waiting[0].pools
    pools = {pool: waiting}
    [seek] = WaitingRoom(pools, {}, sought(pools)).seeks({CEM})
    assert [each.id for each in seek.named] == [f"p{number}" for number in range(6)]
    assert len(sought(pools)) == 12


def test_all_who_leave_out_nobody_share_what_they_are_shown(room):
    assert room.seeks({CEM}) is room.seeks(set())


def test_terms_that_differ_in_the_number_of_seats_alone_are_alike_in_the_rest():
    two, three = ticket(ADA, 1, 2, 3).terms
    [other] = ticket(BEA, 1).terms
    assert (two.any_seats, two, hash(two)) == (three.any_seats, other, hash(other))
    assert two != three
