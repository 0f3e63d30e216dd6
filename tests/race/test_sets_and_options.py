"""R2.1, R2.3, R2.12, R12, R18.1, R21, R23, R24: which sets and options go together, and what refuses the rest."""

import itertools
import json
import shutil
from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin
from galaxytables_race.conflicts import check_options
from galaxytables_race.options import Expansion, RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.sets import missing_rules, sets_of, start_world_numbers
from tests.race.scene import PACK, PACKS, Side, scene

EXPANSIONS: tuple[Expansion, ...] = get_args(Expansion)
PLAYED = [
    name for name in EXPANSIONS if not any(missing_rules(each, PACK) for each in sets_of(RaceOptions(name), PACK))
]
MOST = {
    "base": 4,
    "gathering_storm": 5,
    "rebel_vs_imperium": 6,
    "brink_of_war": 6,
    "alien_artifacts": 5,
    "xeno_invasion": 5,
}
DESIGNS = {
    "gathering_storm": (19, 21),
    "rebel_vs_imperium": (37, 44),
    "brink_of_war": (40, 48),
    "alien_artifacts": (39, 46),
    "xeno_invasion": (44, 51),
}
STARTS = {
    "base": [0, 1, 2, 3, 4],
    "gathering_storm": [5, 6, 7, 8],
    "rebel_vs_imperium": [9, 10, 11],
    "brink_of_war": [12, 13, 14, 15],
    "alien_artifacts": [5, 6, 7, 8, 9],
    "xeno_invasion": [5, 6, 7, 8, 9],
    "new_worlds": [-6, -5, -4, -3, -2, -1],
}


@pytest.mark.parametrize("expansion", PLAYED)
@pytest.mark.parametrize("new_worlds", [False, True])
def test_R2_1_R23_1_players_by_set_and_new_worlds_with_each(expansion: Expansion, new_worlds: bool) -> None:
    options = RaceOptions(expansion, new_worlds=new_worlds)
    for seats in range(2, MOST[expansion] + 1):
        check_options(options, seats, PACK)
    for seats in (0, 1, MOST[expansion] + 1):
        with pytest.raises(InvalidSeats, match=f"2 to {MOST[expansion]}"):
            check_options(options, seats, PACK)


@pytest.mark.parametrize("expansion", PLAYED)
@pytest.mark.parametrize("new_worlds", [False, True])
def test_R2_3_R23_3_who_chooses_a_start_world(expansion: Expansion, new_worlds: bool) -> None:
    options = RaceOptions(expansion, new_worlds=new_worlds)
    live = begin(RACE, PACKS, 2, options, 1, checkpoints=False)
    dealt = {prompt.kind for prompt in live.prompts.values()}
    chooses = new_worlds or expansion not in ("base", "gathering_storm")
    assert (dealt == {"setup.start_world"}) == chooses


@pytest.mark.parametrize("expansion", PLAYED)
def test_R2_3_an_odd_and_an_even_one_for_each(expansion: Expansion) -> None:
    options = RaceOptions(expansion, start_worlds="choice", new_worlds=True)
    live = begin(RACE, PACKS, MOST[expansion], options, 1, checkpoints=False)
    numbers = start_world_numbers(sets_of(options, PACK), PACK)
    for empire in live.play.state.empires:
        assert [numbers[PACK.cards[card].id] % 2 for card in empire.dealt] == [1, 0]


def test_R2_3_the_base_game_has_pairs_for_two_only() -> None:
    check_options(RaceOptions(start_worlds="choice"), 2, PACK)
    with pytest.raises(OptionsConflict, match="not 3 pairs"):
        check_options(RaceOptions(start_worlds="choice"), 3, PACK)


def test_R2_7_a_start_world_is_not_placed_and_brings_no_bonus() -> None:
    live = begin(RACE, PACKS, 2, RaceOptions("xeno_invasion"), 5, checkpoints=False)
    while any(prompt.kind.startswith("setup") for prompt in live.prompts.values()):
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    assert [len(empire.hand) for empire in live.play.state.empires] == [4, 4]


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_R2_12_arcs_are_not_mixed_and_bring_what_they_need(expansion: Expansion) -> None:
    first_arc = ["gathering_storm", "rebel_vs_imperium", "brink_of_war"]
    needed = first_arc[: first_arc.index(expansion) + 1] if expansion in first_arc else [expansion]
    assert list(sets_of(RaceOptions(expansion), PACK)) == list(dict.fromkeys(["base", *needed]))
    assert sets_of(RaceOptions(expansion, new_worlds=True), PACK)[-1] == "new_worlds"


@pytest.mark.parametrize(("name", "counts"), DESIGNS.items())
def test_R12_2_to_R12_6_designs_and_cards_of_each_set(name: str, counts: tuple[int, int]) -> None:
    designs = PACK.of_set[name]
    assert (len(designs), sum(PACK.designs[design].copies for design in designs)) == counts


def test_R12_2_R12_3_copies_that_a_set_adds_or_replaces() -> None:
    def copies(design: str, expansion: Expansion) -> int:
        box = PACK.box(sets_of(RaceOptions(expansion), PACK), second_edition=False)
        return sum(PACK.cards[card].id == design for card in box)

    assert copies("contact_specialist", "gathering_storm") == copies("contact_specialist", "base") + 1
    assert copies("research_labs", "rebel_vs_imperium") == copies("research_labs", "gathering_storm") + 1
    assert (copies("gambling_world", "gathering_storm"), copies("gambling_world", "rebel_vs_imperium")) == (1, 0)


@pytest.mark.parametrize(("name", "numbers"), STARTS.items())
def test_R12_1_R23_2_start_worlds_by_set(name: str, numbers: list[int]) -> None:
    assert sorted(start_world_numbers((name,), PACK).values()) == numbers


def test_R23_2_minus_6_is_before_0() -> None:
    options = RaceOptions(new_worlds=True)
    live = begin(RACE, PACKS, 2, options, 1, checkpoints=False)
    numbers = start_world_numbers(sets_of(options, PACK), PACK)
    while any(prompt.kind.startswith("setup") for prompt in live.prompts.values()):
        key, prompt = next(iter(live.prompts.items()))
        lowest = min(prompt.options, key=lambda pick: numbers.get(PACK.cards[int(pick)].id, 99))
        picks = (lowest,) if prompt.kind == "setup.start_world" else prompt.default_picks
        live.answer(prompt.seat, key, picks)
    starts = [numbers[PACK.cards[empire.tableau[0]].id] for empire in live.play.state.empires]
    assert min(starts) < 0
    assert starts[live.play.state.first_seat] == min(starts)


def test_R23_4_every_power_of_new_worlds_is_played() -> None:
    assert not missing_rules("new_worlds", PACK)
    assert all(PACK.designs[design].powers for design in PACK.of_set["new_worlds"])


@pytest.mark.parametrize("expansion", PLAYED)
@pytest.mark.parametrize("second_edition", [False, True])
def test_R24_1_the_second_edition_changes_five_cards_of_any_arc(expansion: Expansion, second_edition: bool) -> None:
    options = RaceOptions(expansion, second_edition=second_edition)
    check_options(options, 2, PACK)
    box = PACK.box(sets_of(options, PACK), second_edition=second_edition)
    changed = {PACK.cards[card].id for card in box if PACK.cards[card].id.endswith("_second_edition")}
    assert len(changed) == (5 if second_edition else 0)


REFUSED = [
    (RaceOptions("base", goals=True), "goals come with The Gathering Storm", ["goals", "expansion"]),
    (RaceOptions("alien_artifacts", goals=True), "goals come with The Gathering Storm", ["goals", "expansion"]),
    (RaceOptions("gathering_storm", most_goals_without_holder=True), "with goals only",
     ["most_goals_without_holder", "goals"]),
    (RaceOptions("gathering_storm", takeovers=True), "takeovers come with Rebel vs", ["takeovers", "expansion"]),
    (RaceOptions("xeno_invasion", takeovers=True), "takeovers come with Rebel vs", ["takeovers", "expansion"]),
    (RaceOptions(draft=True), "not with the base game", ["draft", "expansion"]),
    (RaceOptions("alien_artifacts", draft=True), "not with Alien Artifacts", ["draft", "expansion"]),
    (RaceOptions("xeno_invasion", draft=True), "not with Xeno Invasion", ["draft", "expansion"]),
    (RaceOptions("xeno_invasion", orb=True), "not with Xeno Invasion", ["orb", "expansion"]),
    (RaceOptions("alien_artifacts", invasion=True), "not with Alien Artifacts", ["invasion", "expansion"]),
    (RaceOptions("alien_artifacts", orb_touch_is_enough=True), "in the orb game", ["orb_touch_is_enough", "orb"]),
    (RaceOptions(contributor_needs_one=True), "contributor tile", ["contributor_needs_one", "invasion"]),
    (RaceOptions("brink_of_war", goals=True, peace_war_counts_defence=True), "Peace/War Leader counts takeover powers",
     ["peace_war_counts_defence", "goals", "takeovers", "expansion"]),
    (RaceOptions("rebel_vs_imperium", takeovers=True, security_council_any_target_only=True), "the Security Council",
     ["security_council_any_target_only", "takeovers", "expansion"]),
    (RaceOptions("gathering_storm", preset_hands=True, draft=True), "not drafted", ["preset_hands", "draft"]),
    (RaceOptions(preset_hands=True, start_worlds="choice"), "its start world", ["preset_hands", "start_worlds"]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "reason", "named"), REFUSED)
def test_what_does_not_go_together_is_refused_by_name_and_reason(
    options: RaceOptions, reason: str, named: list[str]
) -> None:
    with pytest.raises(OptionsConflict, match=reason) as refused:
        check_options(options, 2, PACK)
    assert refused.value.metadata["options"] == ",".join(named)


def test_R2_10_there_must_be_preset_hands_for_all() -> None:
    check_options(RaceOptions("xeno_invasion", preset_hands=True), 5, PACK)
    with pytest.raises(OptionsConflict, match="not enough preset hands for 6"):
        check_options(RaceOptions("rebel_vs_imperium", preset_hands=True), 6, PACK)


def test_R2_12_every_combination_that_is_not_refused_begins_a_game() -> None:
    """All combinations of flags that are not refused lay a table out up to its first question."""
    flags = (
        "new_worlds",
        "second_edition",
        "goals",
        "takeovers",
        "takeover_scenario",
        "draft",
        "orb",
        "invasion",
        "preset_hands",
    )
    begun = 0
    for expansion, values in itertools.product(PLAYED, itertools.product((False, True), repeat=len(flags))):
        options = structs.replace(RaceOptions(expansion), **dict(zip(flags, values, strict=True)))
        try:
            check_options(options, 2, PACK)
        except OptionsConflict:
            continue
        live = begin(RACE, PACKS, 2, options, 1, checkpoints=False)
        assert live.prompts
        assert (live.play.state.invasion is not None) == options.invasion
        assert (live.play.state.orb is not None) == options.orb
        assert bool(live.play.state.goals) == options.goals
        begun += 1
    assert begun > 40


def test_R21_4_anti_xeno_military_counts_against_xeno_worlds_only_and_adds_to_general() -> None:
    side = Side(["rebel_cadre", "alien_weapon_plans"], ["xeno_infested_uplift_world", "rebel_fuel_cache"], spare=1)
    other = Side(["epsilon_eridani"])
    table = scene(side, other, phase="settle", options=RaceOptions("xeno_invasion"))
    assert "xeno_infested_uplift_world" in table.offered(0)
    side = Side(["rebel_cadre", "old_earth"], ["xeno_infested_uplift_world"], spare=1)
    table = scene(side, other, phase="settle", options=RaceOptions("xeno_invasion"))
    assert table.asked(0) != "settle.place"


def test_R1_6_a_good_is_a_face_down_card_that_is_discarded_when_used() -> None:
    side = Side(["gem_world"], goods=["gem_world"], actions=["consume_trade"])
    table = scene(side, Side(["epsilon_eridani"]), phase="consume")
    state = table.state
    assert table.goods(0) == []
    assert len(state.discards[0]) == 1
    view = scene(Side(["gem_world"], goods=["gem_world"]), Side(["epsilon_eridani"]), phase="round_end").shown(0)
    assert len(view.empires[0].cards[0].goods) == 1


def test_R1_7_uplift_and_chromosome_are_separate_marks() -> None:
    uplift = {card.id for card in PACK.designs.values() if "uplift" in card.keywords}
    chromosome = {card.id for card in PACK.designs.values() if "chromosome" in card.keywords}
    assert chromosome < uplift
    assert {keyword for card in PACK.designs.values() for keyword in card.keywords} == {
        "alien", "rebel", "imperium", "uplift", "terraforming", "anti_xeno", "chromosome",
    }  # fmt: skip


def test_R1_8_pan_galactic_research_scores_fixed_points() -> None:
    card = PACK.designs["pan_galactic_research"]
    assert (card.cost, card.vp is not None, card.endgame) == (6, True, ())


def test_R1_9_powers_for_six_cost_developments_count_it_all_the_same() -> None:
    options = RaceOptions("rebel_vs_imperium")
    side = Side(["galactic_federation", "pan_galactic_research"])
    table = scene(side, Side(["old_earth"]), phase="round_end", options=options)
    alone = scene(Side(["galactic_federation"]), Side(["old_earth"]), phase="round_end", options=options)
    assert table.score_of(0, "galactic_federation") == alone.score_of(0, "galactic_federation") + 2


def test_R1_13_hands_are_counted_openly_and_shown_to_nobody_else() -> None:
    table = scene(Side(["old_earth"], ["gem_world"]), Side(["epsilon_eridani"]), phase="round_end")
    view = table.shown(1)
    assert (view.empires[0].hand_size, list(view.hand)) == (1, [])
    assert view.discards == 0


@pytest.mark.parametrize(("lacking", "option"), [("alien_artifacts", "expansion"), ("new_worlds", "new_worlds")])
def test_R2_12_options_are_checked_against_the_sets_of_the_tables_own_pack(
    tmp_path: Path, lacking: str, option: str
) -> None:
    folder = Path(shutil.copytree(RACE.components_path, tmp_path / "pack"))
    head = json.loads((folder / "pack.json").read_text())
    head["sets"] = [each for each in head["sets"] if each["id"] != lacking]
    head["preset_hands"] = {}
    (folder / "pack.json").write_text(json.dumps(head))
    calls = RulesCalls(RACE, load_packs(RACE, [folder]))
    built_in = load_packs(RACE).default
    options = {option: "on" if option == "new_worlds" else lacking}
    with pytest.raises(OptionsConflict) as refused:
        calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, options=options))
    assert refused.value.metadata | {"options": option, "rule": "not_in_pack"} == refused.value.metadata
    with pytest.raises(OptionsConflict):
        calls.new_game(rules_pb2.NewGameRequest(seats=2, options=options, seed=bytes(32)))
    calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, options=options, pack_digest=built_in))
    calls.new_game(rules_pb2.NewGameRequest(seats=2, options=options, seed=bytes(32), pack_digest=built_in))
    form = calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, form=True))
    offer = next(each for each in form.offers if each.name == option)
    refusals = {each.value for each in offer.values if each.HasField("conflict")}
    assert refusals == {options[option]}
