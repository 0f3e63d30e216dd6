"""Why something is no option: each reason with its paragraph, and none missing where one might be expected."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_beyond.components.effects import Choice, Choose
from galaxytables_beyond.operations.resolve import carry_out
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.phases.achievement import achievement, why_not_claim
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.state import AchievementState, ClaimedDisc, Disc
from galaxytables_beyond.view import view
from galaxytables_kit import Seat
from galaxytables_kit.compiled import read_compiled
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.prompt import Pick
from galaxytables_kit.reason import Reason
from galaxytables_kit.wire import bar_messages, prompt_message
from tests.beyond import scene
from tests.beyond.scene import PACK, Table


def research(*levels: int, discovered: bool = False) -> dict[str, object]:
    kind = {"op": "research", "level": list(levels), "discovered_only": discovered}
    return {**kind, "ignore_prerequisites": False, "skip_immediate": False}


def reason(table: Table, wanted: str) -> tuple[str, str, dict[str, int]]:
    """The reason against a target: kind, paragraph, figures."""
    found = table.bars[wanted]
    return found.kind, found.paragraph, {fact.name: fact.number for fact in found.facts if fact.HasField("number")}


def test_R4_2_a_space_with_a_pawn_names_whose_it_is() -> None:
    table = Table(3)
    table.faction(2).pawn = "b_gather.0"
    found = table.turn().bars["b_gather.0"]
    assert (found.kind, found.paragraph, found.facts[0].seat) == ("occupied", "R4.2", 2)


def test_R4_3_a_pawn_must_move() -> None:
    table = Table()
    table.faction().pawn = "b_ship.0"
    assert reason(table.turn(), "b_ship.0") == ("pawn_must_move", "R4.3", {})


def test_R4_4_the_last_space_may_be_kept() -> None:
    table = Table()
    table.faction().pawn = "b_gather.0"
    assert "b_gather.0" not in table.turn().bars


def test_R4_5_a_technology_that_is_not_researched() -> None:
    assert reason(Table().turn(), "I1.0.0") == ("not_researched", "R4.5", {})


def test_R2_6_a_covered_guild() -> None:
    assert reason(Table().turn(), "g_research_3.0") == ("guild_covered", "R2.6", {})


def test_R4_6_what_is_too_dear_tells_price_and_means() -> None:
    table = Table()
    table.faction().ore = 1
    table.researched("I1", 0)
    price = {"cost_ore": 2, "cost_population": 0, "ore": 1, "population": 2}
    assert reason(table.turn(), "b_research_2.0") == ("too_dear", "R4.6", price)


def test_R4_6_an_action_with_nothing_to_act_upon() -> None:
    table = Table()
    table.faction().ore = 9
    assert reason(table.turn(), "b_research_2.0") == ("cannot_be_carried_out", "R4.6", {})


def test_R4_14_a_power_is_used_once_a_turn() -> None:
    table = Table()
    table.discover("II1", "t2_14", 0)
    table.turn().answer("turn.action", "power.t2_14.0")
    assert reason(table, "power:t2_14:0") == ("used_this_turn", "R4.14", {})


def test_R5_2_growth_that_gives_nothing() -> None:
    table = Table()
    table.faction().supply[0] = 0
    table.turn().answer("turn.action", "b_ship.0").answer("may.do")
    assert reason(table, "grow") == ("no_growth", "R5.2", {})


def test_R5_4_nothing_to_trade() -> None:
    table = Table()
    table.faction().population = 0
    table.turn().answer("turn.action", "b_ship.0")
    assert reason(table, "trade") == ("no_trade", "R5.4", {})


def test_R5_5_to_R5_8_trades() -> None:
    table = Table()
    table.faction().ore = 1
    table.ships(0, "A1", 3, 2)
    table.turn().answer("turn.action", "b_ship.0").answer("may.do").answer("jump.move")
    table.answer("production.choose", "trade").answer("trade.deal", "retire.A1.2")
    means = {"ore": 0, "population": 3}
    assert reason(table, "buy_population") == ("too_dear", "R5.5", {"cost_ore": 3, "cost_population": 0, **means})
    found = reason(table, "s:0:A1:3")
    assert found == ("too_dear", "R5.6", {"cost_ore": 1, "cost_population": 0, **means})
    table.faction().supply = [0] * 5
    assert table.bars["buy_population"].kind == "too_dear", "reasons are worked out once"
    table.answer("trade.deal", "pop_to_ore").faction().supply = [0] * 5
    assert reason(table, "buy_population") == ("no_supply", "R5.8", {})


def test_R6_3_R6_4_R6_6_achievements() -> None:
    table = Table(3)
    names = ("ach_A_2", "ach_B_2", "ach_0_2", "ach_0_1", "ach_A_1")
    table.state.achievements = [AchievementState(scene.achievement(name), []) for name in names]
    table.faction().population = 20
    table.discover("IIII1", "t4_10", 0)
    table.state.achievements[1].discs = [ClaimedDisc(Seat(0), Disc.ACHIEVEMENT)]
    table.state.achievements[4].discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT)] * 9
    table.run(achievement(table.play))
    assert reason(table, "ach_B_2") == ("claimed_before", "R6.4", {})
    assert reason(table, "ach_0_2") == ("condition_unmet", "R6.6", {"reached": 0, "at_least": 4})
    full = table.state.achievements[4]
    full.discs = full.discs[: len(PACK.achievements[full.card].slots)]
    assert why_not_claim(table.play, Seat(0), full) == Reason("no_slot_left", "R6.3")


def test_R10_2_to_R10_5_slots() -> None:
    table = Table()
    table.researched("I1", 0)
    table.do(research(1, 2))
    assert reason(table, "I1") == ("researched_before", "R10.3", {})
    assert reason(table, "III1") == ("other_level", "R10.2", {})
    assert reason(table, "II2") == ("prerequisites_missing", "R10.4", {"researched": 1, "required": 2})
    table.do(research(1, 2, discovered=True))
    assert reason(table, "II1") == ("undiscovered", "R10.5", {})


def test_R10_8_R10_9_types() -> None:
    table = Table()
    table.researched("I1", 0)
    table.researched("I2", 0)
    table.on_top(2, "t2_01", "t2_11", "t2_02")
    table.do(research(2)).answer("research.slot", "II2")
    assert reason(table, "military") == ("type_not_handed_on", "R10.8", {})
    table.answer("research.type", "scientific")
    found = table.bars["t2_11"]
    assert (found.kind, found.paragraph, found.facts[0].word) == ("other_type", "R10.9", "scientific")


def test_R12_1_R12_2_where_ships_are_built() -> None:
    table = Table()
    build = {"op": "build", "source": "pop", "level": 1, "n": 1}
    table.outpost(0, "Y1")
    table.do({**build, "at": "yard"})
    assert reason(table, "Y2") == ("shipyard_of_others", "R12.1", {})
    assert reason(table, "A1") == ("no_shipyard", "R12.1", {})
    table.faction().supply = [0] * 5
    table.do({**build, "source": "supply", "at": "deep_space"})
    assert reason(table, "SOL") == ("built_elsewhere", "R12.2", {})


def test_R12_3_ships_that_cannot_be_upgraded() -> None:
    table = Table()
    table.ships(0, "SOL", 4, 1)
    table.ships(0, "A1", 2)
    table.do({"op": "upgrade", "steps": 2, "per_ship": 1, "up_to": True})
    assert reason(table, "s:0:SOL:4") == ("highest_level", "R12.3", {})
    table.answer("upgrade.ship", "SOL.1")
    assert reason(table, "s:0:SOL:2") == ("upgraded_before", "R12.3", {})


def test_R13_1_no_lane() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 1})
    assert reason(table, "s:0:SOL:1 DEEP") == ("no_lane", "R13.1", {})
    assert "s:0:SOL:1 A1" not in table.bars


def test_R13_1_why_a_long_jump_does_not_begin_here() -> None:
    table = Table()
    table.discover("III1", "t3_15", 0)
    table.ships(0, "SOL", 1)
    table.ships(0, "Y1", 1)
    table.do({"op": "jump", "points": 1})
    assert reason(table, "s:0:SOL:1 DEEP") == ("no_long_jump", "R13.1", {})
    assert not [target for target in table.bars if target.startswith("s:0:Y1")]


def test_R14_2_R14_9_systems() -> None:
    table = Table()
    colonize = {"op": "colonize", "strength_discount": 0, "control_effects": False}
    for place, *levels in (("A1", 4), ("A2", 4, 4), ("B1", 1)):
        table.outpost(0, str(place))
        table.ships(0, str(place), *map(int, levels))
    table.do({**colonize, "target": "controlled"})
    assert reason(table, "sB06") == ("not_controlled", "R14.2", {})
    needed = PACK.systems[scene.system("sB01")].strength
    assert reason(table, "sB01") == ("too_weak", "R14.2", {"strength": 1, "needed": needed})
    table.this_turn.unclaimed = [scene.system("sA01"), scene.system("sA02")]
    table.do({**colonize, "target": "unclaimed_at_turn_start"})
    assert reason(table, "sB01") == ("not_unclaimed", "R14.9", {})


def test_R14_3_a_ship_that_no_group_needs() -> None:
    table = Table(settlers="needed")
    table.outpost(0, "A1")
    table.ships(0, "A1", 4, 1, 3, 3)
    table.do({"op": "colonize", "target": "controlled", "strength_discount": 2, "control_effects": True})
    assert reason(table, "s:0:A1:1") == ("can_stay", "R14.3", {"level": 1})


def test_R15_1_R15_2_options_of_a_card() -> None:
    table = Table()
    options = [{"cost": [], "effects": [{"op": "gain_ore", "n": 1}]}] * 4
    options[2] = {"cost": [{"op": "pay_ore", "n": 5}], "effects": [{"op": "gain_ore", "n": 9}]}
    choose = Choose(times=2, repeat_allowed=False, options=choices(options), number=0)
    table.run(carry_out(table.play, Seat(0), (choose,)))
    price = {"cost_ore": 5, "cost_population": 0, "ore": 0, "population": 2}
    assert why_not(table, 2) == Reason("too_dear", "R15.2", price)
    table.answer("choose.option", 0)
    assert why_not(table, 0) == Reason("chosen_before", "R15.1")


def test_R15_2_an_option_that_cannot_be_carried_out_is_not_one_that_does_nothing() -> None:
    table = Table()
    options: list[dict[str, Any]] = [{"cost": [], "effects": [{"op": "gain_ore", "n": n}]} for n in (1, 2)]
    options.append({"cost": [], "effects": [{"op": "colonize", "target": "controlled", "strength_discount": 0}]})
    options[2]["effects"][0]["control_effects"] = True
    options.append({"cost": [], "effects": [{"op": "upgrade", "steps": 1, "per_ship": None, "up_to": True}]})
    choose = Choose(times=1, repeat_allowed=False, options=choices(options), number=0)
    table.run(carry_out(table.play, Seat(0), (choose,)))
    assert why_not(table, 2) == Reason("cannot_be_carried_out", "R15.2")
    assert why_not(table, 3).paragraph == "R15.2"


def why_not(table: Table, pick: Pick) -> Reason:
    return table.prompt.barred[pick]


def choices(data: list[dict[str, Any]]) -> tuple[Choice, ...]:
    return msgspec.convert(data, tuple[Choice, ...], dec_hook=read_compiled)


def expected(kind: str, shown: beyond_pb2.BeyondView, seat: int) -> set[str]:  # noqa: PLR0911 - a kind each
    """Everything of its sort that lies on the table where a question of a kind is asked."""
    match kind:
        case "turn.action":
            spaces = [*shown.basic_spaces, *shown.factions[seat].private_spaces]
            spaces += [space for slot in shown.slots for space in slot.spaces]
            spaces += [space for guild in shown.guilds for space in guild.spaces]
            return {space.id for space in spaces}
        case "research.slot":
            return {slot.id for slot in shown.slots}
        case "research.card":
            return set(shown.turned_up)
        case "achievement.claim":
            return {card.component for card in shown.achievements}
        case "build.place" | "build.instead":
            return {location.id for location in shown.locations}
        case "colonize.system":
            return {location.system for location in shown.locations if location.system}
        case "jump.move":
            places = {location.id for location in shown.locations}
            ships = {(ship, location.id) for location in shown.locations for ship in own_ships(location, seat)}
            return {f"{ship} {end}" for ship, start in ships if is_first(ship) for end in places - {start}}
        case "upgrade.ship":
            ships_of = (own_ships(location, seat) for location in shown.locations)
            return {ship for ships in ships_of for ship in ships if is_first(ship)}
    return set()


def is_first(ship: str) -> bool:
    """Whether a ship is the first of those alike, which has no number."""
    return ship.count(":") == 3


def own_ships(location: beyond_pb2.Location, seat: int) -> list[str]:
    return [ship.id for fleet in location.fleets if fleet.seat == seat for ship in fleet.ships]


@pytest.mark.parametrize("mats", ["basic", "advanced"])
def test_whatever_is_not_offered_has_a_reason(mats: str) -> None:
    looked: set[str] = set()
    for seed in range(2):
        live = begin(BEYOND, load_packs(BEYOND), 2 + 2 * seed, BeyondOptions(mats=mats), seed)  # type: ignore[arg-type]
        random = Random(seed)
        while live.prompts:
            ((key, prompt),) = live.prompts.items()
            offered = {named(option.targets) for option in prompt_message(live, key, prompt).options}
            barred = {named(bar.targets) for bar in bar_messages(live, prompt)}
            wanted = expected(prompt.kind, view(live.play), prompt.seat)
            assert not offered & barred
            assert wanted <= offered | barred, f"{prompt.kind}: {wanted - offered - barred}"
            looked |= {prompt.kind} if wanted else set()
            live.answer(prompt.seat, key, random_answer(prompt, random))
    assert {"turn.action", "research.slot", "research.card", "build.place", "jump.move"} <= looked


def named(targets: Iterable[game_pb2.Target]) -> str:
    return " ".join(target.piece or target.place or target.action or target.word for target in targets)
