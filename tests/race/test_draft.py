"""R18: the draft."""

from collections import Counter

import pytest

from services.kit.errors import InvalidSeats, OptionsConflict
from services.kit.live import LiveGame
from services.kit.options import read_options
from services.kit.playout import begin
from services.race.cards import Pack
from services.race.options import RaceOptions
from services.race.rules import RACE
from services.race.state import RaceState, Step
from tests.race.scene import SHELF

Live = LiveGame[RaceState, Pack, RaceOptions]
OPTIONS = {"draft": "on", "new_worlds": "on"}


def new(seats: int) -> Live:
    return begin(RACE, SHELF, seats, read_options(RaceOptions, OPTIONS), 1)


def take_one_each(live: Live) -> dict[int, int]:
    """Everybody takes the last card of the pack."""
    taken: dict[int, int] = {}
    for key, prompt in list(live.prompts.items()):
        taken[prompt.seat] = int(prompt.options[-1])
        live.answer(prompt.seat, key, (prompt.options[-1],))
    return taken


def drafted(live: Live) -> Live:
    while live.play.state.step == Step.DRAFT:
        take_one_each(live)
    return live


@pytest.mark.parametrize("seats", [2, 3])
def test_R18_1_two_or_three_draft(seats: int) -> None:
    assert new(seats).play.state.step == Step.DRAFT


def test_R18_1_four_do_not() -> None:
    with pytest.raises(InvalidSeats):
        RACE.check(read_options(RaceOptions, OPTIONS), 4)


def test_R18_2_three_need_more_start_worlds_than_the_base_game_has() -> None:
    with pytest.raises(OptionsConflict, match=r"R2\.3"):
        RACE.check(RaceOptions(draft=True), 3)
    RACE.check(RaceOptions(draft=True, start_worlds="dealt"), 3)


def test_R18_3_packs_of_five_are_passed_on() -> None:
    live = new(3)
    packs = [list(empire.pack) for empire in live.play.state.empires]
    assert [len(pack) for pack in packs] == [5, 5, 5]
    taken = take_one_each(live)
    for seat, pack in enumerate(packs):
        passed = [card for card in pack if card != taken[seat]]
        assert live.play.state.empires[(seat + 1) % 3].pack == passed


def test_R18_3_the_second_round_goes_the_other_way() -> None:
    live = new(3)
    while live.play.state.draft_round == 1:
        take_one_each(live)
    packs = [list(empire.pack) for empire in live.play.state.empires]
    taken = take_one_each(live)
    for seat, pack in enumerate(packs):
        passed = [card for card in pack if card != taken[seat]]
        assert live.play.state.empires[(seat - 1) % 3].pack == passed


@pytest.mark.parametrize(("seats", "rounds", "left"), [(2, 11, 6), (3, 7, 9)])
def test_R18_4_as_many_rounds_as_the_deck_has_full_packs(seats: int, rounds: int, left: int) -> None:
    state = drafted(new(seats)).play.state
    assert state.draft_round == rounds
    assert len(state.aside) == left
    assert rounds * 5 * seats + left + 2 * seats == 114 + 6


def test_R18_6_the_drafted_cards_are_a_deck_of_ones_own() -> None:
    live = new(2)
    own: dict[int, set[int]] = {0: set(), 1: set()}
    while live.play.state.step == Step.DRAFT:
        for seat, card in take_one_each(live).items():
            own[seat].add(card)
    state = live.play.state
    assert len(state.decks) == len(state.discards) == 2
    for seat, empire in enumerate(state.empires):
        deck = {*state.decks[seat], *empire.drawn}
        assert own[seat] < deck
        assert len(deck) == 5 * state.draft_round


def test_R18_6_draws_and_discards_use_the_own_piles() -> None:
    live = drafted(new(2))
    owners = Counter[int]()
    for seat, empire in enumerate(live.play.state.empires):
        for card in (*live.play.state.decks[seat], *empire.drawn, *empire.hand):
            owners[card] = seat
    for _ in range(120):
        if not live.prompts:
            break
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.options[: max(prompt.least, min(1, prompt.most))])
    state = live.play.state
    assert state.round > 3
    for seat, empire in enumerate(state.empires):
        goods = [card for pile in empire.goods.values() for card in pile]
        held = (*state.decks[seat], *state.discards[seat], *empire.hand, *empire.drawn, *goods)
        assert {owners[card] for card in held if card in owners} == {seat}


def test_the_draft_is_secret() -> None:
    live = new(2)
    seen = live.view(1)
    key, prompt = next((key, prompt) for key, prompt in live.prompts.items() if prompt.seat == 0)
    live.answer(0, key, prompt.options[:1])
    assert live.view(1) == seen
    assert live.undoable_seats() == [0]
