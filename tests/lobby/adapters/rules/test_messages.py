"""Calls that wait together travel in messages that a rules service takes."""

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.adapters.rules.stream import Call, messages
from galaxytables_lobby.domain.game import Pin
from galaxytables_serving.bounds import bounds_of, max_size

MAX_SIZE = max_size(rules_pb2.SessionRequest.DESCRIPTOR)


def call(number: int, size: int) -> Call:
    position = rules_pb2.PositionRef(position=bytes(size))
    request = rules_pb2.SessionCall(id=number, apply=rules_pb2.ApplyRequest(position=position))
    return Call(request, Pin(), str(number), position)


def sizes_of(*sizes: int) -> list[list[int]]:
    """Of calls with such positions: the numbers of those in each message, all of which a service takes."""
    together = list(messages([call(number, size) for number, size in enumerate(sizes)]))
    for each in together:
        request = rules_pb2.SessionRequest(calls=[one.request for one in each])
        assert request.ByteSize() <= MAX_SIZE
        bounds_of(request.DESCRIPTOR).check(request)
    return [[one.request.id for one in each] for each in together]


async def test_ordinary_calls_share_a_message() -> None:
    assert sizes_of(*[2_000] * 32) == [list(range(32))]


async def test_large_calls_do_not_share_one_that_nobody_takes() -> None:
    assert sizes_of(*[60_000] * 5) == [[0, 1], [2, 3], [4]]
    assert sizes_of(10, 60_000, 60_000, 20_000, 10) == [[0, 1, 2], [3, 4]]
