import copy
import pickle
from random import Random

import msgspec
import pytest
from google.protobuf.struct_pb2 import Struct

from galaxytables_kit.chance import ScriptedChance
from galaxytables_kit.contents import Contents, step
from galaxytables_kit.errors import (
    GameOver,
    InvalidPosition,
    NothingToUndo,
    NotYourPrompt,
    OutdatedPosition,
    PromptClosed,
    UndoRefused,
    UnknownPack,
    UnknownRulesVersion,
    UnknownSeat,
)
from galaxytables_kit.event import Component
from galaxytables_kit.flow import together
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_kit.playout import begin, play_out
from galaxytables_kit.prompt import Prompt
from tests.kit.sample_game import AUCTION, AuctionOptions


@pytest.fixture
def packs():
    return load_packs(AUCTION)


@pytest.fixture
def live(packs):
    return begin(AUCTION, packs, 3, AuctionOptions(), 1)


def prompt_of(live, seat):
    return next((key, prompt) for key, prompt in live.prompts.items() if prompt.seat == seat)


def choose(live, seat, *picks):
    key, prompt = prompt_of(live, seat)
    return live.answer(seat, key, picks or prompt.options[: prompt.least])


def bid_all(live):
    for seat in range(3):
        choose(live, seat)
        choose(live, seat)


def test_other_seats_choices_leave_a_prompt_id_alone(live):
    key, _ = prompt_of(live, 2)
    choose(live, 0)
    choose(live, 1)
    assert prompt_of(live, 2)[0] == key


def test_a_prompt_is_answered_once(live):
    key, prompt = prompt_of(live, 0)
    choose(live, 0)
    with pytest.raises(PromptClosed):
        live.answer(0, key, prompt.options[:1])


def test_nobody_answers_for_another(live):
    key, prompt = prompt_of(live, 0)
    with pytest.raises(NotYourPrompt):
        live.answer(1, key, prompt.options[:1])


def test_a_secret_choice_can_be_taken_back_while_others_go_on(live):
    choose(live, 0)
    choose(live, 1)
    assert live.undoable_seats() == [0, 1]
    undone, reopened, withdrawn = live.undo(0)
    assert reopened == "1.0.0"
    assert withdrawn == 0
    assert undone.undoable_seats() == [1]


def test_a_choice_that_showed_cards_cannot_be_taken_back(live):
    choose(live, 0)
    _, prompt = prompt_of(live, 0)
    choose(live, 0, prompt.options[0])
    assert live.undoable_seats() == []
    with pytest.raises(UndoRefused):
        live.undo(0)


def draw_two(play, seat):
    """Seat 0 lays the top card aside unseen, the others see theirs; then each picks two of the hand, one by one."""
    hand = play.state.hands[seat]
    yield Prompt(seat, "bid.card", tuple(hand))
    card = play.state.deck.pop()
    if seat == 0:
        play.state.discards.append(card)
    else:
        hand.append(card)
        play.tell("swapped", seat, count=1, private={seat: {"first": Component(str(card))}})
    yield Prompt(seat, "bid.card", tuple(hand))
    yield Prompt(seat, "bid.card", tuple(hand))


@pytest.mark.parametrize("picks_the_new_card", [False, True])
def test_nothing_is_taken_back_that_would_change_what_another_has_seen(packs, monkeypatch, picks_the_new_card):
    def draw(play):
        yield from together(play, [draw_two(play, seat) for seat in range(3)])

    monkeypatch.setattr(type(AUCTION), "contents", Contents(draw))
    live = begin(AUCTION, packs, 3, AuctionOptions(), 1)
    choose(live, 0)
    assert live.undoable_seats() == [0]
    choose(live, 1)
    if picks_the_new_card:
        choose(live, 1, live.play.state.hands[1][-1])
    assert 0 not in live.undoable_seats()
    with pytest.raises(UndoRefused):
        live.undo(0)
    live = begin(AUCTION, packs, 3, AuctionOptions(), 1)
    choose(live, 1)
    choose(live, 0)
    assert live.undoable_seats() == [0]
    undone, _, _ = live.undo(0)
    assert undone.view(1) == live.view(1)


def bid_twice(play):
    for _ in range(2):
        yield from together(play, [bid_openly(play, seat) for seat in range(play.seats)])


def bid_openly(play, seat):
    (card,) = yield Prompt(seat, "bid.card", tuple(play.state.hands[seat]))
    play.state.hands[seat].remove(card)
    play.state.market.append(card)


def market(live):
    shown = live.view(None)
    assert isinstance(shown, Struct)
    return len(shown.fields["market"].list_value)


def test_a_second_secret_part_of_a_step_is_hidden_as_the_first_is(packs, monkeypatch):
    monkeypatch.setattr(type(AUCTION), "contents", Contents(bid_twice))
    live = begin(AUCTION, packs, 2, AuctionOptions(), 1)
    spectator = live.view(None)
    choose(live, 0)
    assert live.view(None) == spectator
    choose(live, 1)
    shown = live.view(None)
    assert market(live) == 2
    assert live.undoable_seats() == []
    choose(live, 1)
    assert live.view(None) == shown
    assert live.undoable_seats() == [1]
    again = LiveGame.restore(AUCTION, packs, live.position())
    assert (again.view(None), again.view(1)) == (shown, live.view(1))
    undone, _, _ = live.undo(1)
    assert undone.view(None) == shown
    choose(live, 0)
    assert live.over
    assert market(live) == 4


def test_after_the_reveal_nothing_secret_comes_back(live):
    bid_all(live)
    assert live.undoable_seats() == []
    with pytest.raises(NothingToUndo):
        live.undo(0)


def test_one_may_think_again_within_ones_own_turn_only(live):
    bid_all(live)
    (seat,) = {prompt.seat for prompt in live.prompts.values()}
    told = choose(live, seat)
    assert live.undoable_seats() == [seat]
    _, _, withdrawn = live.undo(seat)
    assert withdrawn == len(told) == 1
    choose(live, seat)
    assert live.undoable_seats() == []
    with pytest.raises(UndoRefused):
        live.undo(seat)


def test_the_end_is_the_end(live):
    play_out(live, Random(3))
    assert live.over
    assert not live.prompts
    with pytest.raises(GameOver):
        live.answer(0, "1.0.0", ())


@pytest.mark.parametrize("junk", [b"", b"\x00", b"\x95\x01\x02", b"x" * 100])
def test_bytes_that_are_no_position_are_refused(packs, junk):
    with pytest.raises(InvalidPosition):
        LiveGame.restore(AUCTION, packs, junk)


@pytest.mark.parametrize("form", [[], [b"other"]])
def test_positions_of_other_forms_are_refused_as_outdated(live, packs, form):
    position = msgspec.msgpack.decode(live.position())
    with pytest.raises(OutdatedPosition):
        LiveGame.restore(AUCTION, packs, msgspec.msgpack.encode([*position[:6], *form]))


def test_positions_of_other_rules_are_refused(live, packs, monkeypatch):
    position = live.position()
    monkeypatch.setattr(type(AUCTION), "rules_version", 2)
    with pytest.raises(UnknownRulesVersion):
        LiveGame.restore(AUCTION, packs, position)


def test_positions_of_other_packs_are_refused(live, packs):
    other = PackRegistry(b"other", {b"other": packs.get(packs.default)})
    with pytest.raises(UnknownPack):
        LiveGame.restore(AUCTION, other, live.position())


def test_there_is_no_view_for_a_seat_that_is_not_there(live):
    with pytest.raises(UnknownSeat):
        live.view(3)


def test_scripted_chance_decides_the_deal_and_survives_a_restore(packs):
    order = list(range(40))
    live = LiveGame.new(AUCTION, packs, 2, AuctionOptions(dice=True, rounds=1), ScriptedChance([order, 5]))
    assert live.play.state.hands == [[39, 38, 37, 36], [35, 34, 33, 32]]
    again = LiveGame.restore(AUCTION, packs, live.position(), ScriptedChance([order, 5]))
    for seat in (0, 1):
        choose(again, seat)
        choose(again, seat)
    assert sum(again.play.state.points) == max(again.play.pack.values[card] for card in (39, 35)) + 5


def test_a_game_that_never_asks_is_a_mistake(live, monkeypatch):
    def ask_nothing(_):
        yield from ()

    monkeypatch.setattr(type(AUCTION), "contents", Contents(step(ask_nothing).until(lambda _: False)))
    with pytest.raises(RuntimeError, match="without a question"):
        LiveGame.begin(AUCTION, live.pack_digest, live.play)


COPIES = pytest.mark.parametrize(
    "copied", [lambda live: live.clone(), copy.copy, copy.deepcopy], ids=["clone", "copy", "deepcopy"]
)


@COPIES
@pytest.mark.parametrize("choices", [0, 1, 3])
def test_a_copy_stands_where_the_game_does_and_is_a_game_of_its_own(live, copied, choices):
    for seat in range(choices):
        choose(live, seat)
    again = copied(live)
    assert again.position() == live.position()
    assert again.prompts.keys() == live.prompts.keys()
    assert [again.view(seat) for seat in (None, 0, 1, 2)] == [live.view(seat) for seat in (None, 0, 1, 2)]
    before = live.position()
    play_out(again, Random(5))
    assert again.over
    assert not live.over
    assert live.position() == before
    play_out(live, Random(5))
    assert live.scores() == again.scores()


@COPIES
def test_a_copy_of_a_game_that_is_over_is_over(live, copied):
    while not live.over:
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    again = copied(live)
    assert (again.over, again.scores(), again.end_reason) == (True, live.scores(), live.end_reason)


@COPIES
def test_a_game_without_checkpoints_says_that_it_cannot_be_copied(packs, copied):
    live = begin(AUCTION, packs, 3, AuctionOptions(), 1, checkpoints=False)
    with pytest.raises(ValueError, match="checkpoints=True"):
        copied(live)


def test_a_live_game_says_what_to_keep_in_place_of_a_pickle(live):
    with pytest.raises(TypeError, match=r"position\(\).*LiveGame\.restore"):
        pickle.dumps(live)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda chance: pickle.loads(pickle.dumps(chance))])  # noqa: S301  # our own
def test_a_copy_of_chance_goes_on_alike_and_by_itself(live, copied):
    chance = live.play.chance
    chance.below(6)
    again = copied(chance)
    expected = [again.below(1000) for _ in range(9)]
    assert [chance.below(1000) for _ in range(9)] == expected
