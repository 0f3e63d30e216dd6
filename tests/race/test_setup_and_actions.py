"""R1 to R4: set-up, rounds, actions, what holds in every phase."""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from galaxytables_kit.errors import InvalidSeats, OptionsConflict, OutOfBounds
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin
from galaxytables_race.components.cards import Pack
from galaxytables_race.conflicts import check_options
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import RoundPhase
from galaxytables_race.table.agenda import phases_to_come
from tests.race.scene import PACK, PACKS, Side, drawn, fact, ids, scene

Live = LiveGame[RaceState, Pack, RaceOptions]


def new(seats: int, seed: int = 1, **options: str) -> Live:
    return begin(RACE, PACKS, seats, read_options(RaceOptions, options), seed)


def answer(live: Live, seat: int, *picks: int | str) -> None:
    key = next(key for key, prompt in live.prompts.items() if prompt.seat == seat)
    live.answer(seat, key, picks)


def running(live: Live) -> str:
    """The phase that runs."""
    phase = live.play.state.phase
    assert isinstance(phase, RoundPhase)
    return phase.name


def defaults(live: Live, kind: str) -> None:
    """Answer all open questions of a kind as the clock would."""
    while any(prompt.kind == kind for prompt in live.prompts.values()):
        key, prompt = next((key, each) for key, each in live.prompts.items() if each.kind == kind)
        live.answer(prompt.seat, key, prompt.default_picks)


def begun(seats: int, **options: str) -> Live:
    """A game at its first choice of actions."""
    live = new(seats, 1, **options)
    defaults(live, "setup.discard")
    return live


def test_R1_11_the_box_of_the_base_game() -> None:
    box = PACK.box(("base",), second_edition=False)
    copies = {design: ids(box).count(design) for design in ids(box)}
    assert len(box) == 114
    assert len(copies) == 95
    assert all(times == 1 for design, times in copies.items() if PACK.designs[design].kind == "world")
    assert all(times == 1 for design, times in copies.items() if PACK.designs[design].cost == 6)


def test_R1_12_an_empty_deck_is_made_new_from_the_discards() -> None:
    table = scene(Side(["old_earth"], actions=["produce"]), Side(["epsilon_eridani"]), phase="explore")
    table.state.discards[0] = [table.state.decks[0].pop() for _ in range(len(table.state.decks[0]))]
    before = set(table.state.discards[0])
    table.answer(0, table.offered(0)[0])
    table.answer(1, table.offered(1)[0])
    answer_all_actions(table.live, ("explore_1_1", "develop"), ("explore_1_1", "develop"))
    assert not table.state.discards[0] or set(table.state.discards[0]) != before
    assert sum(len(drawn(table.state, seat)) for seat in range(2)) == 6


def test_R1_12_nothing_is_drawn_when_deck_and_discards_are_empty() -> None:
    table = scene(Side(["old_earth"], actions=["produce"]), Side(["epsilon_eridani"]), phase="explore")
    table.answer(0, table.offered(0)[0])
    state = table.state
    state.aside = [*state.decks[0], *state.discards[0]]
    state.decks[0], state.discards[0] = [], []
    table.answer(1, table.offered(1)[0])
    state.aside += state.discards[0]
    state.discards[0] = []
    answer_all_actions(table.live, ("explore_1_1", "explore_5_0"), ("explore_1_1", "produce"))
    assert not any(drawn(state, seat) for seat in range(2))


def answer_all_actions(live: Live, *actions: tuple[str, ...]) -> None:
    for seat, chosen in enumerate(actions):
        answer(live, seat, *chosen)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R2_1_two_to_four_play_the_base_game(seats: int) -> None:
    assert len(new(seats).play.state.empires) == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_R2_1_one_or_five_do_not(seats: int) -> None:
    with pytest.raises(InvalidSeats):
        RACE.check(RaceOptions(), seats, PACK)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R2_2_twelve_chips_a_player(seats: int) -> None:
    assert new(seats).play.state.pool == 12 * seats


def test_R2_3_base_deals_one_start_world_each() -> None:
    starts = {ids(empire.tableau)[0] for empire in begun(4).play.state.empires}
    assert len(starts) == 4
    assert all(PACK.designs[start].start_world is not None for start in starts)


def test_R23_3_new_worlds_bring_the_choice_of_an_odd_and_an_even_start_world() -> None:
    live = new(4, new_worlds="on")
    for seat in range(4):
        prompt = next(prompt for prompt in live.prompts.values() if prompt.seat == seat)
        assert prompt.kind == "setup.start_world"
        odd, even = (PACK.cards[int(pick)].start_world or 0 for pick in prompt.options)
        assert (odd % 2, even % 2) == (1, 0)


def test_R2_3_the_refused_start_world_is_discarded() -> None:
    live = new(2, new_worlds="on")
    refused = []
    for seat in (0, 1):
        prompt = next(prompt for prompt in live.prompts.values() if prompt.seat == seat)
        answer(live, seat, prompt.options[0])
        refused.append(prompt.options[1])
    defaults(live, "setup.discard")
    assert set(refused) <= set(live.play.state.discards[0])


def test_R2_4_six_cards_two_discarded() -> None:
    live = new(2)
    prompt = next(iter(live.prompts.values()))
    assert (prompt.kind, len(prompt.options), prompt.least, prompt.most) == ("setup.discard", 6, 2, 2)
    defaults(live, "setup.discard")
    assert [len(empire.hand) for empire in live.play.state.empires] == [4, 4]


def test_R2_4_both_set_up_choices_are_hidden_until_all_have_made_them() -> None:
    live = new(2, new_worlds="on")
    seen = live.view(1)
    first = next(prompt for prompt in live.prompts.values() if prompt.seat == 0)
    answer(live, 0, first.options[0])
    assert live.view(1) == seen


def test_R2_6_a_windfall_start_world_begins_with_its_good() -> None:
    for seed in range(20):
        live = new(4, seed)
        defaults(live, "setup.discard")
        for empire in live.play.state.empires:
            windfall = PACK.cards[empire.tableau[0]].production == "windfall"
            assert tuple(empire.goods) == (empire.tableau if windfall else ())


def test_R2_9_start_worlds_not_dealt_are_in_the_deck() -> None:
    live = begun(2)
    state = live.play.state
    elsewhere = [*state.decks[0], *state.discards[0], *(card for empire in state.empires for card in empire.hand)]
    assert sum(PACK.cards[card].start_world is not None for card in elsewhere) == 3


def test_R2_10_preset_hands_are_kept_whole() -> None:
    live = new(4, preset_hands="on")
    assert next(iter(live.prompts.values())).kind == "actions.choose"
    for empire in live.play.state.empires:
        assert tuple(ids(empire.hand)) == PACK.preset_hands[ids(empire.tableau)[0]]


@pytest.mark.parametrize(
    "options",
    [{"draft": "on", "expansion": "gathering_storm"}, {"start_worlds": "choice"}],
)
def test_R2_10_preset_hands_exclude(options: Mapping[str, str]) -> None:
    with pytest.raises(OptionsConflict, match=r"R2\.10"):
        RACE.check(read_options(RaceOptions, {"preset_hands": "on", **options}), 2, PACK)


def test_R2_12_a_set_that_cannot_be_played_is_refused_by_what_it_lacks() -> None:
    pack = RACE.load_pack(RACE.components_path)
    pack.sets["brink_of_war"] = msgspec.structs.replace(pack.sets["brink_of_war"], rules=("time_travel",))
    with pytest.raises(OptionsConflict, match=r"The Brink of War \(brink_of_war\).*time_travel"):
        check_options(RaceOptions(expansion="brink_of_war"), 2, pack)


def test_R3_1_R3_2_chosen_phases_are_held_in_order() -> None:
    live = begun(3)
    answer_all_actions(live, ("produce",), ("explore_5_0",), ("explore_5_0",))
    assert running(live) == "explore"
    defaults(live, "explore.keep")
    held = [fact(told, "phase") for told in live.play.events if told.kind == "phase_begins"]
    assert held == ["produce"]


def test_R3_2_everybody_takes_part_without_the_bonus() -> None:
    live = begun(3)
    answer_all_actions(live, ("produce",), ("explore_5_0",), ("produce",))
    assert [len(drawn(live.play.state, seat)) for seat in range(3)] == [2, 7, 2]


@pytest.mark.parametrize("seats", [3, 4])
def test_R3_3_three_and_four_choose_one_action(seats: int) -> None:
    live = begun(seats)
    assert all((prompt.least, prompt.most) == (1, 1) for prompt in live.prompts.values())
    assert not any("develop_2" in prompt.options for prompt in live.prompts.values())


def test_R3_4_two_choose_two_different_cards() -> None:
    live = begun(2)
    with pytest.raises(OutOfBounds):
        answer(live, 0, "develop")
    answer(live, 0, "develop", "develop_2")
    answer(live, 1, "consume_trade", "consume_x2")
    assert [empire.actions for empire in live.play.state.empires] == [
        ["develop", "develop_2"],
        ["consume_trade", "consume_x2"],
    ]


def test_R3_5_a_phase_chosen_twice_by_one_seat_is_held_twice() -> None:
    live = begun(2)
    answer(live, 0, "settle", "settle_2")
    answer(live, 1, "settle", "produce")
    assert [running(live), *phases_to_come(live.play)] == ["settle", "settle_2", "produce", "round_end"]


def test_R3_5_two_seats_choosing_it_once_hold_it_once() -> None:
    live = begun(2)
    answer(live, 0, "settle", "produce")
    answer(live, 1, "settle_2", "produce")
    assert [running(live), *phases_to_come(live.play)] == ["settle", "produce", "round_end"]


def test_R3_5_the_second_phase_has_the_bonus_only_for_who_chose_it_twice() -> None:
    sides = (
        Side(["old_earth"], ["investment_credits"], actions=["develop", "develop_2"]),
        Side(["epsilon_eridani"], ["investment_credits"], actions=["develop", "produce"]),
    )
    first = scene(*sides, phase="develop")
    assert first.offered(0) == first.offered(1) == ["investment_credits"]
    second = scene(*sides, phase="develop", turns=("develop_2",))
    assert second.offered(0) == ["investment_credits"]
    assert second.asked(1) is None


def test_R3_6_both_explores_draw_eight_and_keep_two() -> None:
    live = begun(2)
    answer(live, 0, "explore_1_1", "explore_5_0")
    answer(live, 1, "produce", "develop")
    prompt = next(prompt for prompt in live.prompts.values() if prompt.seat == 0)
    assert (len(prompt.options), prompt.least, prompt.most) == (8, 2, 2)


def test_R3_6_both_consumes_trade_once_and_double() -> None:
    table = scene(
        Side(["gem_world", "public_works", "spice_world"], goods=["gem_world", "spice_world"],
             actions=["consume_trade", "consume_x2"]),
        Side(["old_earth"]),
        phase="consume",
    )  # fmt: skip
    table.answer(0, "gem_world")
    assert table.hand_size(0) == 4
    assert table.chips(0) == 2


def test_R3_7_two_players_with_one_action_each() -> None:
    live = begun(2, two_player_actions="one")
    assert all((prompt.least, prompt.most) == (1, 1) for prompt in live.prompts.values())


def test_R4_1_nobody_must_place() -> None:
    table = scene(Side(["old_earth"], ["gem_world"], spare=3), Side(["epsilon_eridani"]), phase="settle")
    table.answer(0)
    assert table.tableau(0) == ["old_earth"]


def test_R4_1_choices_are_secret_until_all_have_chosen() -> None:
    table = scene(
        Side(["old_earth"], ["investment_credits"], spare=2),
        Side(["epsilon_eridani"], ["public_works"], spare=2),
        phase="develop",
    )
    seen = table.live.view(1)
    table.answer(0, "investment_credits")
    assert table.live.view(1) == seen
    assert not table.told("shows")
    table.answer(1, "public_works")
    assert [fact(told, "card") for told in table.told("shows")] == ["investment_credits", "public_works"]


def test_R4_3_a_card_cannot_pay_for_itself() -> None:
    table = scene(Side(["old_earth"], ["deficit_spending"], spare=1), Side(["epsilon_eridani"]), phase="develop")
    assert table.asked(0) != "develop.place"
    table = scene(Side(["old_earth"], ["deficit_spending"], spare=2), Side(["epsilon_eridani"]), phase="develop")
    assert table.asked(0) == "develop.place"


def test_R4_3_prices_never_drop_below_nothing() -> None:
    table = scene(
        Side(["old_earth", "galactic_federation"], ["investment_credits"], actions=["develop"]),
        Side(["epsilon_eridani"]),
        phase="develop",
    )
    table.answer(0, "investment_credits")
    assert table.tableau(0)[-1] == "investment_credits"
    assert table.hand_size(0) == 0


def test_R4_4_powers_of_a_card_do_not_work_in_the_phase_in_which_it_is_placed() -> None:
    table = scene(Side(["old_earth"], ["public_works"], spare=1), Side(["epsilon_eridani"]), phase="develop")
    table.answer(0, "public_works")
    assert table.hand_size(0) == 0
    assert not table.told("drew")


def test_R4_4_they_work_in_a_second_phase_of_the_same_round() -> None:
    table = scene(
        Side(["old_earth"], ["public_works", "investment_credits"], spare=1, actions=["develop", "develop_2"]),
        Side(["epsilon_eridani"], actions=["produce"]),
        phase="develop",
    )
    table.answer(0, "public_works")
    table.answer(0, "investment_credits")
    assert len(table.told("drew", 0)) == 1


def test_R4_5_no_second_copy_in_the_tableau() -> None:
    table = scene(
        Side(["old_earth", "public_works"], ["public_works", "investment_credits"], spare=2),
        Side(["epsilon_eridani"]),
        phase="develop",
    )
    assert table.offered(0) == ["investment_credits"]


def test_R4_7_a_discarded_card_no_longer_scores() -> None:
    table = scene(
        Side(["old_earth", "new_military_tactics"], ["rebel_underground"]), Side(["epsilon_eridani"]), phase="settle"
    )
    before = table.tally(0).cards
    table.answer(0, "rebel_underground")
    assert table.tableau(0) == ["old_earth", "rebel_underground"]
    world = PACK.designs["rebel_underground"].vp or 0
    assert table.tally(0).cards == before + world - 1


def test_a_random_choice_of_actions_can_be_taken_back_before_the_reveal() -> None:
    live = begun(2)
    answer(live, Random(1).choice([0, 1]), "develop", "produce")
    assert live.undoable_seats()
