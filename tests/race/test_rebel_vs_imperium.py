"""R12 and R13 as far as they are new with Rebel vs Imperium, and the powers that the set brings."""

import msgspec
import pytest

from galaxytables_kit import Seat
from galaxytables_kit.errors import InvalidSeats
from galaxytables_race.components.vocabulary import Takeover
from galaxytables_race.goals import check_goals, goal_points, held_goals
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, TWELVE, Side, Table, fact, scene

REBELS = RaceOptions(expansion="rebel_vs_imperium")
OTHER = Side(["epsilon_eridani"])


def rebels(*sides: Side, phase: str, deck: tuple[str, ...] = ()) -> Table:
    return scene(*sides, phase=phase, options=REBELS, deck=deck)


def test_R2_1_six_can_play() -> None:
    RACE.check(REBELS, 6, PACK)
    with pytest.raises(InvalidSeats):
        RACE.check(REBELS, 7, PACK)


def test_R2_3_start_worlds_are_chosen() -> None:
    assert REBELS.chooses_start_world


def test_R5_3_explore_mix_discards_from_the_whole_hand() -> None:
    side = Side(["old_earth", "trading_outpost"], ["space_marines"])
    table = rebels(side, OTHER, phase="explore", deck=("gem_world", "comet_zone"))
    assert (table.asked(0), table.asked(1)) == ("explore.discard", "explore.keep")
    assert table.offered(0) == ["comet_zone", "gem_world", "space_marines"]
    table.answer(0, "space_marines")
    assert table.hand(0) == ["comet_zone", "gem_world"]


def test_R5_3_nobody_is_told_whether_new_or_old_cards_were_discarded() -> None:
    told = []
    for discarded in ("space_marines", "comet_zone"):
        side = Side(["old_earth", "trading_outpost"], ["space_marines"])
        table = rebels(side, OTHER, phase="explore", deck=("gem_world", "comet_zone"))
        table.answer(0, discarded)
        table.answer(1, table.offered(1)[0])
        told.append(table.told("explored", 0)[0])
    assert told[0].facts == told[1].facts == {"draws": 2, "keeps": 1}
    assert fact(told[0], "kept", 0) == ["gem_world", "comet_zone"]


def test_R6_4_discard_self_for_discount() -> None:
    side = Side(["old_earth", "randd_crash_program"], ["trade_league"], spare=3)
    table = rebels(side, OTHER, phase="develop")
    table.answer(0, "trade_league")
    assert table.tableau(0) == ["old_earth", "trade_league"]
    assert table.hand_size(0) == 0
    assert fact(table.told("developed")[0], "cost") == 3


def test_R6_4_it_is_a_choice_where_the_price_can_be_paid() -> None:
    side = Side(["old_earth", "randd_crash_program"], ["public_works"], spare=1)
    table = rebels(side, OTHER, phase="develop")
    table.answer(0, "public_works")
    assert (table.asked(0), table.prompt(0).default_picks) == ("develop.discount", ())
    table.answer(0)
    assert table.tableau(0) == ["old_earth", "randd_crash_program", "public_works"]
    assert table.hand_size(0) == 0


def test_R6_4_a_price_below_nothing_is_nothing() -> None:
    side = Side(["old_earth", "randd_crash_program"], ["public_works"], spare=1)
    table = rebels(side, OTHER, phase="develop")
    table.answer(0, "public_works")
    table.answer(0, "randd_crash_program")
    assert table.tableau(0) == ["old_earth", "public_works"]
    assert table.hand_size(0) == 1
    assert fact(table.told("saved")[0], "amount") == 3


@pytest.mark.parametrize(("tableau", "price"), [(["contact_specialist"], 4), (["contact_specialist", "rebel_pact"], 2)])
def test_R7_4_pay_for_military_discount(tableau: list[str], price: int) -> None:
    table = rebels(Side(tableau, ["rebel_base"], spare=6), Side(["old_earth"]), phase="settle")
    table.answer(0, "rebel_base")
    assert table.prompt(0).least == price + 1


def test_R7_4_it_gives_no_such_ability_itself() -> None:
    table = rebels(Side(["old_earth", "rebel_pact"], ["rebel_miners"], spare=6), OTHER, phase="settle")
    assert table.asked(0) != "settle.place"


def test_R7_18_cloaking_conquers_a_peaceful_world_at_its_cost_less_two() -> None:
    side = Side(["new_sparta", "imperium_cloaking_technology"], ["comet_zone"], spare=3)
    table = rebels(side, Side(["old_earth"]), phase="settle")
    assert PACK.designs["comet_zone"].cost == 3
    table.answer(0, "comet_zone")
    assert (table.asked(0), table.offered(0)) == ("settle.means", ["imperium_cloaking_technology", "pay"])
    table.answer(0, "imperium_cloaking_technology")
    assert table.tableau(0) == ["new_sparta", "comet_zone"]
    assert table.hand_size(0) == 3
    assert fact(table.told("conquered")[0], "defense") == 1


def test_R7_18_military_must_reach_that() -> None:
    side = Side(["old_earth", "imperium_cloaking_technology"], ["comet_zone"])
    assert rebels(side, OTHER, phase="settle").asked(0) != "settle.place"


def test_R7_18_military_for_the_kind_counts() -> None:
    cards = ["alien_rosetta_stone_world", "imperium_cloaking_technology"]
    world = "deserted_alien_library"
    assert (PACK.designs[world].cost, PACK.designs[world].good) == (6, "alien")
    side = Side([*cards, "space_marines"], [world])
    table = rebels(side, Side(["old_earth"]), phase="settle")
    assert table.offered(0) == [world]
    side = Side([*cards], [world])
    assert rebels(side, Side(["old_earth"]), phase="settle").asked(0) != "settle.place"


def test_R7_18_temporary_military_helps_a_disguised_conquest() -> None:
    side = Side(["old_earth", "imperium_cloaking_technology", "new_military_tactics"], ["comet_zone"])
    table = rebels(side, OTHER, phase="settle")
    table.answer(0, "comet_zone")
    assert table.tableau(0) == ["old_earth", "comet_zone"]


def gambling(*hand: str, deck: tuple[str, ...]) -> Table:
    return rebels(Side(["gambling_world_rvi"], hand), Side(["old_earth"]), phase="consume", deck=deck)


def test_R8_11_a_bet_is_won_by_a_dearer_card() -> None:
    table = gambling("gem_world", deck=("space_marines", "trade_league", "comet_zone"))
    assert (table.asked(0), table.prompt(0).least) == ("consume.ante", 0)
    table.answer(0, "gem_world")
    assert (table.asked(0), table.offered(0)) == ("consume.take", ["space_marines", "trade_league"])
    table.answer(0, "space_marines")
    assert table.hand(0) == ["gem_world", "space_marines"]
    assert len(table.state.discards[0]) == 1
    assert not table.shown(None).empires[0].revealed


def test_R8_11_a_bet_is_lost_without_one() -> None:
    table = gambling("gem_world", deck=("space_marines", "mining_robots", "trade_league"))
    table.answer(0, "gem_world")
    assert table.hand(0) == []
    assert len(table.state.discards[0]) == 3
    assert fact(table.told("ante_lost")[0], "card") == "gem_world"


def test_R8_11_cards_of_cost_0_are_no_bets_and_nobody_must_bet() -> None:
    table = gambling("dying_colony", "gem_world", deck=("trade_league",))
    assert table.offered(0) == ["gem_world"]
    table.answer(0)
    assert table.hand_size(0) == 2


def test_R11_1_hidden_fortress_ends_the_game_at_14() -> None:
    view = rebels(Side(["hidden_fortress"]), OTHER, phase="consume").shown(None)
    assert [empire.tableau_end for empire in view.empires] == [14, 12]
    assert not rebels(Side(["hidden_fortress", *TWELVE]), OTHER, phase="round_end").live.over
    assert rebels(Side(["hidden_fortress", "mining_world", *TWELVE]), OTHER, phase="round_end").live.over
    assert rebels(Side(TWELVE), Side(["hidden_fortress"]), phase="round_end").live.over


def test_R10_1_pan_galactic_research_lets_twelve_cards_stay() -> None:
    hand = ["gem_world", "comet_zone", "new_earth"]
    table = rebels(Side(["pan_galactic_research"], hand[:2], spare=10), OTHER, phase="round_end")
    assert (table.hand_size(0), table.asked(0)) == (12, "actions.choose")
    table = rebels(Side(["pan_galactic_research"], hand, spare=10), OTHER, phase="round_end")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("round_end.discard", 1, 1)


UPLIFTED = ["old_earth", "abandoned_alien_uplift_camp", "devolved_uplift_race", "insect_uplift_race"]


def with_goal(table: Table, goal: str) -> Table:
    table.state.goals = [goal]
    return table


@pytest.mark.parametrize(
    ("goal", "phase", "cards"),
    [
        ("uplift_knowledge", "develop", UPLIFTED),
        ("uplift_knowledge", "settle", UPLIFTED),
        ("expansion_leader", "develop", [*UPLIFTED, "gem_world", "comet_zone", "space_marines", "public_works"]),
        ("research_leader", "settle", ["trading_outpost", "gem_smugglers", "rebel_pact", "smuggling_world"]),
        ("propaganda_edge", "settle", ["rebel_miners", "rebel_convict_mines", "primitive_rebel_world"]),
    ],
)
def test_R13_8_goals_of_the_set(goal: str, phase: str, cards: list[str]) -> None:
    table = with_goal(rebels(Side(cards), OTHER, phase="round_end"), goal)
    check_goals(table.live.play, "consume")
    assert held_goals(table.state, Seat(0)) == []
    check_goals(table.live.play, phase)
    assert held_goals(table.state, Seat(0)) == [goal]


def test_R13_16_galactic_riches_is_looked_at_after_settle_and_produce() -> None:
    worlds = ["comet_zone", "gem_world", "spice_world", "alien_robot_scout_ship"]
    for phase, held in (("consume", []), ("settle", ["galactic_riches"]), ("produce", ["galactic_riches"])):
        table = with_goal(rebels(Side(worlds, goods=worlds), OTHER, phase="round_end"), "galactic_riches")
        check_goals(table.live.play, phase)
        assert held_goals(table.state, Seat(0)) == held


def test_R13_14_uplift_knowledge_may_be_looked_at_after_settle_only() -> None:
    options = RaceOptions(expansion="rebel_vs_imperium", uplift_knowledge_settle_only=True)
    for phase, held in (("develop", []), ("settle", ["uplift_knowledge"])):
        table = with_goal(scene(Side(UPLIFTED), OTHER, phase="round_end", options=options), "uplift_knowledge")
        check_goals(table.live.play, phase)
        assert held_goals(table.state, Seat(0)) == held


@pytest.mark.parametrize(("takeovers", "held"), [(True, ["innovation_leader"]), (False, [])])
def test_R13_17_void_takeover_powers_make_no_class(takeovers: bool, held: list[str]) -> None:
    options = RaceOptions(expansion="rebel_vs_imperium", takeovers=takeovers)
    cards = ["galactic_developers", "trading_outpost", "pan_galactic_research"]
    table = with_goal(scene(Side(cards), OTHER, phase="round_end", options=options), "innovation_leader")
    check_goals(table.live.play, "develop")
    assert held_goals(table.state, Seat(0)) == []
    pack = RACE.load_pack(RACE.components_path)
    number = pack.numbers["imperium_seat"][0]
    takeover = tuple(power for power in pack.cards[number].powers if isinstance(power, Takeover))
    pack.cards[number] = msgspec.structs.replace(pack.cards[number], powers=takeover)
    table.live.play.pack = pack
    table.state.empires[0].tableau += (number,)
    check_goals(table.live.play, "develop")
    assert held_goals(table.state, Seat(0)) == held


def test_R13_10_what_a_holder_loses_counts_at_once_for_ties() -> None:
    developments = ["public_works", "drop_ships", "space_marines", "export_duties", "new_military_tactics"]
    sides = [Side(developments), Side(["contact_specialist", "mining_robots", "colony_ship", "replicant_robots"])]
    table = with_goal(rebels(*sides, phase="round_end"), "greatest_infrastructure")
    check_goals(table.live.play, "develop")
    assert (held_goals(table.state, Seat(0)), goal_points(table.live.play, table.state)[1]) == (
        ["greatest_infrastructure"],
        0,
    )
    empire = table.state.empires[0]
    empire.tableau = empire.tableau[:-1]
    check_goals(table.live.play, "settle")
    assert (held_goals(table.state, Seat(0)), goal_points(table.live.play, table.state)[1]) == (
        ["greatest_infrastructure"],
        3,
    )


def test_R16_1_icons_bring_no_prestige_without_the_brink_of_war() -> None:
    table = rebels(Side(["new_sparta", "galactic_imperium", "drop_ships"], ["rebel_stronghold"]), OTHER, phase="settle")
    table.answer(0, "rebel_stronghold")
    assert table.tableau(0)[-1] == "rebel_stronghold"
    assert table.state.empires[0].prestige.chips == 0
    assert not table.told("gained_prestige")
