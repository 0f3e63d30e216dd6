"""What a record must keep to be the same, and what it need not."""

from hashlib import sha256
from random import Random

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import record_digest
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.pack import load_packs
from galaxytables_kit.record import verify
from tests.kit.sample_game import AUCTION

PACKS = load_packs(AUCTION)


@pytest.fixture
def record() -> game_pb2.Record:
    return play_record(RulesCalls(AUCTION, PACKS), 2, {}, Random(1))


def test_new_wording_leaves_a_record_as_it_was(record):
    for event in record.events:
        event.text = "Otherwise worded."
        for part in event.private_parts:
            part.text = "Otherwise worded."
    verdict = verify(AUCTION, PACKS, record)
    assert (verdict.difference, verdict.digest) == ("", record_digest(record))


def test_the_record_of_an_introduction_replays(record):
    record.introduction = True
    verdict = verify(AUCTION, PACKS, record)
    assert (verdict.difference, verdict.digest) == ("", record_digest(record))


def test_a_record_from_before_digests_had_names_keeps_its_digest(record):
    record.digest_algorithm = ""
    verdict = verify(AUCTION, PACKS, record)
    assert (verdict.difference, verdict.digest) == ("", sha256(record.SerializeToString(deterministic=True)).digest())


def test_a_digest_that_nobody_here_knows_is_not_verified(record):
    record.digest_algorithm = "canonical-9"
    verdict = verify(AUCTION, PACKS, record)
    assert "no digest is known by the name 'canonical-9'" in verdict.difference
    assert verdict.digest == b""


def test_an_option_that_came_later_has_its_default(record):
    del record.options["dice"]
    assert verify(AUCTION, PACKS, record).difference == ""


@pytest.mark.parametrize("part", ["fact", "private", "seat", "events", "scores"])
def test_whatever_else_differs_is_told(record, part):
    event = next(event for event in record.events if event.private_parts)
    if part == "fact":
        event.facts[0].number += 1
    elif part == "private":
        event.private_parts[0].facts[0].component = "39"
    elif part == "seat":
        event.ClearField("seat")
    elif part == "events":
        del record.events[-1]
    else:
        record.scores[0].total += 1
    assert verify(AUCTION, PACKS, record).difference != ""
