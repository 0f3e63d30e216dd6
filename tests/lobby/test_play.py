"""A game in play, through the public API."""

import hashlib

from galaxy.lobby.v1 import tables_pb2


async def test_a_game_is_played_to_its_end_and_its_record_verifies(house):
    table_id, guests = await house.started(seats=3, options={"rounds": "4"})
    for _ in range(4):
        for guest in guests:
            await guest.pick(table_id)
    table = await guests[0].table(table_id)
    assert table.state == tables_pb2.TABLE_STATE_FINISHED
    assert sorted(score.seat for score in table.scores) == [0, 1, 2]
    record = await guests[1].record(table_id)
    assert len(record.choices) == 12
    assert hashlib.sha256(record.seed).digest() == table.commitment == record.commitment
    from galaxy.rules.v1 import rules_pb2

    verified = await house.counting.rules.Replay(rules_pb2.ReplayRequest(record=record), None)
    assert verified.verified, verified.difference
