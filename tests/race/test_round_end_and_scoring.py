"""R10 and R11: hand limit, end of the game, scores."""

import pytest

from galaxytables_kit.game import ranks
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import BASE, SECOND_EDITION, TWELVE, Side, scene

OTHER = Side(["new_sparta"])


def test_R10_1_hand_limit_of_ten() -> None:
    table = scene(Side(["old_earth"], ["gem_world", "comet_zone"], spare=10), OTHER, phase="round_end")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("round_end.discard", 2, 2)
    table.answer(0, "gem_world", "comet_zone")
    assert table.hand_size(0) == 10
    assert table.state.round == 2


def test_R10_1_ten_cards_may_stay() -> None:
    table = scene(Side(["old_earth"], spare=10), OTHER, phase="round_end")
    assert table.asked(0) == "actions.choose"


@pytest.mark.parametrize(("cards", "over"), [(11, False), (12, True)])
def test_R11_1_twelve_cards_end_the_game(cards: int, over: bool) -> None:
    assert scene(Side(TWELVE[:cards]), OTHER, phase="round_end").live.over == over


@pytest.mark.parametrize(("pool", "over"), [(1, False), (0, True), (-2, True)])
def test_R11_1_an_empty_pool_ends_the_game(pool: int, over: bool) -> None:
    assert scene(Side(["old_earth"]), OTHER, phase="round_end", pool=pool).live.over == over


def test_R11_1_the_round_is_played_to_its_end() -> None:
    table = scene(Side(TWELVE[:11], ["new_earth"], spare=5), OTHER, phase="settle", pool=24)
    table.answer(0, "new_earth")
    assert table.asked(0) == "settle.pay"
    table.answer(0, *table.offered(0)[: table.prompt(0).least])
    assert table.live.over


def test_R11_4_the_score_is_cards_chips_and_endgame() -> None:
    table = scene(Side([*TWELVE[:11], "galactic_federation"], chips=7), OTHER, phase="round_end")
    score = table.live.scores()[0]
    assert dict(score.parts) == {"cards": 14, "chips": 7, "endgame": 8}
    assert score.total == 29


def test_R11_5_ties_are_broken_by_hand_cards_and_goods() -> None:
    rich = Side(TWELVE, ["new_earth"], goods=["gem_world"])
    table = scene(rich, Side(["new_sparta"], chips=14), phase="round_end", pool=0)
    scores = table.live.scores()
    assert scores[0].tie_breaks == (2,)
    assert scores[0].total == 15
    assert scores[1].total == 15
    assert ranks(scores) == {0: 1, 1: 2}


ENDGAME = [
    (
        "alien_tech_institute",
        ["alien_robotic_factory", "deserted_alien_outpost", "alien_rosetta_stone_world"],
        3 + 2 + 2 + 2,
    ),
    (
        "free_trade_association",
        ["gem_world", "former_penal_colony", "consumer_markets", "expanding_colony"],
        2 + 1 + 2 + 2,
    ),
    ("galactic_federation", ["mining_league", "public_works", "gem_world"], 2 + 2 + 1),
    ("galactic_imperium", ["rebel_miners", "lost_alien_warship", "gem_world"], 2 + 1),
    ("galactic_renaissance", ["research_labs", "galactic_trendsetters", "artist_colony", "gem_world"], 9),
    ("galactic_survey_seti", ["expedition_force", "star_nomad_lair", "gem_world", "public_works"], 1 + 1 + 2 + 1),
    ("merchant_guild", ["gem_world", "comet_zone", "distant_world", "alien_robotic_factory", "asteroid_belt"], 8),
    ("mining_league", ["comet_zone", "asteroid_belt", "mining_robots", "mining_conglomerate"], 2 + 1 + 2 + 2),
    ("new_economy", ["public_works", "old_earth", "space_marines"], 2 + 2 + 1),
    ("new_galactic_order", ["space_marines", "drop_ships", "contact_specialist"], 2 + 2 + 3 - 1),
    (
        "pan_galactic_league",
        ["distant_world", "pre_sentient_race", "rebel_miners", "contact_specialist"],
        2 + 2 + 1 + 3,
    ),
    ("trade_league", ["export_duties", "old_earth", "gem_world"], 2 + 2 + 1),
]


@pytest.mark.parametrize(("card", "others", "points"), ENDGAME, ids=[case[0] for case in ENDGAME])
def test_R11_4_endgame_scoring(card: str, others: list[str], points: int) -> None:
    assert scene(Side([card, *others]), OTHER, phase="round_end").score_of(0, card) == points


def test_R11_4_every_card_scores_by_the_first_clause_it_matches() -> None:
    table = scene(Side(["alien_tech_institute", "alien_robotic_factory"]), OTHER, phase="round_end")
    assert table.score_of(0, "alien_tech_institute") == 2 + 3


@pytest.mark.parametrize(("chips", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
def test_R11_4_full_groups_of_chips(chips: int, points: int) -> None:
    table = scene(Side(["galactic_renaissance"], chips=chips), OTHER, phase="round_end")
    assert table.score_of(0, "galactic_renaissance") == points


def test_R11_6_negative_military_counts_against() -> None:
    tableau = ["new_galactic_order", "contact_specialist", "empath_world", "pan_galactic_league", "refugee_world"]
    table = scene(Side(tableau), OTHER, phase="round_end")
    assert table.score_of(0, "new_galactic_order") == -2


@pytest.mark.parametrize(("design", "options", "points"), [
    ("merchant_guild", BASE, 2),
    ("merchant_guild_second_edition", SECOND_EDITION, 3),
])  # fmt: skip
def test_R24_1_merchant_guild(design: str, options: RaceOptions, points: int) -> None:
    table = scene(Side([design, "gem_world"], goods=["gem_world"]), OTHER, phase="round_end", options=options)
    assert table.score_of(0, design) == points


@pytest.mark.parametrize(
    ("design", "cost", "vp"),
    [("black_market_trading_world", 3, 2), ("black_market_trading_world_second_edition", 2, 1),
     ("imperium_armaments_world", 4, 2), ("imperium_armaments_world_second_edition", 3, 2)],
)  # fmt: skip
def test_R24_1_changed_figures(design: str, cost: int, vp: int) -> None:
    pack = RACE.load_pack(RACE.components_path)
    assert (pack.designs[design].cost, pack.designs[design].vp) == (cost, vp)


def test_the_view_tallies_what_would_score_now() -> None:
    table = scene(Side(["galactic_federation", "public_works"], chips=4), OTHER, phase="produce")
    view = RACE.view(table.live.play, table.state, None)
    tally = view.empires[0].tally  # type: ignore[attr-defined]
    assert (tally.chips, tally.cards, tally.endgame, tally.total) == (4, 1, 3, 8)


def test_R11_1_everybody_sees_that_a_round_is_the_last() -> None:
    table = scene(Side(TWELVE[:11], ["new_earth"], spare=5), OTHER, phase="settle", pool=24)
    assert not table.shown(None).last_round
    table.answer(0, "new_earth")
    table.answer(0, *table.offered(0)[: table.prompt(0).least])
    full = scene(Side(TWELVE), OTHER, phase="produce")
    assert (table.shown(None).last_round, full.shown(None).last_round) == (True, True)
    assert scene(Side(["old_earth"]), OTHER, phase="consume", pool=0).shown(1).last_round
