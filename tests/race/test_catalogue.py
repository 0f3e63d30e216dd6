"""The catalogue: whatever lies on the table, with all that is printed on it, and its words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random

import pytest
from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_client import words as sentences
from galaxytables_client.words import message_id
from galaxytables_kit.event import Component, Components, Facts, Group, Groups, Words
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.printed import Printed
from galaxytables_kit.wording import component_names, messages
from galaxytables_race.catalogue import printed
from galaxytables_race.catalogue.actions import BOOSTED
from galaxytables_race.components.orb import WALL
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, PACKS

CATALOGUE = {each.id: each for each in RACE.components(PACK)}
PRINTED = {each.id: each for each in printed(PACK)}
LANGUAGES = ("en", "ja")
TABLES: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {"new_worlds": "on", "second_edition": "on"}),
    (5, {"expansion": "gathering_storm", "goals": "on"}),
    (2, {"expansion": "rebel_vs_imperium", "takeover_scenario": "on", "takeovers": "on", "goals": "on"}),
    (6, {"expansion": "brink_of_war", "takeovers": "on", "goals": "on"}),
    (3, {"expansion": "alien_artifacts", "orb": "on"}),
    (4, {"expansion": "xeno_invasion", "invasion": "on"}),
)
COMPONENTS = frozenset(
    (
        "component",
        "placing",
        "revealed",
        "world",
        "power",
        "fleet",
        "invader",
        "card",
        "removed",
        "action",
        "actions",
        "orb_hand",
    )
) | {"boosted"}
OTHERS = frozenset(("id", "beside", "goods", "world_id", "power_id", "fleet_id", "invader_id", "name", "word"))
"""Names of the fields of views that are strings: those that name components, and all others."""


@cache
def words(language: str) -> sentences.Words:
    names = component_names(RACE, PACKS, PACKS.default, language)
    return sentences.Words(language, [messages(RACE, language)], names)


def lines(component: str, language: str = "en") -> list[str]:
    return words(language).lines(CATALOGUE[component])


def strings(message: Message) -> Iterator[tuple[str, str]]:
    """The fields of a message that are strings, with their names, and those of the messages in it."""
    for field, value in message.ListFields():
        for each in value if field.is_repeated else (value,):
            if isinstance(each, str):
                yield field.name, each
            elif isinstance(each, Message):
                yield from strings(each)


@pytest.mark.parametrize(("seats", "setup"), TABLES, ids=[str(setup.get("expansion")) for _, setup in TABLES])
def test_whatever_lies_on_a_table_is_in_the_catalogue(seats: int, setup: Mapping[str, str]) -> None:
    found: set[str] = set()
    options = read_options(RaceOptions, setup)
    for seed in range(2):
        live, random = begin(RACE, PACKS, seats, options, seed), Random(seed)
        while live.prompts:
            key, prompt = random.choice(list(live.prompts.items()))
            live.answer(prompt.seat, key, random_answer(prompt, random))
            for viewer in (None, prompt.seat):
                view = live.view(viewer)
                found |= {value for name, value in strings(view) if name in COMPONENTS}
                assert {name for name, _ in strings(view)} <= COMPONENTS | OTHERS
    assert found <= CATALOGUE.keys(), found - CATALOGUE.keys()
    assert {CATALOGUE[each].kind for each in found} >= {"world", "development", "action"}
    assert not setup.get("goals") or {CATALOGUE[each].kind for each in found} >= {"goal"}


def test_a_world_has_its_figures_as_facts() -> None:
    sparta = PRINTED["new_sparta"].facts
    assert sparta == {
        "set": "base",
        "vp": 1,
        "prestige": False,
        "keywords": Words(()),
        "defense": 2,
        "military": True,
        "xeno": False,
        "start_world": 3,
        "start_colour": "red",
        "first_hand": Components(PACK.preset_hands["new_sparta"]),
    }
    facts = {fact.name: fact for fact in CATALOGUE["alien_robotic_factory"].facts}
    assert (facts["good"].word, facts["production"].word, facts["cost"].number) == ("alien", "production", 6)
    assert list(facts["keywords"].words.words) == ["alien"]
    assert "defense" not in facts
    assert PRINTED["black_market_trading_world_second_edition"].facts["replaces"] == Component(
        "black_market_trading_world"
    )
    assert PRINTED["rebel_cantina"].facts["brings"] == Component("rebel_alliance")


def test_R1_8_without_points_the_scoring_clauses_give_them() -> None:
    for each in PRINTED.values():
        if each.kind in ("world", "development"):
            scoring = [power for power in each.powers if power.kind.startswith("endgame_")]
            assert ("vp" in each.facts) != bool(scoring), each.id


def test_every_parameter_of_every_power_is_a_fact() -> None:
    for card in PACK.designs.values():
        powers = PRINTED[card.id].powers
        assert len(powers) == len(card.powers) + len(card.endgame)
        for power, told in zip(card.powers, powers, strict=False):
            given = {name for name in power.__struct_fields__ if getattr(power, name) is not None}
            assert told.facts.keys() == given - {"phase"}, (card.id, told.kind)
            assert told.moment == power.phase


def test_conditions_are_groups_of_named_parts() -> None:
    (power,) = (each for each in PRINTED["galactic_investors"].powers if each.kind == "draw_per_card")
    assert power.facts == {"cards": 1, "each": 1, "of": Group({"kind": "development", "min_cost": 5})}
    named = [each.facts.get("match") for each in PRINTED["pan_galactic_league"].powers]
    assert Group({"name": Component("contact_specialist")}) in named


def test_R3_4_R16_13_action_cards_have_their_phases_and_what_they_bring() -> None:
    def brings(action: str) -> dict[str, object]:
        return {power.kind: dict(power.facts) for power in PRINTED[action].powers}

    assert {each for each in PRINTED if PRINTED[each].kind == "action"} == {
        *{"search", "explore_5_0", "explore_1_1", "explore_orb", "develop", "develop_2", "settle", "settle_2"},
        *{"consume_trade", "consume_x2", "produce", "produce_repair"},
        *(each + BOOSTED for each in ("explore_5_0", "explore_1_1", "develop", "develop_2", "settle", "settle_2")),
        *(each + BOOSTED for each in ("consume_trade", "consume_x2", "produce")),
    }
    assert PRINTED["settle_2"].facts == {"phase": "settle", "second": True}
    assert PRINTED["produce_repair"].facts == {"phase": "produce", "second": False, "played_with": "invasion"}
    assert PRINTED["consume_x2_boosted"].facts["boosts"] == Component("consume_x2")
    assert brings("explore_1_1") == {"explore_draw": {"cards": 1}, "explore_keep": {"cards": 1}}
    assert brings("explore_5_0_boosted") == {
        "explore_draw": {"cards": 11},
        "explore_keep": {"cards": 1},
        "explore_mix": {},
    }
    assert brings("settle_boosted") == {
        "discount": {"amount": 3},
        "bonus_military": {"amount": 2},
        "bonus_draw_for_first_world": {"cards": 1},
    }
    assert brings("consume_trade_boosted")["bonus_sale"] == {"cards": 3}
    assert brings("produce_boosted") == {"draw": {"cards": 3}, "bonus_windfalls": {"worlds": 2}}
    assert brings("explore_orb") == {"bonus_orb_actions": {"actions": 3}}


def test_R13_goal_tiles_have_points_conditions_and_when_they_are_looked_at() -> None:
    leader = PRINTED["peace_war_leader"].facts
    assert (leader["type"], leader["vp"]) == ("first", 3)
    peace = {"conditions": Groups(({"counted": "negative_military", "least": 1}, {"counted": "worlds", "least": 2}))}
    ways = leader["ways"]
    assert isinstance(ways, Groups)
    assert ways.groups[0] == peace
    edge = PRINTED["research_leader"].facts
    assert (edge["type"], edge["vp"], edge["tie_vp"]) == ("most", 5, 3)
    explorers: Facts = {"counted": "cards_with_power", "phase": "explore", "least": 3}
    assert edge["ways"] == Groups(({"conditions": Groups((explorers,))},))
    assert PRINTED["uplift_knowledge"].facts.keys() >= {"checked", "checked_with"}


def test_R20_2_orb_cards_have_their_shapes_as_coordinates() -> None:
    for card in PACK.orb.cards.values():
        facts = PRINTED[card.id].facts
        cells, edges = facts["cells"], facts["edges"]
        assert isinstance(cells, Groups)
        assert isinstance(edges, Groups)
        assert [((each["column"], each["row"]), each["kind"]) for each in cells.groups] == [
            (square.place, square.kind) for square in card.turned[0].squares
        ]
        told = {(each["column"], each["row"], each["side"]): each for each in edges.groups}
        assert len(told) == len(edges.groups)
        for square in card.turned[0].squares:
            column, row = square.place
            sides = {
                "north": (column, row, "north"),
                "east": (column, row, "east") if column else (column + 1, row, "west"),
                "south": (column, row, "south") if row == 2 else (column, row + 1, "north"),
                "west": (column, row, "west"),
            }
            for strictness, side in zip(square.edges, sides.values(), strict=True):
                edge = told.get(side, {})
                kind = "wall" if strictness == WALL else "barrier" if strictness else None
                assert edge.get("kind") == kind, card.id
                assert edge.get("strength") == (strictness if kind == "barrier" else None)
    starts = {laid.card for laid in PACK.orb.start}
    assert {card.number for card in PACK.orb.cards.values() if "start" in PRINTED[card.id].facts} == starts


def test_artifacts_have_series_points_class_and_uses() -> None:
    for artifact in PACK.orb.artifacts.values():
        entry = PRINTED[artifact.id]
        assert (entry.kind, entry.copies) == ("artifact", artifact.copies)
        assert (entry.facts["series"], entry.facts["vp"]) == (artifact.series, artifact.vp)
        assert entry.facts.get("artifact_class") == artifact.artifact_class
        uses = {power.kind.removeprefix("artifact_"): power.facts["amount"] for power in entry.powers}
        assert uses == {use.kind: use.amount for use in artifact.uses}


def test_R22_2_R22_3_invasion_cards_and_tiles_are_in_the_catalogue() -> None:
    entries = [entry for entry in PRINTED.values() if entry.kind == "invasion"]
    assert sum(entry.copies for entry in entries) == 39
    assert entries[-1].name == "Xeno of military +5"
    assert entries[-1].facts == {"wave": 3, "military_plus": 5}
    assert {fact.name: fact.number for fact in CATALOGUE["repulse_2"].facts[:2]} == {"seats": 2, "repulse": 22}
    assert list(CATALOGUE["repulse_5"].facts[2].numbers.numbers) == [1, 1, 1, 2, 2]
    assert list(CATALOGUE["repulse_2"].facts[3].numbers.numbers) == [2, 2, 17]
    assert PRINTED["bunker"].facts == {"cards": 1, "strength": 2}


def words_in(facts: Iterable[game_pb2.Fact]) -> Iterator[tuple[str, str]]:
    """Every word, with the name of its fact."""
    for fact in facts:
        if fact.WhichOneof("value") == "word":
            yield fact.name, fact.word
        yield from ((fact.name, word) for word in fact.words.words)
        for group in (fact.group, *fact.groups.groups):
            yield from words_in(group.facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_catalogue_has_a_message(language: str) -> None:
    known = words(language)
    used = {pair for each in CATALOGUE.values() for pair in words_in(each.facts)}
    used |= {pair for each in CATALOGUE.values() for power in each.powers for pair in words_in(power.facts)}
    used |= {("moment", power.moment) for each in CATALOGUE.values() for power in each.powers if power.moment}
    said = {(name, word): known.message(message_id("word", name, word), {}) for name, word in used}
    said |= {pair: known.message(message_id("word", pair[1]), {}) for pair in used if not said[pair]}
    assert not sorted(pair for pair in used if not said[pair])


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_can_be_said(language: str) -> None:
    for component in CATALOGUE.values():
        said = lines(component.id, language)
        ways = sum(len(fact.groups.groups) for fact in component.facts if fact.name == "ways")
        assert len(said) == 1 + ways + len(component.powers)
        for line in said:
            assert line == line.strip()
            assert not re.search(r"[{}_]|  |\(\)|\bnone\b|なし、", line), line


def test_a_japanese_catalogue_says_nothing_in_english_but_names() -> None:
    english = {component.name for component in CATALOGUE.values()}
    for component in CATALOGUE.values():
        for line in lines(component.id, "ja"):
            unnamed = re.sub("|".join(map(re.escape, sorted(english, key=len, reverse=True))), "", line)
            assert not re.search("[A-Za-z]{2,}", unnamed), line


@pytest.mark.parametrize(
    ("component", "line"),
    [
        ("new_sparta", "Military world, defense 2, 1 VP, start world (red)"),
        ("alien_robotic_factory", "World, cost 6, 5 VP, alien technology production, Alien"),
        ("merchant_guild", "Development, cost 6, points at the end"),
        ("rebel_fuel_refinery", "Settle: +2 military for this phase: discard a good (rare elements)"),
        ("anti_xeno_militia", "Settle: +1 military against Xeno worlds"),
        ("space_mercenaries", "Settle: +1 military for this phase: discard a hand card, up to 2 times"),
        ("consumer_markets", "Consume: a good (novelty) for 1 VP, up to 3 times"),
        ("pan_galactic_league", "End: 3 VP for each own Contact Specialist"),
        ("pan_galactic_league", "Settle: -1 military"),
        ("trade_league", "End: 2 VP for each own development with a power of Trade"),
        ("a_uplift_2", "Artifact A, 0 VP, and 1 for each feeding station in sight, uplift"),
        ("orb_42", "Orb card, airlock at the start"),
        ("galactic_riches", "First goal, 3 VP; after Settle and Produce"),
        ("galactic_riches", "4 goods"),
        ("peace_war_leader", "First goal, 3 VP; after Develop and Settle; any of these will do"),
        ("peace_war_leader", "1 military below 0 and 2 worlds"),
    ],
)
def test_what_is_printed_reads_well(component: str, line: str) -> None:
    assert line in lines(component)


@pytest.mark.parametrize(
    ("component", "line"),
    [
        ("new_sparta", "軍事ワールド、防御力2、1勝利点、初期ワールド（赤）"),
        ("alien_robotic_factory", "非軍事ワールド、コスト6、5勝利点、異星種族技術の生産ワールド、異星種族"),
        ("consumer_markets", "消費：製品1つ（嗜好品）を消費して1勝利点（3回まで）"),
        ("federation_capital", "発展：コスト6のカードを場に出した後に威信チップ1枚を得る"),
        ("alien_weapon_cache", "移住：異星種族技術の製品1つを捨ててこのフェイズのみゼノワールドに対する軍事力+3"),
    ],
)
def test_it_reads_well_in_japanese(component: str, line: str) -> None:
    assert line in lines(component, "ja")


def test_names_are_japanese() -> None:
    assert words("ja").name("new_sparta") == "ニュースパルタ"
    assert words("ja").name("imperium_armaments_world_second_edition") == "帝国軍備世界"
    assert words("ja").name("rebel_base") == "反乱軍基地"
    assert "「交渉特技官」" in "".join(lines("pan_galactic_league", "ja"))


def test_the_catalogue_counts_what_is_in_the_box() -> None:
    counted = {each.id: each.copies for each in PRINTED.values()}
    assert (counted["old_earth"], counted["investment_credits"], counted["vp_chip"]) == (1, 2, 12 * 6 + 5)
    assert all(isinstance(each, Printed) for each in PRINTED.values())
