"""The bounds of requests leave room for the games that are here, and are not much wider."""

from itertools import chain
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import game_names, load_game
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_lobby.play.steps import MAX_EVENTS
from galaxytables_serving.bounds import bounds_of, field_bounds, max_size

TESTS = Path(__file__).parents[1]
ROOM = 4
"""So many times what a game has."""
WIDE = 10
"""No request may be so many times what the longest game needs."""


def records(game: str) -> list[game_pb2.Record]:
    """The games of a game that tests keep."""
    found = sorted((TESTS / game / "golden").rglob("*.binpb"))
    return [game_pb2.Record.FromString(each.read_bytes()) for each in found]


@pytest.fixture(scope="module", params=game_names())
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    assert records(name), name
    return name


def test_records_fit_several_times(game: str) -> None:
    for record in records(game):
        replay = rules_pb2.ReplayRequest(record=record)
        looking_back = rules_pb2.ReplayToRequest(start=start_of(record), choices=record.choices)
        for request in (replay, looking_back):
            assert ROOM * request.ByteSize() <= max_size(request.DESCRIPTOR), request.DESCRIPTOR.name
            bounds_of(request.DESCRIPTOR).check(request)


def test_the_longest_history_fits(game: str) -> None:
    """A table ends when it has so many events; its record can still be checked."""
    for record in records(game):
        of_event = record.ByteSize() / len(record.events)
        assert of_event * MAX_EVENTS <= max_size(rules_pb2.ReplayRequest.DESCRIPTOR)
        choices = sum(each.ByteSize() + 2 for each in record.choices) / len(record.events)
        assert choices * MAX_EVENTS <= max_size(rules_pb2.ReplayToRequest.DESCRIPTOR)
    for name in ("choices", "events"):
        most = field_bounds(game_pb2.Record.DESCRIPTOR.fields_by_name[name]).items
        assert (most or 0) >= 2 * MAX_EVENTS


def test_positions_fit_many_times(game: str) -> None:
    rules = load_game(game)
    calls = RulesCalls(rules, load_packs(rules))
    for record in records(game)[-2:]:
        request = rules_pb2.ReplayToRequest(start=start_of(record), choices=record.choices, every=1)
        largest = max(map(len, calls.replay_to(request).positions))
        most = field_bounds(rules_pb2.PositionRef.DESCRIPTOR.fields_by_name["position"]).size
        assert 16 * largest <= (most or 0)


def test_a_message_of_a_session_has_room_for_any_call() -> None:
    calls = [each.message_type for each in rules_pb2.SessionCall.DESCRIPTOR.oneofs_by_name["call"].fields]
    largest = max(max_size(each) for each in calls if each is not None)
    assert 2 * largest <= max_size(rules_pb2.SessionRequest.DESCRIPTOR)


def test_no_request_is_much_larger_than_games_need() -> None:
    longest = max(each.ByteSize() for each in chain.from_iterable(map(records, game_names())))
    for method in rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods:
        assert max_size(method.input_type) <= WIDE * longest, method.full_name


def start_of(record: game_pb2.Record) -> rules_pb2.NewGameRequest:
    """What a record's game started from."""
    return rules_pb2.NewGameRequest(
        seats=record.seats,
        options=record.options,
        seed=record.seed,
        entropy=record.entropy,
        rules_version=record.rules_version,
        pack_digest=record.pack_digest,
    )
