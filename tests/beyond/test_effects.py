from typing import Any

import pytest
from msgspec.structs import replace

from galaxytables_beyond.components.cards import Event, System, Technology
from galaxytables_beyond.components.effects import AttachScoring
from galaxytables_beyond.operations.basic import perform
from galaxytables_beyond.operations.control import settle
from galaxytables_beyond.operations.event_cards import resolve_event
from galaxytables_beyond.operations.feasible import payments, usable_spaces
from galaxytables_beyond.operations.resolve import carry_out
from galaxytables_beyond.phases.action import action
from galaxytables_beyond.phases.production import production
from galaxytables_beyond.powers import powers_of
from galaxytables_beyond.state import AchievementState, ClaimedDisc, Disc
from galaxytables_kit import NOBODY, Seat
from tests.beyond import scene
from tests.beyond.scene import PACK, Table

GAIN = {"op": "gain_ore", "n": 1}


def happens(table: Table, event_id: str, seat: int = 0) -> Table:
    return table.run(resolve_event(table.play, Seat(seat), scene.event(event_id)))


def test_R15_1_effects_are_taken_in_full() -> None:
    table = Table().do({"op": "supply_to_pop", "n": 3}, {"op": "gain_ore", "n": 2})
    assert table.ended
    assert (table.faction().population, table.faction().ore) == (5, 2)


def test_R15_2_may_is_a_choice() -> None:
    op = {"op": "may", "cost": [{"op": "pay_ore", "n": 1}], "effects": [{"op": "supply_to_pop", "n": 2}]}
    table = Table()
    table.faction().ore = 1
    assert table.do(op).answer("may.do").faction().population == 2
    assert table.do(op).answer("may.do", "yes").faction().population == 4
    assert table.faction().ore == 0


def test_R15_2_what_cannot_be_paid_is_not_asked() -> None:
    op = {"op": "may", "cost": [{"op": "pay_ore", "n": 1}], "effects": [GAIN]}
    assert Table().do(op).ended


def test_R15_2_a_power_none_of_whose_options_would_do_anything_is_not_offered() -> None:
    table = Table()
    table.discover("II1", "t2_14", 0)
    table.faction().population, table.faction().ore, table.faction().supply = 0, 2, [0] * 5
    assert "power.t2_14.0" not in table.turn().offered
    table.faction().supply = [0, 0, 0, 0, 1]
    assert "power.t2_14.0" in table.turn().offered


def test_R15_6_what_cannot_be_carried_out_when_its_turn_comes_is_lost() -> None:
    colonize = {"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True}
    table = Table()
    table.ships(0, "SOL", 4)
    table.do({"op": "jump", "points": 2}, colonize, GAIN).answer("jump.move")
    assert table.ended
    assert table.faction().colonies == []
    assert table.faction().ore == 1


@pytest.mark.parametrize(("supply", "population", "asked"), [(1, 0, True), (0, 1, True), (0, 0, False)])
def test_R15_2_a_ship_of_supply_is_asked_for_where_supply_or_population_is(
    supply: int, population: int, *, asked: bool
) -> None:
    table = Table()
    table.faction().supply, table.faction().population = [0, 0, supply, 0, 0], population
    build = {"op": "build", "source": "supply", "level": 1, "n": 1, "at": "sol"}
    assert (table.do({"op": "may", "cost": [], "effects": [build]}).asked == "may.do") is asked


def test_choose_picks_among_what_can_be_paid() -> None:
    options = [
        {"cost": [{"op": "pay_ore", "n": 2}], "effects": [{"op": "supply_to_pop", "n": 1}]},
        {"cost": [{"op": "return_pop", "n": 1}], "effects": [{"op": "gain_ore", "n": 2}]},
    ]
    op = {"op": "choose", "times": 2, "repeat_allowed": False, "options": options}
    table = Table().do(op)
    assert table.faction().population == 2
    assert table.faction().ore == 0
    assert [told.kind for told in table.play.events] == ["paid", "gained_ore", "paid", "populated"]


def test_choose_with_repeats() -> None:
    op = {"op": "choose", "times": 2, "repeat_allowed": True, "options": [{"cost": [], "effects": [GAIN]}] * 2}
    assert Table().do(op).answer("choose.option", 0).answer("choose.option", 0).faction().ore == 2


def test_repeat() -> None:
    assert Table().do({"op": "repeat", "n": 3, "effects": [GAIN]}).faction().ore == 3


@pytest.mark.parametrize(
    ("outposts", "amount", "ore"),
    [
        (3, {"metric": "controlled_locations", "times": 1, "divide": 1, "plus": 0, "max": None}, 3),
        (3, {"metric": "controlled_locations", "times": 1, "divide": 2, "plus": 0, "max": None}, 1),
        (3, {"metric": "controlled_locations", "times": 2, "divide": 1, "plus": 1, "max": 5}, 5),
        (0, {"metric": "controlled_locations", "times": 2, "divide": 1, "plus": 1, "max": 5}, 1),
    ],
)
def test_amounts(outposts: int, amount: dict[str, Any], ore: int) -> None:
    table = Table()
    for place in ("A1", "B1", "Y1")[:outposts]:
        table.outpost(0, place)
    assert table.do({"op": "gain_ore", "n": amount}).faction().ore == ore


def test_takeovers_count_since_the_action_began() -> None:
    table = Table()
    table.discover("II1", "t2_15", 0)
    table.outpost(1, "A1")
    table.ships(1, "A1", 1)
    table.ships(0, "SOL", 2)
    table.this_turn.takeovers[0] = 3
    table.run(action(table.play)).answer("turn.action", "II1.0.0")
    table.answer("jump.move", "SOL.2>A1").answer("jump.move")
    assert table.faction().ore == 2


def test_shift_supply_moves_the_rightmost_cubes_anywhere() -> None:
    table = Table()
    table.faction().supply = [0, 0, 0, 1, 1]
    table.do({"op": "shift_supply", "n": 2}).answer("supply.shift", "A").answer("supply.shift", "A")
    assert table.faction().supply == [2, 0, 0, 0, 0]


def test_shift_supply_lifts_the_cubes_before_it_puts_them_down() -> None:
    table = Table()
    table.faction().supply = [0, 0, 0, 1, 1]
    table.do({"op": "shift_supply", "n": 2}).answer("supply.shift", "E")
    assert table.prompt.subject == "D"


def test_shift_supply_moves_no_more_cubes_than_there_are() -> None:
    table = Table()
    table.faction().supply = [0, 0, 0, 0, 1]
    assert table.do({"op": "shift_supply", "n": 2}).answer("supply.shift", "B").ended
    assert table.faction().supply == [0, 1, 0, 0, 0]


def test_replay_takes_the_immediate_bonus_again() -> None:
    table = Table()
    table.discover("III1", "t3_10", 0)
    table.outpost(0, "A1")
    table.run(action(table.play)).answer("turn.action", "III1.0.0")
    assert table.faction().ore == 1
    assert table.asked == "may.do"


def test_copy_action_reaches_unresearched_and_occupied_actions_and_the_pawn_stays() -> None:
    table = Table()
    table.faction().ore = 3
    table.discover("III1", "t3_13", 0)
    table.discover("II1", "t2_01", 1)
    table.faction(1).pawn = "II1.0.0"
    table.researched("I1", 0)
    table.run(action(table.play)).answer("turn.action", "III1.0.0")
    assert {"b_research_1", "b_research_2", "II1.0"} <= set(table.offered)
    assert "III1.0" not in table.offered
    table.answer("copy.action", "II1.0")
    assert table.faction().ore == 2
    assert table.faction().pawn == "III1.0.0"


def test_copy_action_knows_no_surcharge() -> None:
    table = Table()
    table.do({"op": "copy_action", "action_class": "research"}).answer("research.slot", "I1")
    assert table.faction().researched == [0]


def test_swap_pop_cost_replaces_population_by_ore() -> None:
    table = Table()
    table.discover("III1", "t3_11", 0)
    table.discover("III2", "t3_08", 0)
    deed = PACK.slots[scene.slot("III2")].spaces[scene.tech("t3_08")][1].deed
    table.faction().ore = 2
    assert payments(table.play, Seat(0), deed, 0) == [(1, 1), (2, 0)]
    table.run(action(table.play)).answer("turn.action", "III2.1.0").answer("cost.swap", "2.0")
    assert (table.faction().ore, table.faction().population) == (0, 1)


def test_discounts_lower_costs_with_their_surcharge_never_below_zero() -> None:
    table = Table(mats="advanced")
    table.faction(1).automation = [Disc.FOOD] * 2
    surcharged = PACK.basic_spaces[2][1]
    assert payments(table.play, Seat(1), surcharged.deed, surcharged.surcharge) == [(0, 0)]
    assert payments(table.play, Seat(0), surcharged.deed, surcharged.surcharge) == []


def test_R4_13_no_discount_on_costs_inside_of_effects() -> None:
    table = Table(mats="advanced")
    table.faction(1).automation = [Disc.FOOD] * 2
    table.discover("III1", "t3_09", 1)
    table.researched("I1", 1)
    table.faction(1).ore = 2
    assert "III1.0.0" not in usable_spaces(table.play, Seat(1)), "2 ore of the 3 that research costs there"
    table.faction(1).ore = 3
    table.turn(1).answer("turn.action", "III1.0.0")
    assert (table.asked, table.faction(1).ore) == ("research.card", 0)


def test_a_discount_is_for_its_class_of_actions_only() -> None:
    table = Table(mats="advanced")
    table.faction().automation = [Disc.FOOD] * 2
    table.faction().ore = 9
    table.researched("I4", 0)
    table.outpost(0, "A1")
    table.ships(0, "A1", 4)
    colonise = PACK.slots[scene.slot("I4")].spaces[scene.tech("t1_04")][0].deed
    assert payments(table.play, Seat(0), colonise, 0) == [(5 - 1, 0)]
    surcharged = PACK.basic_spaces[2][1]
    assert payments(table.play, Seat(0), surcharged.deed, surcharged.surcharge) == [(1, 0)]


def test_trade_rate() -> None:
    table = Table()
    table.discover("IIII1", "t4_07", 0)
    table.faction().ore = 2
    table.run(production(table.play)).answer("production.choose", "trade").answer("trade.deal", "ore_to_pop")
    assert (table.faction().ore, table.faction().population) == (0, 3)


def test_once_per_turn_powers_wait_outside_of_action_and_production() -> None:
    table = Table()
    table.discover("IIII1", "t4_02", 0)
    table.faction().ore = 3
    table.turn()
    assert "power.t4_02.0" in table.offered
    table.answer("turn.action", "power.t4_02.0")
    assert (table.faction().ore, table.faction().population) == (2, 3)
    assert "power.t4_02.0" not in table.offered
    table.answer("turn.action", "b_gather.0")
    assert table.asked == "production.choose"
    assert "power.t4_02.0" not in table.offered


def test_once_per_turn_powers_can_follow_production_and_come_back_next_turn() -> None:
    table = Table()
    table.discover("IIII1", "t4_02", 0)
    table.turn().answer("turn.action", "b_gather.0").answer("production.choose", "ore")
    assert (table.asked, table.offered) == ("turn.power", ("power.t4_02.0",))
    table.answer("turn.power", "power.t4_02.0")
    assert table.this_turn.spent[0] == {"power.t4_02.0": 1}
    table.turn()
    assert table.this_turn.spent[0] == {}


def ids(table: Table) -> list[str]:
    return [power.id for power in powers_of(table.play, Seat(0))]


def test_a_power_is_there_as_soon_as_its_card_is_discovered() -> None:
    table = Table()
    table.researched("I4", 0)
    table.on_top(2, "t2_14", "t2_16")
    assert ids(table) == []
    research = {"op": "research", "level": [2], "discovered_only": False, "ignore_prerequisites": False}
    table.do(research | {"skip_immediate": True}).answer("research.card", "t2_14")
    assert ids(table) == ["power.t2_14.0"]


def test_a_power_is_there_as_soon_as_its_card_is_kept_or_its_system_colonised() -> None:
    table = Table()
    table.on_top(4, "t4_10", "t4_01")
    assert ids(table) == []
    table.do({"op": "private_tech", "level": 4, "draw": 2, "keep": 1}).answer("private.keep", "t4_10")
    assert ids(table) == ["power.t4_10.0"]
    table.at("A1").system = scene.system("sA05")
    table.outpost(0, "A1", "ore")
    table.ships(0, "A1", 4, 1)
    table.do({"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True})
    assert ids(table) == ["power.t4_10.0", "power.sA05.0"]


def test_powers_of_a_mat_wait_for_their_automation_level() -> None:
    table = Table(3, mats="advanced")
    table.ships(2, "SOL", 1)
    table.faction(2).automation = [Disc.FOOD]
    assert table.do({"op": "jump", "points": 1}, seat=2).prompt.subject == 1
    table.faction(2).automation = [Disc.FOOD] * 2
    assert table.do({"op": "jump", "points": 1}, seat=2).prompt.subject == 2


def test_the_trigger_of_researching_has_a_limit_a_turn() -> None:
    table = Table(mats="advanced")
    table.faction(1).automation = [Disc.FOOD] * 4
    research = {
        "op": "research",
        "level": [1],
        "discovered_only": False,
        "ignore_prerequisites": False,
        "skip_immediate": True,
    }
    table.do(research, research, seat=1).answer("research.slot", "I1").answer("research.slot", "I2")
    assert table.faction(1).ore == 1


def test_the_trigger_of_population_growth() -> None:
    table = Table(4, mats="advanced")
    table.faction(3).automation = [Disc.FOOD] * 2
    table.this_turn.seat = Seat(3)
    table.run(production(table.play)).answer("production.choose", "population")
    assert table.faction(3).ore == 1


def test_placeholders_are_exchanged_on_ones_turn() -> None:
    table = Table()
    table.discover("IIII1", "t4_10", 0)
    discs = [ClaimedDisc(Seat(0), Disc.ACHIEVEMENT), ClaimedDisc(Seat(1), Disc.ACHIEVEMENT)]
    table.state.achievements = [AchievementState(scene.achievement("ach_0_2"), discs)]
    table.faction().achievement_discs = 7
    table.turn().answer("turn.action", "swap.ach_0_2.food")
    assert [claimed.disc for claimed in discs] == [Disc.FOOD, Disc.ACHIEVEMENT]
    assert (table.faction().food, table.faction().achievement_discs) == (7, 8)
    assert not any(str(option).startswith("swap.") for option in table.offered)


def test_placeholders_are_exchanged_by_themselves_at_the_end() -> None:
    table = Table()
    table.discover("IIII1", "t4_10", 0)
    cards = ("ach_0_2", "ach_0_1")
    table.state.achievements = [
        AchievementState(scene.achievement(card), [ClaimedDisc(Seat(seat), Disc.ACHIEVEMENT) for seat in (0, 1)])
        for card in cards
    ]
    table.faction().food, table.faction().ore_discs = 1, 0
    table.state.round, table.state.last_round = 8, 9
    table.play_out()
    assert [card.discs[0].disc for card in table.state.achievements] == [Disc.FOOD, Disc.ACHIEVEMENT]
    assert [card.discs[1].disc for card in table.state.achievements] == [Disc.ACHIEVEMENT] * 2, "not of others"
    assert (table.faction().food, table.faction(1).food) == (0, 8)


@pytest.mark.parametrize("number", range(4))
def test_R2_6_a_fixed_event_lifts_a_cover_for_everybody(number: int) -> None:
    table = Table()
    fixed = [card.id for card in PACK.events if card.fixed]
    happens(table, fixed[number])
    assert sum(table.state.guilds) == 1
    assert table.told("guild_opened")


def test_for_each_starts_with_the_discoverer_and_goes_clockwise() -> None:
    table = Table(3)
    happens(table, "e2_10", seat=1)
    seats = []
    while table.asked:
        seats.append(table.prompt.seat)
        table.answer("may.do")
    assert seats == [1, 2, 0]


def test_for_each_parts_discoverer_and_others() -> None:
    table = happens(Table(3), "e2_07", seat=1)
    table.answer("automate.track", "ore")
    assert [faction.ore for faction in table.state.factions] == [1, 0, 1]
    assert table.faction(1).automation == [Disc.ORE]


def test_add_system_lies_one_lane_away_and_leaves_no_gap() -> None:
    table = Table()
    top = table.state.system_decks[0][-1]
    happens(table, "e2_06")
    assert (table.at("e2_06").open, table.at("e2_06").system) == (True, top)
    table.at("e2_06").system = scene.system("sA02")
    table.ships(0, "A1", 4)
    table.do({"op": "jump", "points": 1}).answer("jump.move", "A1.4>e2_06")
    assert table.at("e2_06").owner == 0
    table.do({"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True})
    assert not table.at("e2_06").open
    assert table.state.events_in_effect == [scene.event("e2_06")]


def test_attached_scoring_stays_in_effect() -> None:
    table = happens(Table(), "e3_04")
    assert table.state.events_in_effect == [scene.event("e3_04")]
    assert table.state.events_discarded == []


def play_through(table: Table) -> Table:
    """Answer everything with its first option, so that optional parts are done too."""
    while table.asked:
        prompt = table.prompt
        table.answer(prompt.kind, *(prompt.default_picks or prompt.options[: max(1, prompt.least)]))
    return table


def rich(table: Table) -> Table:
    """Everything that any card could need."""
    for faction in table.state.factions:
        faction.ore, faction.population = 30, 8
        faction.supply = [3, 3, 3, 1, 0]
    table.outpost(0, "A1")
    table.ships(0, "A1", 4, 3)
    table.ships(0, "SOL", 1)
    table.researched("I1", 0)
    return table


@pytest.mark.parametrize("card", PACK.technologies, ids=lambda card: card.id)
def test_every_immediate_bonus_and_action_can_be_carried_out(card: Technology) -> None:
    table = rich(Table())
    table.run(carry_out(table.play, Seat(0), card.immediate))
    assert play_through(table).ended
    for space in PACK.private_spaces.get(scene.tech(card.id), ()):
        table = rich(Table())
        for slot, other in (
            ("II1", "t2_01"),
            ("II2", "t2_02"),
            ("II3", "t2_05"),
            ("III1", "t3_01"),
            ("III3", "t3_05"),
            ("III4", "t3_09"),
        ):
            table.discover(slot, other, 0)
        table.researched("I2", 0)
        table.researched("I3", 0)
        table.this_turn.unclaimed = [scene.system("sA01")]
        assert payments(table.play, Seat(0), space.deed, 0)
        table.run(perform(table.play, Seat(0), space.deed, 0))
        assert play_through(table).ended
        cost = space.deed.cost
        if cost.ore or cost.population:
            assert table.told("paid")[0].facts == {"ore": cost.ore, "population": cost.population}


@pytest.mark.parametrize("card", PACK.systems, ids=lambda card: card.id)
def test_every_system_can_be_controlled_and_colonised(card: System) -> None:
    table = rich(Table())
    table.at("A2").system = scene.system(card.id)
    table.ships(0, "A2", 4, 4, 4)
    table.run(settle(table.play, Seat(0), [PACK.sides[2].by_id["A2"]]))
    play_through(table)
    table.at("A1").owner = NOBODY
    table.do({"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True})
    assert play_through(table).ended
    assert [colony.system for colony in table.faction().colonies] == [scene.system(card.id)]


@pytest.mark.parametrize("card", PACK.events, ids=lambda card: card.id)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_event_can_be_carried_out(card: Event, seats: int) -> None:
    table = rich(Table(seats))
    happens(table, card.id, seat=1)
    assert play_through(table).ended
    assert scene.event(card.id) in table.state.events_in_effect + table.state.events_discarded


def test_R10_10_a_technology_that_others_discover_later_gives_its_power_to_whoever_researched_its_slot_before() -> None:
    table = Table()
    table.researched("II1", 0)
    assert not powers_of(table.play, Seat(0))
    table.discover("II1", "t2_14", 1)
    assert [power.component for power in powers_of(table.play, Seat(0))] == ["t2_14"]


@pytest.mark.parametrize("discoverer", [0, 2])
def test_R8_6_an_event_that_is_turned_up_lies_beside_the_mat_of_its_discoverer_where_its_card_says_so(
    discoverer: int,
) -> None:
    table = Table(3)
    event = scene.event("e2_09")
    table.run(resolve_event(table.play, Seat(discoverer), event))
    assert (table.state.events_in_effect, [faction.events for faction in table.state.factions]) == ([event], [[]] * 3)
    table = Table(3)
    card = PACK.events[event]
    own = [replace(op, who="discoverer") if isinstance(op, AttachScoring) else op for op in card.effects]
    events = tuple(replace(each, effects=tuple(own)) if each is card else each for each in PACK.events)
    table.play.pack = replace(PACK, events=events)
    table.run(resolve_event(table.play, Seat(discoverer), event))
    beside = [[event] if seat == discoverer else [] for seat in range(3)]
    assert (table.state.events_in_effect, [faction.events for faction in table.state.factions]) == ([], beside)
