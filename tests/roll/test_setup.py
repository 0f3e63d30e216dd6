"""R1, R2: what is in the box, and set-up."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from galaxytables_kit.chance import ScriptedChance, SeededChance
from galaxytables_kit.errors import ComponentError, InvalidSeats
from galaxytables_roll.components.kinds import GainDie
from galaxytables_roll.dice import DIE_WORDS, colour_of
from galaxytables_roll.ending import chips_left
from galaxytables_roll.rules import ROLL
from galaxytables_roll.setup import lay_out
from galaxytables_roll.state import RollOptions, dice_of
from tests.kit.sentences import words_of
from tests.roll.scene import PACK, START, Player, Table, words

FILE = Path(str(ROLL.components_path))


def dealt(faction: int, home: str, seats: int = 2) -> Table:
    """Seat 0 gets this faction and home world; the second seat others."""
    factions = sorted(PACK.factions, key=lambda each: each.number != faction)
    homes = sorted(PACK.home_worlds, key=lambda face: PACK.faces[face].id != home)
    chance = ScriptedChance([list(range(len(PACK.sides))), factions, homes])
    table = Table(*[Player() for _ in range(seats)], at="setup")
    table.play.state = lay_out(seats, PACK, chance)
    return table


def test_R1_1_the_box() -> None:
    assert len(PACK.sides) == 55
    assert sorted(faction.number for faction in PACK.factions) == list(range(1, 10))
    assert len(PACK.home_worlds) == 9
    assert sum(die.count for die in PACK.dice) == 111


def test_R1_2_dice() -> None:
    counts = {die.colour: die.count for die in PACK.dice}
    assert counts == {
        "home": 25,
        "military": 22,
        "consumption": 9,
        "novelty": 20,
        "rare": 14,
        "genes": 12,
        "alien": 9,
    }
    wild = {die.colour: die.faces.count("wild") for die in PACK.dice}
    assert wild == {"home": 0, "military": 1, "consumption": 1, "novelty": 1, "rare": 1, "genes": 2, "alien": 3}
    assert Counter(PACK.dice[0].faces) == Counter({"explore": 2, "develop": 1, "settle": 1, "produce": 1, "ship": 1})


def test_R1_3_game_tiles_have_a_development_and_a_world_side() -> None:
    for tile, (development, world) in enumerate(PACK.sides):
        assert (development.tile, development.world) == (tile, False)
        assert (world.tile, world.world) == (tile, True)


def test_R1_4_grey_worlds_hold_no_goods() -> None:
    colours = Counter(face.colour for face in PACK.faces[: 2 * len(PACK.sides)] if face.world)
    assert colours == {"novelty": 15, "rare": 13, "grey": 11, "genes": 9, "alien": 7}
    assert not any(face.goods for face in PACK.faces if face.colour == "grey")


def test_R1_10_all_developments_are_unique() -> None:
    names = [face.name for face in PACK.faces if not face.world]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R2_2_twelve_vp_for_each_player(seats: int) -> None:
    assert chips_left(lay_out(seats, PACK, SeededChance(b"x")).seats) == 12 * seats


def test_R2_3_credits_start_at_one() -> None:
    assert dealt(2, "new_sparta").me().credits == 1


def test_R2_4_everybody_has_a_faction_and_a_home_world() -> None:
    state = lay_out(5, PACK, SeededChance(b"y"))
    assert len({face for seat in state.seats for face in seat.empire}) == 15
    assert all(PACK.faces[seat.empire[2]].number in PACK.home_worlds for seat in state.seats)


def test_R2_5_a_faction_tile_is_two_tiles() -> None:
    assert dealt(1, "doomed_world").empire() == list(START)


def test_R2_6_R2_7_one_start_tile_on_each_stack() -> None:
    table = Table(
        Player(drawn=["public_works", "space_port"]), Player(drawn=["space_docks", "trade_levies"]), at="setup"
    )
    table.start()
    assert sorted(table.options()) == ["public_works", "replicant_robots"]
    table.answer("start.development", "replicant_robots")
    table.answer("start.development", "trade_levies", seat=1)
    assert (table.stack("developments"), table.stack("worlds")) == (["replicant_robots"], ["lost_alien_warship"])
    assert (table.stack("developments", 1), table.stack("worlds", 1)) == (["trade_levies"], ["armaments_world"])


def test_R2_8_the_cheaper_sides_are_only_advice() -> None:
    table = Table(
        Player(drawn=["public_works", "space_port"]), Player(drawn=["space_docks", "trade_levies"]), at="setup"
    )
    assert table.start().prompts[0].default_picks == ("public_works",)
    assert len(table.options()) == 2


@pytest.mark.parametrize(
    ("drawn", "development", "world"),
    [
        (["advanced_logistics", "alien_research_ship"], "advanced_logistics", "spice_world"),
        (["alien_research_ship", "advanced_logistics"], "advanced_logistics", "spice_world"),
        (["public_works", "backup_planning"], "backup_planning", "lost_alien_warship"),
        (["backup_planning", "hydroponics_guild"], "backup_planning", "alien_sentinels"),
        (["diversification", "backup_planning"], "backup_planning", "lost_species_ark_world"),
    ],
)
def test_R2_9_cheaper_sides_for_beginners(drawn: list[str], development: str, world: str) -> None:
    """The cheaper development; equal ones: whichever leaves the cheaper world."""
    others = ["space_docks", "trade_levies"]
    table = Table(Player(drawn=drawn), Player(drawn=others), at="setup", options=RollOptions(sides="cheaper"))
    table.start()
    assert (table.stack("developments"), table.stack("worlds")) == ([development], [world])


def test_R2_10_home_dice() -> None:
    table = dealt(1, "doomed_world")
    assert table.cup() == ["home"] * 3
    assert table.citizenry() == ["home", "home", "military"]


def test_R2_11_dice_of_the_start_empire() -> None:
    table = dealt(4, "alpha_centauri")
    assert table.cup() == ["home", "home", "home", "rare"]
    assert table.goods("alpha_centauri") == ["rare"]
    assert table.goods("wormhole_station") == []
    assert table.citizenry() == ["home", "home"]


def test_R2_12_doomed_world_starts_with_eight_credits() -> None:
    table = dealt(2, "doomed_world")
    assert table.me().credits == 8
    assert table.citizenry() == ["home", "home", "alien"]


def test_R2_13_destroyed_colony_grants_for_both_halves() -> None:
    table = dealt(9, "old_earth")
    assert table.cup() == ["home", "home", "home", "consumption"]
    assert table.citizenry() == ["home", "home", "military", "consumption"]
    assert table.goods("awakened_alien_outpost") == []


def test_R2_14_worlds_to_be_settled_grant_nothing() -> None:
    table = Table(
        Player(drawn=["public_works", "space_port"]), Player(drawn=["space_docks", "trade_levies"]), at="setup"
    ).start()
    before = dice_of(table.me())
    table.answer("start.development", "public_works").answer("start.development", "space_docks", seat=1)
    assert sorted(dice_of(table.me())) == sorted(before)


def test_R2_15_no_recall_before_the_first_manage_empire() -> None:
    """Not even of a good that lies there from the start."""
    table = dealt(4, "alpha_centauri")
    table.start()
    while table.where != "round/manage":
        assert "manage.recall" not in table.asked_kinds
        for seat, prompt in list(table.prompts.items()):
            table.answer(prompt.kind, *map(str, prompt.default_picks), seat=seat)
    assert table.goods("alpha_centauri") == ["rare"]
    assert table.asks("manage.recall")


def test_R2_16_set_up_triggers_no_power(tmp_path: Path) -> None:
    """Not even that of a faction that pays for completed worlds."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    development = next(each for each in data["factions"] if each["number"] == 8)["halves"][0]
    development["powers"] = [{"kind": "credits_on_completion", "phase": "settle", "amount": 1}]
    path = tmp_path / "paying.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    pack = ROLL.load_pack(path)
    factions = sorted(pack.factions, key=lambda each: each.number != 8)
    chance = ScriptedChance([list(range(len(pack.sides))), factions, list(pack.home_worlds)])
    assert lay_out(2, pack, chance).seats[0].credits == 1


@pytest.mark.parametrize("seats", [1, 6])
def test_seats_are_two_to_five(seats: int) -> None:
    with pytest.raises(InvalidSeats):
        ROLL.check(RollOptions(), seats, PACK)


def test_R11_2_order_begins_with_the_lowest_faction() -> None:
    factions = {each.number: each for each in PACK.factions}
    order = [factions[number] for number in (7, 3, 5, 1, 2, 4, 6, 8, 9)]
    chance = ScriptedChance([list(range(len(PACK.sides))), order, list(PACK.home_worlds)])
    assert lay_out(3, PACK, chance).order == [1, 2, 0]


def test_R6_11_every_game_world_but_star_nomad_lair_grants_dice() -> None:
    worlds = [face for face in PACK.faces[: 2 * len(PACK.sides)] if face.world]
    without = [face for face in worlds if not any(isinstance(effect, GainDie) for effect in face.immediate)]
    assert [(face.id, face.immediate, face.powers) for face in without] == [("star_nomad_lair", (), ())]


def test_R6_11_the_tiles_of_version_1_differ_in_that_die_only() -> None:
    (earlier,) = ROLL.earlier_packs
    old = ROLL.load_pack(earlier)
    differing = [(was, now) for was, now in zip(old.faces, PACK.faces, strict=True) if was != now]
    assert [(was.id, now.id) for was, now in differing] == [("star_nomad_lair", "star_nomad_lair")]
    assert differing[0][0].immediate == (GainDie("novelty", "citizenry"),)
    assert (old.dice, old.trade, old.factions, old.home_worlds) == (
        PACK.dice,
        PACK.trade,
        PACK.factions,
        PACK.home_worlds,
    )


def test_R12_13_eighteen_reassign_power_developments() -> None:
    assert sum(face.reassign for face in PACK.faces) == 18
    flags = {face.id: face.reassign for face in PACK.faces}
    assert flags["backup_planning"]
    assert flags["galactic_mandate"]
    assert not flags["biological_adaptation"]
    assert not flags["advanced_logistics"]


def test_R13_26_worlds_whose_dice_differ_from_their_colour() -> None:
    colours = {face.id: face.colour for face in PACK.faces}
    assert colours["alien_rosetta_stone_world"] == "grey"
    assert colours["awakened_alien_outpost"] == "alien"
    assert colours["pirate_world"] == "novelty"
    assert colours["runaway_robots"] == colours["rebel_miners"] == "rare"


def test_printed_dice_fit_the_supply() -> None:
    """With everything settled the supply is used up but for one novelty die."""
    state = lay_out(5, PACK, SeededChance(b"z"))
    left = Counter({die.colour: die.count for die in PACK.dice})
    left["home"] -= 25
    for face in PACK.faces:
        for effect in face.immediate:
            if isinstance(effect, GainDie):
                left[effect.colour] -= effect.count
    assert {colour: count for colour, count in left.items() if count} == {"novelty": 2}
    assert words(dice_of(state.seats[0])) == sorted(words(dice_of(state.seats[0])), key=DIE_WORDS.index)


def broken(tmp_path: Path, old: str, new: str) -> ComponentError:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "pack.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentError) as caught:
        ROLL.load_pack(path)
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        (
            '"cost": 1, "powers": [{"kind": "rearrange',
            '"cost": "1", "powers": [{"kind": "rearrange',
            "advanced_logistics",
            "cost",
        ),
        ('"kind": "rearrange_construction"', '"kind": "rearrange_everything"', "advanced_logistics", "kind"),
        ('"phase": "explore"}', '"phase": "ship"}', "advanced_logistics", "powers"),
        ('"id": "spice_world"', '"id": "gem_world"', "gem_world", "id"),
        ('"count": 25', '"count": 24', "dice[0]", "count"),
        ('"alien": 6}', '"alien": 6, "pink": 1}', "trade", ""),
        ('"novelty": 3, ', "", "trade", "novelty"),
        ('"min": 1, "max": 1', '"min": 3, "max": 1', "colonial_affinity", "powers"),
        ('"cost": 5, "colour": "genes"', '"cost": 5', "designer_species_ultd", "colour"),
        ('"number": 2', '"number": 1', "factions[1]", "number"),
        ('"to": "world"', '"to": "moon"', "designer_species_ultd", "to"),
        ('"kind": "remove_die"', '"kind": "starting_credits", "amount": 2', "rebel_warrior_race", "count"),
        ('"kind": "starting_credits", "amount": 8', '"kind": "remove_die"', "doomed_world", "immediate"),
        ('"kind": "gain_credits"', '"kind": "starting_credits"', "designer_species_ultd", "immediate"),
        ('"faces": ["explore", ', '"faces": [', "dice[0]", "faces"),
        ('"faces": ["explore", "explore"', '"faces": ["wild", "explore"', "dice[0]", "faces"),
        ('"game": "roll"', '"game": "race"', "pack", "game"),
        ('"colours": ["home"]', '"colours": ["pink"]', "major_research_labs", "colours"),
    ],
)
def test_a_wrong_pack_is_refused_with_the_place(tmp_path: Path, old: str, new: str, entry: str, field: str) -> None:
    error = broken(tmp_path, old, new)
    assert entry in str(error)
    assert field in str(error)
    assert re.fullmatch(r"[a-z_]*([.[][a-z0-9_\]]+)*", error.metadata["field"])


def test_a_missing_or_broken_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComponentError):
        ROLL.load_pack(tmp_path / "none.json")
    (tmp_path / "half.json").write_text("{", encoding="utf-8")
    with pytest.raises(ComponentError):
        ROLL.load_pack(tmp_path / "half.json")


def test_a_pack_may_replace_a_tile(tmp_path: Path) -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    data["game_tiles"][0]["development"]["cost"] = 4
    path = tmp_path / "more.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert ROLL.load_pack(path).faces[0].cost == 4


@pytest.mark.parametrize("seats", [2, 5])
def test_R1_2_dice_of_the_start_tiles_come_out_of_the_supply(seats: int) -> None:
    for seed in range(5):
        state = lay_out(seats, PACK, SeededChance(bytes([seed] * 32)))
        held = Counter(colour_of(die) for seat in state.seats for die in dice_of(seat))
        assert [left + held[colour] for colour, left in enumerate(state.supply)] == [die.count for die in PACK.dice]


def test_the_catalogue_heads_each_tile_with_kind_cost_and_points() -> None:
    headings = {component.id: words_of(ROLL).lines(component)[0] for component in ROLL.components(PACK)}
    assert headings["pirate_world"] == "World (novelty), cost 2, 2 VP"
    assert headings["galactic_mandate"] == "Development, cost 3, 3 VP, Reassign power"
