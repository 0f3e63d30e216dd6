"""R22.1-R22.5 and the components of the invasion game."""

from pathlib import Path
from typing import Any

import pytest

from galaxytables_kit.chance import SeededChance
from galaxytables_kit.errors import ComponentError, OptionsConflict
from galaxytables_kit.playout import begin
from galaxytables_race.invasion.setup import lay_out_invasion
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.table.agenda import phases_to_come
from tests.race.scene import INVADED, PACK, PACKS, Side, Table, scene
from tests.race.test_cards import edited

BOOK = PACK.invasion
SIDE, OTHER = Side(["old_earth"]), Side(["epsilon_eridani"])


def waves_of(seats: int) -> list[int]:
    """The waves of the deck, the top card's first."""
    invasion = lay_out_invasion(seats, BOOK, SeededChance(bytes(32)))
    return [BOOK.wave_of[number] for number in reversed(invasion.deck)]


def to_come(table: Table) -> list[str]:
    return phases_to_come(table.live.play)


def strengths(wave: int) -> list[int | str]:
    cards = [card for number, card in enumerate(BOOK.cards) if BOOK.wave_of[number] == wave]
    return [f"M+{card.military_plus}" if card.strength is None else card.strength for card in cards]


def test_R22_1_each_seat_has_a_disc_and_a_bunker() -> None:
    live = begin(RACE, PACKS, 5, INVADED, 1)
    assert live.play.state.invasion is not None
    assert len(live.play.state.invasion.admirals) == 5
    assert BOOK.bunker == 2


def test_R22_2_the_cards_of_each_wave() -> None:
    assert strengths(1) == [-1, -1, 0, 0, 1, 1, 1, 2, 2, 3, 4]
    assert strengths(2) == [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7]
    assert strengths(3) == [3, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 9, "M+3", "M+4", "M+5"]


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 6), (4, 8), (5, 10)])
def test_R22_2_two_cards_a_player_of_waves_1_and_2_and_all_of_wave_3(seats: int, each: int) -> None:
    assert waves_of(seats) == [1] * each + [2] * each + [3] * 17


@pytest.mark.parametrize("wave", [1, 2, 3])
def test_R22_2_each_wave_is_shuffled(wave: int) -> None:
    laid = [lay_out_invasion(3, BOOK, SeededChance(bytes([n] * 32))) for n in range(3)]
    decks = [tuple(card for card in each.deck if BOOK.wave_of[card] == wave) for each in laid]
    unused = [tuple(card for card in each.unused if BOOK.wave_of[card] == wave) for each in laid]
    assert len(set(decks)) == 3
    for deck, rest in zip(decks, unused, strict=True):
        assert sorted((*deck, *rest)) == [card for card, of in enumerate(BOOK.wave_of) if of == wave]


@pytest.mark.parametrize(("seats", "value"), [(2, 22), (3, 28), (4, 33), (5, 39)])
def test_R22_3_repulse_value_by_players(seats: int, value: int) -> None:
    assert lay_out_invasion(seats, BOOK, SeededChance(bytes(32))).repulse == value


def round_one(*actions: str) -> Table:
    """The first round, its actions still to be chosen, with a world for seat 0 to settle."""
    table = scene(Side(["old_earth"], ["gem_world"], spare=6), OTHER, phase="round_end", options=INVADED)
    table.state.round = 1
    table.answer(0, *actions)
    return table


def test_R22_4_the_first_round_has_a_settle_phase_in_any_case() -> None:
    table = round_one("consume_trade", "consume_x2")
    table.answer(1, "explore_1_1", "produce")
    phases = [told.facts["phase"] for told in table.told("phase_begins")]
    assert (table.asked(0), phases) == ("explore.discard", ["explore"])
    assert to_come(table) == ["settle", "consume", "produce", "round_end"]


def test_R22_4_only_who_chose_settle_has_its_bonus() -> None:
    sides = Side(["old_earth"], ["gem_world"], spare=3), OTHER
    for actions, drawn in ((["consume_trade", "consume_x2"], 0), (["settle", "consume_x2"], 1)):
        table = scene(*sides, phase="round_end", options=INVADED)
        table.state.round = 1
        table.answer(0, *actions)
        table.answer(1, "consume_trade", "consume_x2")
        table.answer(0, "gem_world")
        table.answer(0, *table.offered(0)[:2])
        assert [told.facts["count"] for told in table.told("drew", 0)] == [1] * drawn


def test_R22_4_a_second_settle_phase_needs_somebody_who_chose_it_twice() -> None:
    table = round_one("settle", "consume_x2")
    table.answer(1, "settle_2", "produce")
    assert to_come(table) == ["consume", "produce", "round_end"]
    table = round_one("settle", "settle_2")
    table.answer(1, "consume_x2", "produce")
    assert to_come(table) == ["settle_2", "consume", "produce", "round_end"]


def test_R22_4_not_in_the_second_round() -> None:
    table = scene(Side(["old_earth"], ["gem_world"], spare=3), OTHER, phase="round_end", options=INVADED)
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "consume_x2")
    assert table.state.round == 3
    assert not any(told.facts["phase"] == "settle" for told in table.told("phase_begins"))


@pytest.mark.parametrize(("round_", "comes"), [(1, False), (2, False), (3, True), (7, True)])
def test_R22_5_the_invasion_comes_at_the_end_of_every_round_from_the_third_on(round_: int, comes: bool) -> None:
    table = scene(SIDE, OTHER, phase="round_end", options=INVADED)
    table.state.round = round_
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "consume_x2")
    assert bool(table.told("stands")) == comes


def test_R22_5_after_the_hand_limit() -> None:
    table = scene(Side(["old_earth"], ["gem_world"], spare=10), OTHER, phase="round_end", options=INVADED)
    table.state.round = 3
    assert (table.asked(0), table.told("stands")) == ("round_end.discard", [])
    table.answer(0, "gem_world")
    assert len(table.told("stands")) == 2


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (RaceOptions(invasion=True), "not with the base game"),
        (RaceOptions(expansion="gathering_storm", invasion=True), "not with The Gathering Storm"),
        (RaceOptions(expansion="alien_artifacts", invasion=True), "not with Alien Artifacts"),
        (RaceOptions(expansion="xeno_invasion", contributor_needs_one=True), "contributor tile"),
    ],
)
def test_R22_the_invasion_game_comes_with_xeno_invasion_only(options: RaceOptions, named: str) -> None:
    with pytest.raises(OptionsConflict, match=named):
        RACE.check(options, 3, PACK)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R23_1_also_with_new_worlds(seats: int) -> None:
    RACE.check(RaceOptions(expansion="xeno_invasion", invasion=True, new_worlds=True), seats, PACK)


def first_card(content: Any, **changes: Any) -> None:
    content["waves"][0]["cards"][0].update(changes)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda content: content["repulse"].pop("3"), "3 players.*repulse"),
        (lambda content: content["rewards"].update({"4": [1, 1]}), "4 players.*rewards"),
        (lambda content: content["waves"][1]["used"].update({"5": 12}), "wave 2.*at most 11 for 5 players"),
        (lambda content: content["waves"][2].update({"used": {"2": 1, "3": 3, "4": 4, "5": 5}}), "a card for each"),
        (lambda content: content["waves"].reverse(), "numbered from 1"),
        (lambda content: first_card(content, military_plus=2), "minus_1.*military_plus"),
        (lambda content: first_card(content, copies=0), ">= 1"),
        (lambda content: first_card(content, id="xeno_wave_1_strength_0"), "two cards"),
        (lambda content: first_card(content, name="Xeno"), "name"),
    ],
)
def test_a_wrong_book_is_refused_by_entry_and_field(tmp_path: Path, edit: Any, message: str) -> None:
    with pytest.raises(ComponentError, match=message):
        RACE.load_pack(edited(tmp_path, "invasion.json", edit))
