"""R9: Produce, with its powers."""

import pytest

from galaxytables_kit.errors import UndoRefused
from galaxytables_race.options import RaceOptions
from tests.race.scene import BASE, NEW_WORLDS, Side, fact, scene

OTHER = Side(["new_sparta"])


def test_R9_2_every_empty_production_world_gets_a_good() -> None:
    table = scene(Side(["gem_world", "comet_zone", "asteroid_belt", "old_earth"]), OTHER, phase="produce")
    assert table.goods(0) == ["comet_zone", "gem_world"]


def test_R9_7_a_world_with_a_good_produces_nothing() -> None:
    table = scene(Side(["gem_world"], goods=["gem_world"]), OTHER, phase="produce")
    assert table.hand_size(0) == 0
    assert [len(pile) for pile in table.state.empires[0].goods.values()] == [1]
    assert not table.told("produced")


def test_R9_3_the_chooser_puts_a_good_on_a_windfall_world() -> None:
    side = Side(["asteroid_belt", "pre_sentient_race"], actions=["produce"])
    table = scene(side, OTHER, phase="produce")
    assert (table.asked(0), table.offered(0)) == ("produce.bonus", ["asteroid_belt", "pre_sentient_race"])
    table.answer(0, "pre_sentient_race")
    assert table.goods(0) == ["pre_sentient_race"]


def test_R9_3_it_may_be_declined() -> None:
    table = scene(Side(["asteroid_belt"], actions=["produce"]), OTHER, phase="produce")
    table.answer(0)
    assert table.goods(0) == []


def test_R9_3_only_for_the_chooser() -> None:
    table = scene(Side(["asteroid_belt"]), Side(["new_sparta"], actions=["produce"]), phase="produce")
    assert table.asked(0) != "produce.bonus"
    assert table.goods(0) == []


@pytest.mark.parametrize(
    ("card", "world"),
    [
        ("alien_rosetta_stone_world", "alien_robot_sentry"),
        ("expanding_colony", "former_penal_colony"),
        ("galactic_engineers", "asteroid_belt"),
        ("genetics_lab", "pre_sentient_race"),
        ("free_trade_association", "former_penal_colony"),
        ("mining_league", "asteroid_belt"),
        ("mining_robots", "asteroid_belt"),
    ],
)
def test_R9_4_windfall_produce(card: str, world: str) -> None:
    worlds = ["alien_robot_sentry", "former_penal_colony", "asteroid_belt", "pre_sentient_race"]
    table = scene(Side([card, *worlds]), OTHER, phase="produce")
    if card == "galactic_engineers":
        assert table.offered(0) == sorted(worlds)
        table.answer(0, world)
    assert table.goods(0) == [world]


def test_R9_4_the_order_of_powers_is_the_owners_where_it_matters() -> None:
    worlds = ["pre_sentient_race", "asteroid_belt"]
    side = Side(["galactic_engineers", "genetics_lab", *worlds])
    table = scene(side, OTHER, phase="produce")
    assert (table.asked(0), table.offered(0)) == ("produce.power", ["galactic_engineers", "genetics_lab"])
    table.answer(0, "galactic_engineers")
    table.answer(0, "pre_sentient_race")
    assert table.goods(0) == ["pre_sentient_race"]
    table = scene(side, OTHER, phase="produce")
    table.answer(0, "genetics_lab")
    assert table.goods(0) == sorted(worlds)


@pytest.mark.parametrize(
    ("wild", "genes", "asked"),
    [
        (["galactic_engineers"], ["pre_sentient_race", "empath_world"], False),
        (["galactic_engineers", "terraforming_guild"], ["pre_sentient_race", "empath_world"], True),
        (
            ["galactic_engineers", "terraforming_guild"],
            ["pre_sentient_race", "empath_world", "avian_uplift_race"],
            False,
        ),
    ],
)
def test_R9_4_the_order_matters_where_powers_for_any_kind_could_take_every_world_of_another(
    wild: list[str], genes: list[str], *, asked: bool
) -> None:
    side = Side([*wild, "genetics_lab", *genes, "asteroid_belt"])
    table = scene(side, OTHER, phase="produce", options=RaceOptions(expansion="gathering_storm"))
    assert table.asked(0) == ("produce.power" if asked else "produce.windfall")
    assert table.offered(0) == sorted([*wild, "genetics_lab"] if asked else genes)


def test_R9_4_powers_that_cost_a_card_are_optional() -> None:
    side = Side(["terraforming_colonists", "asteroid_belt"], ["gem_world", "new_earth"])
    table = scene(side, OTHER, phase="produce", options=NEW_WORLDS)
    assert (table.asked(0), table.prompt(0).least) == ("produce.windfall_paid", 0)
    table.answer(0, "asteroid_belt")
    table.answer(0, "gem_world")
    assert (table.goods(0), table.hand(0)) == (["asteroid_belt"], ["new_earth"])
    table = scene(side, OTHER, phase="produce", options=NEW_WORLDS)
    table.answer(0)
    assert (table.goods(0), table.hand_size(0)) == ([], 2)


@pytest.mark.parametrize(
    ("world", "cards"), [("comet_zone", 1), ("gem_world", 1), ("mining_world", 1), ("lost_species_ark_world", 2)]
)
def test_R9_5_draw_if_produced_here(world: str, cards: int) -> None:
    assert scene(Side([world]), OTHER, phase="produce").hand_size(0) == cards
    assert scene(Side([world], goods=[world]), OTHER, phase="produce").hand_size(0) == 0


def test_R9_5_on_a_windfall_world_too() -> None:
    table = scene(Side(["runaway_robots"], actions=["produce"]), OTHER, phase="produce")
    table.answer(0, "runaway_robots")
    assert table.hand_size(0) == 1


@pytest.mark.parametrize(
    ("card", "worlds", "cards"),
    [
        ("consumer_markets", ["artist_colony", "space_port", "rebel_miners"], 2),
        ("research_labs", ["alien_robotic_factory", "artist_colony"], 1),
        ("diversified_economy", ["artist_colony", "space_port", "rebel_miners"], 2),
        ("pan_galactic_league", ["distant_world", "pre_sentient_race", "artist_colony"], 2),
        ("merchant_guild", ["artist_colony"], 2),
    ],
)
def test_R9_6_draws_for_what_was_produced(card: str, worlds: list[str], cards: int) -> None:
    assert scene(Side([card, *worlds]), OTHER, phase="produce").hand_size(0) == cards


def test_R9_6_draw() -> None:
    assert scene(Side(["industrial_robots"]), OTHER, phase="produce", options=NEW_WORLDS).hand_size(0) == 1


@pytest.mark.parametrize(
    ("own", "others", "cards"),
    [
        (["rebel_miners"], ["artist_colony"], 2),
        (["rebel_miners"], ["new_earth"], 0),
        (["rebel_miners", "new_earth"], ["bio_hazard_mining_world"], 2),
        (["artist_colony"], ["space_port"], 0),
    ],
)
def test_R9_6_draw_if_most_produced_needs_a_strict_majority(own: list[str], others: list[str], cards: int) -> None:
    table = scene(Side(["mining_conglomerate", *own]), Side(others), phase="produce")
    assert table.hand_size(0) == cards


@pytest.mark.parametrize(("edition", "options"), [("first", BASE), ("second", RaceOptions(second_edition=True))])
def test_R24_1_bio_hazard_mining_world(edition: str, options: RaceOptions) -> None:
    design = "bio_hazard_mining_world" + ("" if edition == "first" else "_second_edition")
    table = scene(Side([design]), OTHER, phase="produce", options=options)
    assert table.goods(0) == [design]
    assert table.tally(0).cards == (2 if edition == "first" else 0)


def test_a_good_is_not_taken_back_after_another_seat_drew_the_next_card() -> None:
    worlds = ("asteroid_belt", "runaway_robots", "destroyed_world")
    sides = [Side([world], actions=["produce"]) for world in worlds]
    table = scene(*sides, phase="produce", deck=["gem_world", "comet_zone", "new_earth", "space_port"])
    table.answer(0, "asteroid_belt")
    assert table.live.undoable_seats() == [0]
    table.answer(1, "runaway_robots")
    assert table.hand(1) == ["new_earth"]
    assert table.live.undoable_seats() == []
    with pytest.raises(UndoRefused):
        table.live.undo(0)
    table = scene(*sides, phase="produce", deck=["gem_world", "comet_zone", "new_earth", "space_port"])
    table.answer(2, "destroyed_world")
    table.answer(0, "asteroid_belt")
    assert table.live.undoable_seats() == [0, 2]


def test_production_is_told() -> None:
    table = scene(Side(["gem_world", "comet_zone"]), OTHER, phase="produce")
    assert fact(table.told("produced", 0)[0], "worlds") == ["gem_world", "comet_zone"]
