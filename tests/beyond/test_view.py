from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import AchievementState, ClaimedDisc, Colony, Disc
from galaxytables_beyond.view import view
from galaxytables_kit import Seat
from tests.beyond import scene
from tests.beyond.scene import PACK, Table


def seen(table: Table) -> beyond_pb2.BeyondView:
    return view(table.play)


def place(table: Table, id_: str) -> beyond_pb2.Location:
    return next(location for location in seen(table).locations if location.id == id_)


def test_technology_slots_with_researchers_spaces_and_pawns() -> None:
    table = Table(3)
    table.discover("II1", "t2_16", 0, 2)
    table.faction(2).pawn = "II1.0.1"
    table.state.events[scene.slot("II2")] = scene.event("e2_03")
    slots = {slot.id: slot for slot in seen(table).slots}
    assert len(slots) == 19
    assert (slots["II1"].technology, list(slots["II1"].researchers), slots["II1"].event) == ("t2_16", [0, 2], False)
    assert [(space.id, space.HasField("pawn")) for space in slots["II1"].spaces] == [
        ("II1.0.0", False),
        ("II1.0.1", True),
    ]
    assert slots["II1"].spaces[1].pawn == 2
    assert (slots["II2"].technology, slots["II2"].event) == ("", True)


def test_the_basic_box_and_the_guilds() -> None:
    table = Table(4)
    table.state.guilds[1] = True
    table.faction(0).pawn = "b_gather.0"
    shown = seen(table)
    assert [(space.id, space.surcharge, space.may_stay) for space in shown.basic_spaces] == [
        ("b_research_1.0", 0, False),
        ("b_research_1.1", 1, False),
        ("b_research_2.0", 0, False),
        ("b_ship.0", 0, False),
        ("b_ship.1", 1, False),
        ("b_gather.0", 0, True),
    ]
    assert shown.basic_spaces[-1].pawn == 0
    assert [guild.open for guild in shown.guilds] == [False, True, False, False]


def test_the_exploration_board() -> None:
    table = Table()
    table.outpost(1, "A1", "ore")
    table.ships(0, "A1", 1, 3)
    shown = place(table, "A1")
    assert shown.system == "sA01"
    assert (shown.outpost.seat, shown.outpost.disc) == (1, beyond_pb2.DISC_KIND_ORE)
    assert [(fleet.seat, [ship.level for ship in fleet.ships], fleet.strength) for fleet in shown.fleets] == [
        (0, [3, 1], 4)
    ]
    assert not place(table, "A2").HasField("outpost")
    assert list(place(table, "Y2").traits) == [beyond_pb2.DISC_KIND_ORE]
    assert [(lane.start, lane.end) for lane in seen(table).lanes][:2] == [("SOL", "A1"), ("SOL", "A2")]
    assert len(seen(table).lanes) == 10


def test_ships_alike_are_told_apart_where_they_lie() -> None:
    table = Table()
    table.ships(1, "A1", 2, 3, 2)
    table.ships(1, "Y1", 2)
    named = {
        place: [ship.id for fleet in each.fleets for ship in fleet.ships] for place, each in _places(table).items()
    }
    assert named["A1"] == ["s:1:A1:3", "s:1:A1:2", "s:1:A1:2:1"]
    assert named["Y1"] == ["s:1:Y1:2"]


def _places(table: Table) -> dict[str, beyond_pb2.Location]:
    return {location.id: location for location in seen(table).locations}


def test_every_id_is_there_once() -> None:
    table = Table(4)
    table.ships(0, "SOL", 1, 1, 4)
    table.ships(3, "SOL", 1)
    shown = seen(table)
    ids = [lane.id for lane in shown.lanes]
    ids += [ship.id for place in shown.locations for fleet in place.fleets for ship in fleet.ships]
    ids += [slot.id for card in shown.achievements for slot in card.slots]
    for faction in shown.factions:
        ids += [column.id for column in faction.supply]
        ids += [faction.population_track.id, faction.ore_track.id]
    assert len(ids) == len(set(ids)) == 13 + 4 + sum(len(card.slots) for card in shown.achievements) + 4 * 7


def test_an_added_location_is_shown_while_it_is_open() -> None:
    table = Table()
    assert "e2_06" not in {location.id for location in seen(table).locations}
    table.at("e2_06").open, table.at("e2_06").system = True, scene.system("sA05")
    assert place(table, "e2_06").added
    assert ("A1", "e2_06") in {(lane.start, lane.end) for lane in seen(table).lanes}


def test_a_mat() -> None:
    table = Table()
    faction = table.faction()
    faction.supply, faction.food, faction.ore_discs = [1, 0, 3, 4, 4], 6, 7
    faction.automation = [Disc.ORE, Disc.ACHIEVEMENT]
    faction.colonies = [Colony(scene.system("sA05"), [Disc.FOOD, Disc.ORE])]
    table.this_turn.spent[0] = {"power.sA05.0": 1}
    shown = seen(table).factions[0]
    assert shown.mat == "amber_basic"
    assert [column.cubes for column in shown.supply] == [1, 0, 3, 4, 4]
    assert (shown.population_track.discs, shown.ore_track.discs) == (6, 7)
    assert (shown.growth, shown.ore_income) == (1, 3)
    assert list(shown.automation) == [beyond_pb2.DISC_KIND_ORE, beyond_pb2.DISC_KIND_ACHIEVEMENT]
    assert [(power.id, power.number, power.used) for power in shown.powers] == [("power:sA05:0", 0, 1)]
    assert list(shown.colonies[0].discs) == [beyond_pb2.DISC_KIND_FOOD, beyond_pb2.DISC_KIND_ORE]


def test_score_so_far_by_source() -> None:
    table = Table()
    table.outpost(0, "A1")
    shown = seen(table).factions[0]
    parts = scores(table.play)[0].parts
    assert {points.source: points.points for points in shown.score} == {source: n for source, n in parts.items() if n}
    assert shown.total == scores(table.play)[0].total == 1


def test_achievements_with_points_and_discs() -> None:
    table = Table()
    table.state.achievements = [AchievementState(scene.achievement("ach_B_1"), [ClaimedDisc(Seat(1), Disc.FOOD)])]
    (card,) = seen(table).achievements
    assert [slot.points for slot in card.slots] == [4, 2]
    assert (card.slots[0].seat, card.slots[0].disc) == (1, beyond_pb2.DISC_KIND_FOOD)
    assert not card.slots[1].HasField("seat")


def test_decks_are_counted_and_turned_up_cards_shown() -> None:
    table = Table()
    table.researched("I1", 0)
    table.on_top(2, "t2_01", "t2_02")
    research = {
        "op": "research",
        "level": [2],
        "discovered_only": False,
        "ignore_prerequisites": False,
        "skip_immediate": False,
    }
    table.do(research)
    shown = seen(table)
    assert list(shown.turned_up) == ["t2_01", "t2_02"]
    assert [(deck.level, deck.cards) for deck in shown.technology_decks] == [(2, 14), (3, 16), (4, 10)]
    assert (shown.system_deck_a, shown.system_deck_b) == (10, 10)


def test_R10_16_cards_for_a_private_technology_are_turned_up_for_all() -> None:
    table = Table()
    table.on_top(3, "t3_03", "t3_04", "t3_05")
    table.do({"op": "private_tech", "level": 3, "draw": 3, "keep": 1})
    assert list(seen(table).turned_up) == ["t3_03", "t3_04", "t3_05"]
    table.answer("private.keep", "t3_04")
    assert (list(seen(table).turned_up), list(seen(table).factions[0].private_technologies)) == ([], ["t3_04"])


def test_the_phase_is_over_after_the_last_round() -> None:
    table = Table()
    table.state.round, table.state.last_round = 8, 9
    table.play_out()
    assert (seen(table).phase, seen(table).round, seen(table).turn_seat) == (beyond_pb2.PHASE_OVER, 9, 0)


def test_the_catalogue_has_everything_that_a_view_names() -> None:
    known = {component.id for component in BEYOND.components(PACK)}
    shown = seen(Table(4))
    named = {location.id for location in shown.locations} | {slot.id for slot in shown.slots}
    named |= {location.system for location in shown.locations if location.system}
    named |= {slot.technology for slot in shown.slots if slot.technology}
    named |= {space.component for space in shown.basic_spaces} | {guild.component for guild in shown.guilds}
    named |= {card.component for card in shown.achievements} | {faction.mat for faction in shown.factions}
    assert named <= known


def test_the_strength_of_a_fleet_is_shown() -> None:
    table = Table()
    before = seen(table).factions[0].fleet_strength
    table.ships(0, "A1", 3, 4)
    assert seen(table).factions[0].fleet_strength == before + 7
