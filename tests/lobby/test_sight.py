"""Events as viewers may see them."""

from galaxy.lobby.v1 import play_pb2
from galaxy.rules.v1 import game_pb2
from services.lobby.sight import Events


def event(number: int, *owners: int) -> play_pb2.TableEvent:
    parts = [game_pb2.PrivatePart(seat=seat, text=f"for {seat}") for seat in owners]
    return play_pb2.TableEvent(number=number, event=game_pb2.Event(kind="drew", private_parts=parts))


def owners(events: list[play_pb2.TableEvent]) -> list[list[int]]:
    return [[part.seat for part in event.event.private_parts] for event in events]


def test_each_viewer_sees_at_most_the_own_private_part_whoever_looked_before():
    events = Events([event(1), event(2, 0), event(3, 0, 1)])
    for viewer in (0, None, 1, 2, 0):
        assert owners(events.seen_by(viewer, 1, 3)) == [
            [],
            [0] if viewer == 0 else [],
            [viewer] if viewer in (0, 1) else [],
        ]


def test_what_several_see_alike_is_built_once_and_without_secrets():
    events = Events([event(1, 0), event(2, 1)])
    spectator, other = events.seen_by(None, 1, 2), events.seen_by(2, 1, 2)
    assert all(one is two for one, two in zip(spectator, other, strict=True))
    assert owners(spectator) == [[], []]
    assert [each.number for each in events.seen_by(0, 2, 2)] == [2]
    assert [each.number for each in events.seen_by(0, 1, 1)] == [1]
