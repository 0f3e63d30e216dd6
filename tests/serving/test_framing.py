"""Messages put together from serialized parts."""

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_serving.framing import framed, tag


@pytest.mark.parametrize("length", [0, 1, 120, 127, 128, 16_383, 16_384, 3_000_000])
def test_a_part_reads_as_its_message(length):
    update = play_pb2.TableUpdate(table_id="x" * length, version=7)
    expected = play_pb2.WatchTableResponse(update=update)
    assert (
        framed(tag(play_pb2.WatchTableResponse, "update"), update.SerializeToString()) == expected.SerializeToString()
    )


def test_parts_follow_each_other_whatever_the_numbers_of_their_fields():
    message = play_pb2.TableUpdate(messages=[play_pb2.ChatMessage(number=number) for number in range(3)])
    parts = [framed(tag(play_pb2.TableUpdate, "messages"), each.SerializeToString()) for each in message.messages]
    assert play_pb2.TableUpdate.FromString(b"".join(parts)) == message
