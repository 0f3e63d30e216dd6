"""Tables of older rules go on as they began, and their records replay."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest
from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.errors import UnknownRulesVersion
from galaxytables_kit.game import Score
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.record import verify
from galaxytables_kit.rulings import rulings_by_version
from tests.kit.sample_game import AUCTION, Auction, AuctionOptions, AuctionPlay


class Rulings(Struct, frozen=True):
    """How a table reads the rules; `market_worth`: points for the market."""

    market_worth: int = 1


rulings = rulings_by_version(Rulings(), {1: Rulings(market_worth=0)})


class NewerAuction(Auction):
    """By version 2 the market is worth a point more; pace is a new option, which version 1 played quickly."""

    rules_version = 2
    continues = frozenset({1})
    older_options: ClassVar = {1: {"pace": "quick"}}

    def scores(self, play: AuctionPlay) -> Sequence[Score]:
        more = rulings(play).market_worth
        return [Score(each.seat, {"bids": each.parts["bids"] + more}, each.tie_breaks) for each in super().scores(play)]


NEWER = NewerAuction()


@pytest.fixture
def packs():
    return load_packs(AUCTION)


def finish(live):
    random = Random(5)
    while live.prompts:
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    return live


def test_a_table_of_older_rules_goes_on_by_them(packs):
    live = begin(AUCTION, packs, 3, AuctionOptions(pace="quick"), 1)
    key, prompt = next(iter(live.prompts.items()))
    live.answer(prompt.seat, key, prompt.options[:1])
    again = LiveGame.restore(NEWER, packs, live.position())
    assert again.play.rules_version == 1
    assert again.position() == live.position()
    assert finish(again).scores() == finish(live).scores()
    assert LiveGame.restore(NEWER, packs, again.position()).scores() == live.scores()


def test_new_tables_are_played_by_the_newest_rules(packs):
    live = begin(NEWER, packs, 3, AuctionOptions(), 1)
    assert live.play.rules_version == 2
    assert [score.total - 1 for score in finish(live).scores()] == live.play.state.points


def test_an_option_that_came_later_counts_as_the_game_says(packs):
    old = begin(AUCTION, packs, 3, AuctionOptions(pace="slow"), 1)
    assert LiveGame.restore(NEWER, packs, old.position()).play.options.pace == "quick"


def test_records_of_older_rules_replay(packs):
    record = play_record(RulesCalls(AUCTION, packs), 3, {"pace": "quick"}, Random(1))
    del record.options["pace"]
    assert not verify(NEWER, packs, record).difference
    record.rules_version = 2
    assert verify(NEWER, packs, record).difference


def test_other_versions_are_refused(packs):
    calls = RulesCalls(NEWER, packs)
    assert list(calls.describe(rules_pb2.DescribeRequest()).rules_versions) == [2, 1]
    with pytest.raises(UnknownRulesVersion):
        calls.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32), rules_version=3))


def test_a_game_is_set_up_by_older_rules_on_request(packs):
    request = rules_pb2.NewGameRequest(seats=2, seed=bytes(32), rules_version=1)
    begun = RulesCalls(NEWER, packs).new_game(request)
    assert (begun.rules_version, begun.options["pace"]) == (1, "quick")
