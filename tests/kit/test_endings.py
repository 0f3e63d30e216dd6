"""A game ends: by its rules, because nobody plays it any more, or because a lobby ends it."""

from random import Random

import pytest
from google.protobuf import json_format

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.chance import commitment
from galaxytables_kit.contents import Contents, phase
from galaxytables_kit.errors import GameOver, InvalidEndReason
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.record import verify
from tests.kit.sample_game import AUCTION, Auction, AuctionOptions, bidding, draft


def deal_back(play):
    state = play.state
    if state.round > 1:
        state.deck.extend(state.market)
        state.market = []
        for hand in state.hands:
            while len(hand) > 3:
                state.deck.insert(0, hand.pop())


class EndlessAuction(Auction):
    """Its rules never end it: a round follows the other until the deck is short, so hands are dealt back."""

    stall_after = 12
    contents = Contents(phase("round", deal_back, bidding, draft).until(lambda _: False))


ENDLESS = EndlessAuction()


@pytest.fixture
def packs():
    return load_packs(AUCTION)


def default(live):
    key, prompt = next(iter(live.prompts.items()))
    live.answer(prompt.seat, key, prompt.default_picks)


def test_a_game_of_defaults_alone_stalls_after_as_many_as_it_declares(packs):
    live = begin(ENDLESS, packs, 2, AuctionOptions(), 1)
    answers = 0
    while live.prompts:
        default(live)
        answers += 1
        live = LiveGame.restore(ENDLESS, packs, live.position())
    assert 2 * 12 <= answers < 2 * 12 + 6
    assert live.over
    assert live.end_reason == game_pb2.END_REASON_STALLED
    assert [score.seat for score in live.scores()] == [0, 1]


def test_one_answer_of_ones_own_keeps_a_game_going(packs):
    live = begin(ENDLESS, packs, 2, AuctionOptions(), 1)
    defaults = 0
    for _ in range(200):
        key, prompt = next(iter(live.prompts.items()))
        own = defaults > 2 * 6 and prompt.kind == "bid.card"
        defaults = 0 if own else defaults + 1
        live.answer(prompt.seat, key, prompt.options[-1:] if own else prompt.default_picks)
    assert not live.over


def test_a_game_that_its_rules_ended_is_played_out(packs):
    live = begin(AUCTION, packs, 2, AuctionOptions(), 1)
    assert live.end_reason == game_pb2.END_REASON_UNSPECIFIED
    random = Random(1)
    while live.prompts:
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    assert live.end_reason == game_pb2.END_REASON_PLAYED_OUT
    with pytest.raises(GameOver):
        live.close(game_pb2.END_REASON_ABANDONED)


def test_a_closed_game_is_over_as_it_stands(packs):
    live = begin(AUCTION, packs, 3, AuctionOptions(), 1)
    default(live)
    shown = live.play.state.points[:]
    live.close(game_pb2.END_REASON_RESIGNED)
    again = LiveGame.restore(AUCTION, packs, live.position())
    for each in (live, again):
        assert each.over
        assert not each.prompts
        assert each.end_reason == game_pb2.END_REASON_RESIGNED
        assert [score.total for score in each.scores()] == shown
        assert each.undoable_seats() == []
    assert again.position() == live.position()
    assert again.view(1) == live.view(1)


def shown_hand(live):
    return json_format.MessageToDict(live.view(None))["hands"][0]


def test_a_closed_game_shows_what_was_chosen_in_secret(packs):
    live = begin(AUCTION, packs, 2, AuctionOptions(), 1)
    default(live)
    assert shown_hand(live) == 4
    live.close(game_pb2.END_REASON_ABANDONED)
    assert shown_hand(live) == 3


@pytest.mark.parametrize("reason", [0, game_pb2.END_REASON_PLAYED_OUT, 99])
def test_a_reason_that_only_rules_have_closes_nothing(packs, reason):
    live = begin(AUCTION, packs, 2, AuctionOptions(), 1)
    before = live.position()
    with pytest.raises(InvalidEndReason):
        live.close(reason)
    assert live.position() == before


def closed_record(packs):
    """A game that was closed after two choices, as a lobby records it."""
    calls = RulesCalls(AUCTION, packs)
    begun = calls.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32)))
    record = game_pb2.Record(
        game="auction", rules_version=1, pack_digest=begun.pack_digest, seats=2, options=begun.options, seed=bytes(32),
        commitment=commitment(bytes(32)), events=begun.events,
    )  # fmt: skip
    standing = begun.standing
    for _ in range(2):
        prompt = standing.prompts[0]
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
        position = rules_pb2.PositionRef(position=standing.position)
        applied = calls.apply(rules_pb2.ApplyRequest(position=position, choice=choice))
        record.choices.append(choice)
        record.events.extend(applied.events)
        standing = applied.standing
    request = rules_pb2.CloseRequest(
        position=rules_pb2.PositionRef(position=standing.position),
        reason=game_pb2.END_REASON_CLOCKED_OUT,
        viewers=[rules_pb2.Viewer()],
    )
    closed = calls.close(request)
    assert closed.standing.over
    assert len(closed.views) == 1
    record.scores.extend(closed.standing.scores)
    record.end_reason = closed.standing.end_reason
    return record


def test_the_record_of_a_closed_game_replays(packs):
    record = closed_record(packs)
    assert record.end_reason == game_pb2.END_REASON_CLOCKED_OUT
    assert not verify(AUCTION, packs, record).difference


def test_a_closed_game_does_not_pass_for_one_that_was_played_out(packs):
    record = closed_record(packs)
    record.end_reason = game_pb2.END_REASON_PLAYED_OUT
    assert verify(AUCTION, packs, record).difference


def test_a_closed_game_is_not_closed_again(packs):
    calls = RulesCalls(AUCTION, packs)
    begun = calls.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32)))
    position = rules_pb2.PositionRef(position=begun.standing.position)
    request = rules_pb2.CloseRequest(position=position, reason=game_pb2.END_REASON_ABANDONED)
    once = calls.close(request)
    with pytest.raises(GameOver):
        calls.close(
            rules_pb2.CloseRequest(
                position=rules_pb2.PositionRef(position=once.standing.position), reason=request.reason
            )
        )
    assert not calls.view(rules_pb2.ViewRequest(position=position)).views
