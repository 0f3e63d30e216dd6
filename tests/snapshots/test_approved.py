"""Snapshots of the kit's sample game: they pass while all is shown as before, and say what is not."""

import json
from pathlib import Path
from random import Random

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.pack import load_packs
from galaxytables_kit.prompt import Pick, Prompt
from galaxytables_kit.target import Offer
from tests.kit.sample_game import AUCTION, Auction, AuctionPlay
from tests.snapshots.approved import Snapshots
from tests.snapshots.pretty import changes, pretty
from tests.snapshots.sights import fewest, sights


class Reworded(Auction):
    def offer(self, play: AuctionPlay, prompt: Prompt, pick: Pick) -> Offer:
        offer = super().offer(play, prompt, pick)
        return Offer(offer.targets, {"worth": 77}, offer.component) if prompt.kind == "draft.take" else offer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of tests with a golden record and the snapshots of it."""
    (tmp_path / "golden").mkdir()
    record = play_record(RulesCalls(AUCTION, load_packs(AUCTION)), 2, {}, Random(1))
    (tmp_path / "golden" / "two.binpb").write_bytes(record.SerializeToString())
    Snapshots(AUCTION, tmp_path).rewrite()
    return tmp_path


def keep_no_moments(folder: Path) -> None:
    path = folder / "snapshots" / "two.json"
    path.write_text(pretty({**json.loads(path.read_text()), "examples": []}))


def test_nothing_is_told_while_all_is_shown_as_before(folder: Path) -> None:
    snapshots = Snapshots(AUCTION, folder)
    assert snapshots.names() == ["description", "faults", "catalogue_sample_cards", "two"]
    for name in snapshots.names():
        snapshots.compare(name)
    assert snapshots.unseen() == set()
    assert snapshots.stale() == set()


def test_what_is_shown_otherwise_is_told_line_by_line(folder: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"two.json is not (?s:.)*\+ +\{.*\"number\": \"77\""):
        Snapshots(Reworded(), folder).compare("two")


def test_what_is_shown_otherwise_in_a_moment_that_is_not_kept_has_another_fingerprint(folder: Path) -> None:
    keep_no_moments(folder)
    Snapshots(AUCTION, folder).compare("two")
    with pytest.raises(pytest.fail.Exception, match=r'\+  " +0: '):
        Snapshots(Reworded(), folder).compare("two")


def test_a_snapshot_that_is_missing_or_changed_fails(folder: Path) -> None:
    path = folder / "snapshots" / "catalogue_sample_cards.json"
    path.write_text(path.read_text().replace('"id": "7"', '"id": "8"'))
    (folder / "snapshots" / "description.json").unlink()
    for name in ("catalogue_sample_cards", "description"):
        with pytest.raises(pytest.fail.Exception, match=f"{name}.json is not"):
            Snapshots(AUCTION, folder).compare(name)


def test_what_no_kept_moment_shows_is_found(folder: Path) -> None:
    keep_no_moments(folder)
    assert {"prompt[bid.swap].ordered", "event[took].facts[card].component"} <= Snapshots(AUCTION, folder).unseen()


def test_a_snapshot_of_a_record_that_is_gone_is_found_and_dropped(folder: Path) -> None:
    (folder / "golden" / "two.binpb").unlink()
    snapshots = Snapshots(AUCTION, folder)
    assert snapshots.stale() == {"two"}
    snapshots.rewrite()
    assert snapshots.stale() == set()


def test_fields_that_hold_something_are_sights() -> None:
    fact, none = game_pb2.Fact(name="cost", number=2), game_pb2.Fact(name="left", number=0)
    event = game_pb2.Event(kind="paid", seat=0, facts=[fact, none])
    ended = game_pb2.Record(
        end_reason=game_pb2.END_REASON_STALLED, choices=[game_pb2.Choice(), game_pb2.Choice(seat=1)]
    )
    assert set(sights(event, "event")) == {
        *("event[paid].kind", "event[paid].seat"),
        *("event[paid].facts[cost].name", "event[paid].facts[cost].number"),
        *("event[paid].facts[left].name", "event[paid].facts[left].number"),
    }
    assert set(sights(ended, "record")) == {"record.end_reason=2", "record.choices.seat"}


def test_the_fewest_moments_show_everything() -> None:
    seen = {1: frozenset("ab"), 2: frozenset("bcd"), 3: frozenset("cd"), 4: frozenset("e"), 5: frozenset("")}
    assert fewest(seen) == [2, 1, 4]


def test_changes_are_the_parts_that_differ() -> None:
    base = {"round": 2, "deck": 7, "empires": [{"seat": 0, "hand": 3}, {"seat": 1}]}
    other = {"round": 2, "hand": ["a"], "empires": [{"seat": 0, "hand": 3}, {"seat": 1, "hand": 4}]}
    assert changes(base, other) == {"deck": None, "hand": ["a"], "empires": {"[1]": {"hand": 4}}}
    assert changes({"hand": ["a"]}, {"hand": ["a", "b"]}) == {"hand": ["a", "b"]}
    assert changes(base, base) == {}


def test_each_object_of_a_list_has_a_line() -> None:
    data = {"b": [1, 2], "a": [{"y": 1, "x": {"z": []}}, {}]}
    assert pretty(data) == '{\n "a": [\n  {"x": {"z": []}, "y": 1},\n  {}\n ],\n "b": [1, 2]\n}\n'
    assert json.loads(pretty(data)) == data
    assert pretty({"a": ["word " * 10] * 3}).count("\n") == 7
