"""Responses put together from serialized parts."""

import pytest

from galaxy.lobby.v1 import play_pb2
from services.lobby.api.framing import WatchTableResponses


@pytest.mark.parametrize("length", [0, 1, 120, 127, 128, 16_383, 16_384, 3_000_000])
def test_a_response_reads_as_its_message(length):
    update = play_pb2.TableUpdate(table_id="x" * length, version=7)
    expected = play_pb2.WatchTableResponse(update=update)
    assert WatchTableResponses().of(update) == expected.SerializeToString()


def test_watchers_who_are_told_the_same_get_the_same_bytes_and_others_their_own():
    responses = WatchTableResponses()
    updates = [play_pb2.TableUpdate(table_id="t", version=number) for number in range(200)]
    first = [responses.of(update) for update in updates for _ in range(2)]
    assert all(one is other for one, other in zip(first[::2], first[1::2], strict=True))
    told = [play_pb2.WatchTableResponse.FromString(response).update for response in first[::2]]
    assert told == updates
