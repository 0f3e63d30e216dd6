"""Events and questions put into words."""

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.declared import UndeclaredError
from galaxytables_kit.errors import OptionsConflict
from galaxytables_kit.event import Component, EmittedEvent, Group
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin
from galaxytables_kit.wire import bar_messages, event_message, prompt_message
from tests.kit.sample_game import AUCTION, AuctionOptions
from tests.kit.sentences import words_of

PACKS = load_packs(AUCTION)
ENGLISH, JAPANESE = words_of(AUCTION), words_of(AUCTION, "ja")


@pytest.fixture
def live():
    return begin(AUCTION, PACKS, 3, AuctionOptions(), 1)


@pytest.mark.parametrize(("count", "words"), [(1, "1 card"), (0, "0 cards"), (2, "2 cards")])
def test_numbers_stand_before_their_noun(count, words):
    message = event_message(EmittedEvent("swapped", Seat(1), {"count": count}, {Seat(1): {"first": Component("3")}}))
    assert ENGLISH.event(message) == ENGLISH.event(message, 0) == f"{{seat 1}} swaps {words}."
    assert ENGLISH.event(message, 1) == f"You swap {words} and get Card 3."
    assert message.text == message.private_parts[0].text == ""


@pytest.mark.parametrize("wrapped", [lambda value: value, lambda value: Group({"worth": value})])
def test_a_flag_is_not_told_as_the_number_that_it_equals(wrapped):
    """Facts are kept from event to event."""
    flag, number = (
        event_message(EmittedEvent("seen", None, {"fact": wrapped(value)}, {})).facts[0] for value in (True, 1)
    )
    kinds = [(fact.group.facts[0] if fact.HasField("group") else fact).WhichOneof("value") for fact in (flag, number)]
    assert kinds == ["flag", "number"]


def test_words_are_called_what_the_game_calls_them():
    message = event_message(EmittedEvent("paused", None, {"steps": "bid, draft"}, {}))
    assert message.facts[0].word == "bid, draft"
    assert ENGLISH.event(message) == "A pause after the bids and the draft."
    assert JAPANESE.event(message) == "入札、ドラフトの後の休憩です。"


def test_a_question_is_told_in_facts_and_put_into_words(live):
    key, prompt = next(iter(live.prompts.items()))
    message = prompt_message(live, key, prompt)
    assert (message.text, message.options[0].label, message.paragraph) == ("", "", "A1.1")
    (worth,) = message.options[0].facts
    assert ENGLISH.prompt(message) == "Bid a card."
    assert ENGLISH.option(message, message.options[0]) == f"Card {prompt.options[0]} (worth {worth.number})"
    assert JAPANESE.option(message, message.options[0]) == f"Card {prompt.options[0]}（価値{worth.number}）"
    assert message.options[0].targets[0].piece == str(prompt.options[0])


def test_an_answer_with_a_rule_says_which(live):
    seat = next(iter(live.prompts.values())).seat
    key, prompt = next(iter(live.prompts.items()))
    live.answer(seat, key, prompt.options[:1])
    key, prompt = next((key, each) for key, each in live.prompts.items() if each.seat == seat)
    message = prompt_message(live, key, prompt)
    assert message.has_rule
    assert ENGLISH.rule(message) == "Two cards are an even and an odd one."


def test_what_is_barred_has_a_reason(live):
    while next(iter(live.prompts.values())).kind != "draft.take" or not next(iter(live.prompts.values())).barred:
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    (prompt,) = live.prompts.values()
    (bar,) = bar_messages(live, prompt)
    assert int(bar.targets[0].piece) in set(live.play.state.auctioned) - set(live.play.state.market)
    assert (bar.reason.kind, bar.reason.paragraph) == ("taken", "A2.2")
    assert JAPANESE.reason(bar.reason) == "すでに取られています。"


@pytest.mark.parametrize(
    ("kind", "facts", "private", "named"),
    [
        ("sold", {}, {}, "the kind"),
        ("took", {}, {}, "card"),
        ("took", {"card": "3"}, {}, "card"),
        ("took", {"card": Component("3"), "price": 2}, {}, "price"),
        ("paused", {"steps": "bid, rest"}, {}, "steps"),
        ("swapped", {"count": 1}, {0: {}}, "first"),
        ("swapped", {"count": True}, {}, "count"),
    ],
)
def test_an_event_otherwise_than_declared_is_a_mistake_of_the_game(live, kind, facts, private, named):
    with pytest.raises(UndeclaredError, match=f"{kind}: {named}"):
        live.play.tell(kind, 0, private=private, **facts)


def test_options_that_conflict_say_by_which_rule():
    with pytest.raises(Exception, match="at most 4") as refused:
        AUCTION.check(read_options(AuctionOptions, {"pace": "quick", "rounds": "5"}), 3, PACKS.get(b""))
    assert isinstance(refused.value, OptionsConflict)
    assert ENGLISH.error("OPTIONS_CONFLICT", refused.value.metadata) == "Quick games have at most 4 rounds."
    assert ENGLISH.error("NEVER_HEARD_OF", {}) == ""
