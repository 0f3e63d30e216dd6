"""`VerifyRecord`: finished tables are played again by their rules service."""

import asyncio

import grpc

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.digest import record_digest
from galaxytables_lobby.play.records import MAX_REPLAYS
from tests.lobby import counting
from tests.lobby.house import eventually, refused


def verify(guest, table_id):
    return guest.play.VerifyRecord(play_pb2.VerifyRecordRequest(table_id=table_id), metadata=guest.metadata)


async def finished(house, **fields):
    table_id, guests = await house.started(options={"rounds": "1"}, **fields)
    for guest in guests:
        await guest.pick(table_id)
    return table_id, guests


async def test_a_finished_table_verifies_for_anybody_and_is_played_once(house):
    table_id, guests = await finished(house)
    record = await guests[0].record(table_id)
    for guest in (*guests, await house.guest("Stranger")):
        answer = await verify(guest, table_id)
        assert (answer.verified, answer.difference) == (True, "")
        assert answer.digest == record_digest(record)
    assert house.counting.rules.calls.count("replay") == 1


async def test_a_game_that_went_otherwise_does_not_verify_and_is_played_each_time(house, monkeypatch):
    table_id, (one, _) = await finished(house)
    monkeypatch.setattr(counting, "draw", lambda _: 7)
    for played in (1, 2):
        answer = await verify(one, table_id)
        assert not answer.verified
        assert answer.difference == "events or scores"
        assert house.counting.rules.calls.count("replay") == played


async def test_only_finished_tables_that_one_may_know_of(house):
    one, stranger = await house.guest(), await house.guest("Stranger")
    table = await one.create()
    assert (await refused(verify(one, table.id))).reason == "TABLE_NOT_STARTED"
    running, _ = await house.started()
    error = await refused(verify(one, running))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_NOT_OVER")
    private, _ = await finished(house, visibility=VISIBILITY_PRIVATE)
    assert (await refused(verify(stranger, private))).reason == "TABLE_NOT_FOUND"
    assert (await refused(verify(stranger, "nothing"))).reason == "TABLE_NOT_FOUND"
    assert "replay" not in house.counting.rules.calls


async def test_without_its_rules_service_a_table_cannot_be_verified(house):
    table_id, (one, _) = await finished(house)
    await house.counting.stop()
    assert (await refused(verify(one, table_id))).reason == "GAME_UNAVAILABLE"
    await house.counting.start()

    async def back():
        try:
            return (await verify(one, table_id)).verified
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            return False

    await eventually(back)


async def test_only_a_few_games_are_played_again_at_once(house, monkeypatch):
    table_id, (one, _) = await finished(house)
    go_on, under_way = asyncio.Event(), 0

    async def replay(record):  # noqa: ARG001
        nonlocal under_way
        under_way += 1
        await go_on.wait()
        return rules_pb2.ReplayResponse(verified=True)

    monkeypatch.setattr(house.lobbies[0].games.rules_of(counting.NAME), "replay", replay)
    calls = [asyncio.ensure_future(verify(one, table_id)) for _ in range(MAX_REPLAYS)]
    await eventually(lambda: under_way == MAX_REPLAYS)
    error = await refused(verify(one, table_id))
    assert (error.reason, error.metadata) == ("TOO_MANY_REQUESTS", {"most": str(MAX_REPLAYS)})
    go_on.set()
    assert [answer.verified for answer in await asyncio.gather(*calls)] == [True] * MAX_REPLAYS
    assert (await verify(one, table_id)).verified
