"""Events put into words."""

import pytest

from services.kit.event import Component, Told
from services.kit.pack import load_shelf
from services.kit.playout import begin
from services.kit.wire import event_message
from tests.kit.sample_game import AUCTION, AuctionOptions


@pytest.fixture
def live():
    return begin(AUCTION, load_shelf(AUCTION), 3, AuctionOptions(), 1)


@pytest.mark.parametrize(("count", "words"), [(1, "1 card"), (0, "0 cards"), (2, "2 cards")])
def test_numbers_stand_before_their_noun(live, count, words):
    told = Told("swapped", 1, {"count": count}, {1: {"first": Component("3")}})
    message = event_message(AUCTION, live.play, told)
    assert message.text == f"{{seat 1}} swaps {words}."
    assert message.private_parts[0].text == f"You swap {words} and get Card 3."


def test_words_are_called_what_the_game_calls_them(live):
    message = event_message(AUCTION, live.play, Told("paused", None, {"steps": "bid, draft, else"}, {}))
    assert message.text == "A pause after the bids, the draft, else."
    assert message.facts[0].word == "bid, draft, else"
