"""Visitors, who have no token: they see public tables that are over as spectators do, and nothing else."""

import pytest

from galaxytables.lobby.v1 import archive_pb2, play_pb2, tables_pb2
from tests.lobby.clock.test_archiving import archiving
from tests.lobby.house import Guest, House, refused

PRIVATE = tables_pb2.VISIBILITY_PRIVATE


async def visitor(house: House) -> Guest:
    nobody = await house.guest()
    nobody.metadata = ()
    return nobody


async def ended(house: House, **fields) -> tuple[str, list[Guest]]:
    table_id, guests = await house.started(**fields)
    await guests[0].pick(table_id)
    await guests[0].resign(table_id)
    return table_id, guests


async def test_who_has_no_token_sees_a_game_that_is_over_as_a_spectator_does(house):
    table_id, (_, two) = await ended(house)
    watcher, nobody = await house.guest(), await visitor(house)
    assert (await nobody.table(table_id)) == (await watcher.table(table_id))
    for event in (0, 1, 3):
        seen = await nobody.view(table_id, at_event=event)
        assert not seen.HasField("viewer")
        assert seen.view == (await watcher.view(table_id, at_event=event)).view
        assert seen.view != (await two.view(table_id, at_event=event)).view
    async with nobody.watching(table_id, views=True) as updates, watcher.watching(table_id, views=True) as others:
        told, known = await updates.rest(), await others.rest()
    assert [event for update in told for event in update.update.events] == [
        event for update in known for event in update.update.events
    ]
    assert told[-1].update.state == tables_pb2.TABLE_STATE_FINISHED


async def test_who_has_no_token_sees_nothing_of_a_game_that_is_not_over(house):
    table_id, guests = await house.started()
    nobody = await visitor(house)
    for call in (nobody.table, nobody.view):
        assert (await refused(call(table_id))).reason == "TOKEN_MISSING"
    async with nobody.watching(table_id) as updates:
        assert (await refused(updates.next())).reason == "TOKEN_MISSING"
    opened = await guests[0].create()
    assert (await refused(nobody.table(opened.id))).reason == "TOKEN_MISSING"


@pytest.mark.parametrize("by_code", [False, True])
async def test_a_private_table_is_as_good_as_none_to_who_has_no_token_whatever_link_they_have(house, by_code):
    table_id, guests = await ended(house, visibility=PRIVATE)
    name = (await guests[0].table(table_id)).invitation if by_code else table_id
    assert name
    nobody = await visitor(house)
    for call in (nobody.table, nobody.view):
        assert (await refused(call(name))).reason == "TOKEN_MISSING"
    summary = archive_pb2.GetSummaryRequest(table_id=name)
    assert (await refused(nobody.archive.GetSummary(summary))).reason == "TOKEN_MISSING"


async def test_who_has_no_token_does_nothing_and_is_told_of_no_other_table(house):
    table_id, _ = await ended(house)
    nobody = await visitor(house)
    for call in (
        nobody.say(table_id, "hello"),
        nobody.resign(table_id),
        nobody.rematch(table_id),
        nobody.join(table_id),
        nobody.list(),
        nobody.my_tables(),
        nobody.record(table_id),
        nobody.play.Analyse(play_pb2.AnalyseRequest(table_id=table_id)),
    ):
        assert (await refused(call)).reason == "TOKEN_MISSING"
    async with nobody.lobby_watching() as tables:
        assert (await refused(tables.next())).reason == "TOKEN_MISSING"


async def test_a_token_that_is_none_is_refused_like_everywhere(house):
    table_id, _ = await ended(house)
    nobody = await visitor(house)
    nobody.metadata = (("authorization", "Bearer none"),)
    assert (await refused(nobody.table(table_id))).reason == "TOKEN_INVALID"


async def test_a_summary_is_told_once_the_archive_has_the_game(house):
    table_id, guests = await ended(house)
    nobody = await visitor(house)
    request = archive_pb2.GetSummaryRequest(table_id=table_id)
    assert (await refused(nobody.archive.GetSummary(request))).reason == "GAME_NOT_ARCHIVED"
    async with archiving(house) as archiver:
        await archiver.archive()
    told = (await nobody.archive.GetSummary(request)).game
    assert told == (await guests[1].archive.GetSummary(request, metadata=guests[1].metadata)).game
