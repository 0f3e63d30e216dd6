"""Laws of positions: from stored positions, encoded states and records, the same game follows."""

from random import Random
from typing import TypeVar

import msgspec

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract.gallery import serialized
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.records import play_record
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.wire import prompt_message

S = TypeVar("S")


@law()
def positions_restore_to_the_same_game(inspection: Inspection) -> None:
    """A game restored from its position equals the live game in bytes, prompts, views, undoable seats and scores."""
    for live, random in inspection.differing_moments():
        again = LiveGame.restore(inspection.game, inspection.packs, live.position())
        assert again.position() == live.position()
        assert _asked(again) == _asked(live)
        for viewer in (None, random.choice(live.play.all_seats)):
            assert serialized(again.view(viewer)) == inspection.gallery.view(live, viewer)
        assert again.undoable_seats() == live.undoable_seats()
        assert again.scores() == live.scores()


@law()
def states_survive_encoding(inspection: Inspection) -> None:
    """`decode(encode(state)) == state` holds, also in the middle of phases."""
    for live, _ in inspection.moments():
        assert copied(live.play.state) == live.play.state


@law()
def records_replay_to_the_same_bytes(inspection: Inspection) -> None:
    """A game played through the calls gives a record that verifies. A forged record does not verify."""
    for seats, setup in inspection.tables():
        calls = RulesCalls(inspection.game, inspection.packs)
        inspection.stand(seats, setup, seed=seats)
        record = play_record(calls, seats, setup, Random(seats))
        answer = calls.replay(rules_pb2.ReplayRequest(record=record))
        assert answer.verified, answer.difference
        record.scores[0].total += 1
        assert not calls.replay(rules_pb2.ReplayRequest(record=record)).verified


@law()
def the_cache_changes_nothing(inspection: Inspection) -> None:
    """A game gives the same record whether live games are cached or not."""
    seats, setup = next(inspection.tables(seed=7))
    with_cache = play_record(RulesCalls(inspection.game, inspection.packs), seats, setup, Random(7))
    without = play_record(RulesCalls(inspection.game, inspection.packs, cached_games=0), seats, setup, Random(7))
    assert with_cache == without


def copied(state: S) -> S:
    """Return a copy of a state, made by encoding and decoding it."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))


def _asked(live: AnyLive) -> list[bytes]:
    return [serialized(prompt_message(live, key, prompt)) for key, prompt in live.prompts.items()]
