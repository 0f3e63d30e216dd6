"""Tables whose seats are for those who are invited, though their games are for all to see, and rated."""

from galaxytables.lobby.v1 import tables_pb2
from tests.lobby.house import House, refused

BY_INVITATION = tables_pb2.VISIBILITY_BY_INVITATION


async def test_a_seat_is_kept_for_who_is_invited_and_the_game_is_rated(house: House):
    ada, bob, cleo = [await house.guest() for _ in range(3)]
    table = await ada.create(2, visibility=BY_INVITATION)
    assert (table.visibility, table.unrated) == (BY_INVITATION, tables_pb2.UNRATED_REASON_UNSPECIFIED)
    # To others there is no such table until the game begins.
    assert not (await cleo.list()).tables
    assert (await refused(cleo.join(table.id))).reason in ("TABLE_NOT_FOUND", "INVITATION_REQUIRED")
    assert (await refused(cleo.table(table.id))).reason == "TABLE_NOT_FOUND"
    await bob.join(table.invitation)
    await bob.ready(table.id)
    await ada.start(table.id)
    seen = await cleo.table(table.id)
    assert (seen.visibility, seen.unrated) == (tables_pb2.VISIBILITY_PUBLIC, tables_pb2.UNRATED_REASON_UNSPECIFIED)
    assert not seen.invitation
    listed = await cleo.list(states=[tables_pb2.TABLE_STATE_RUNNING])
    assert [each.id for each in listed.tables] == [table.id]


async def test_a_rematch_keeps_its_seats_too(house: House):
    ada, bob, cleo = [await house.guest() for _ in range(3)]
    table = await ada.create(2, visibility=BY_INVITATION)
    await bob.join(table.invitation)
    await bob.ready(table.id)
    await ada.start(table.id)
    await bob.resign(table.id)
    again = await ada.rematch(table.id)
    assert again.visibility == BY_INVITATION
    assert (await refused(cleo.table(again.id))).reason == "TABLE_NOT_FOUND"
    await bob.leave(again.id)
    assert (await refused(cleo.join(again.id))).reason in ("TABLE_NOT_FOUND", "INVITATION_REQUIRED")


async def test_a_table_by_invitation_that_is_closed_stays_unseen(house: House):
    ada, cleo = await house.guest(), await house.guest()
    table = await ada.create(2, visibility=BY_INVITATION)
    await ada.leave(table.id)
    assert (await refused(cleo.table(table.id))).reason == "TABLE_NOT_FOUND"
