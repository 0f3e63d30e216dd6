"""What a viewer sees, in what words, and the catalogue."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_jump.catalogue import _provenance
from galaxytables_jump.rules import JUMP
from galaxytables_kit import Seat
from galaxytables_kit.wire import bar_messages, event_message, prompt_message
from tests.jump.scene import PACK, Side, Table, scene
from tests.kit.sentences import words_of

ENGLISH = words_of(JUMP)
NEGOTIATION = "Pay for a military world, not alien: cost is defense -1."

# All that a card file says of a card, besides what holds for every card.
GIVEN = {"name", "copies", "kind", "military", "colour", "keywords", "icons", "vp", "income", "powers"}


def seen(table: Table, viewer: int | None) -> jump_pb2.JumpView:
    view = table.live.view(viewer)
    assert isinstance(view, jump_pb2.JumpView)
    return view


def labels(table: Table, seat: int) -> list[str]:
    key, prompt = next((key, each) for key, each in table.live.prompts.items() if each.seat == seat)
    message = prompt_message(table.live, key, prompt)
    return [ENGLISH.option(message, option) for option in message.options]


def question(table: Table, seat: int) -> str:
    key, prompt = next((key, each) for key, each in table.live.prompts.items() if each.seat == seat)
    return ENGLISH.prompt(prompt_message(table.live, key, prompt))


def test_an_empire_is_shown_with_all_its_figures() -> None:
    empire = ["uplift_mercenaries", "galactic_imperium", "rosetta_stone_world", "survey_hq"]
    view = seen(scene(Side(empire, ["gem_world"], spare=3, vp=7), Side()), 1)
    shown = view.empires[0]
    assert [card.component for card in shown.cards] == empire
    assert (shown.vp, list(shown.vp_by_round), shown.hand_size) == (7, [7], 4)
    assert (shown.vp_per_round, shown.income) == (1 + 0 + 3 + 3, 1 + 3)
    assert [(card.vp, card.income) for card in shown.cards] == [(1, 1), (0, 0), (3, 0), (3, 3)]
    assert (shown.military, shown.explore_icons, shown.chromosome_icons) == (2, 6, 1)
    assert {each.against: each.strength for each in shown.targeted} == {"rebel": 4, "alien": 2}
    assert (view.phase, view.goal_vp, view.hand_limit) == (jump_pb2.PHASE_CHOOSE, 50, 10)


def test_the_income_of_a_card_counts_what_rivals_have() -> None:
    alone = seen(scene(Side(["trade_pact"]), Side()), None).empires[0]
    both = seen(scene(Side(["trade_pact"]), Side(["trade_pact"])), None).empires[0]
    assert (alone.cards[0].income, both.cards[0].income) == (1, 2)


def test_the_table_shows_how_many_cards_lie_where_and_who_deals() -> None:
    table = scene(Side(["gem_world"]), Side(), deck=["pirate_lair", "space_marines"], discards=["survey_hq"], dealer=1)
    shown = seen(table, None)
    assert (shown.deck, shown.discards, shown.dealer, shown.round) == (2, 1, 1, table.state.round)


def test_the_view_is_of_the_type_that_clients_are_told() -> None:
    assert type(scene(Side(), Side()).live.view(None)) is JUMP.view_type


def test_only_the_owner_sees_a_hand() -> None:
    table = scene(Side(hand=["gem_world"], spare=3), Side())
    assert seen(table, 0).hand[0].component == "gem_world"
    assert not seen(table, 1).hand
    assert not seen(table, None).hand
    assert not seen(table, None).HasField("aside")


def test_a_hand_card_says_what_it_would_do_now() -> None:
    hand = ["gem_world", "pirate_lair", "rebel_base", "lost_alien_warship", "galactic_trendsetters"]
    empire = ["contact_specialist", "mining_conglomerate", "space_marines", "galactic_trendsetters"]
    cards = {card.component: card for card in seen(scene(Side(empire, hand), Side()), 0).hand}
    assert (cards["gem_world"].price, cards["gem_world"].vp_gain, cards["gem_world"].income_gain) == (2, 2, 2)
    assert (cards["pirate_lair"].price, cards["pirate_lair"].conquerable) == (2, True)
    assert (cards["rebel_base"].price, cards["rebel_base"].conquerable) == (5, False)
    assert not cards["lost_alien_warship"].HasField("price")
    assert cards["galactic_trendsetters"].vp_gain == 8 - 2


def test_secret_choices_are_shown_to_their_owner_alone() -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=5), Side(spare=1))
    before = seen(table, 1)
    table.answer(0, "consumer_markets")
    table.answer(0, "ancient_races")
    table.default(0)
    own = seen(table, 0)
    assert [card.component for card in own.aside.placing] == ["consumer_markets", "ancient_races"]
    assert not {card.id for card in own.aside.placing} & {card.id for card in own.hand}
    assert len(own.aside.discarding) == 4
    assert own.aside.action == jump_pb2.ACTION_DEVELOP_AND_SETTLE
    assert own.empires[0].action == jump_pb2.ACTION_UNSPECIFIED, "not revealed"
    assert len(own.hand) == own.empires[0].hand_size == 1
    assert seen(table, 1) == before
    assert before.empires[0].hand_size == 7


def test_a_survey_team_taken_in_secret_still_lies_there_for_others() -> None:
    table = scene(Side(), Side())
    table.answer(0, "survey_team")
    assert (seen(table, 0).survey_teams, seen(table, 1).survey_teams) == (1, 2)
    assert not seen(table, 0).empires[0].survey_team
    assert seen(table, 1).empires[0].survey_team == str(PACK.survey_team(Seat(0)))


def test_the_reveal_shows_what_everybody_does() -> None:
    table = scene(Side(["colony_convoy"], ["ancient_races", "gem_world"], spare=3), Side())
    table.play(0, "ancient_races")
    view = seen(table, None)
    assert view.phase == jump_pb2.PHASE_FOLLOW
    assert [each.action for each in view.empires] == [jump_pb2.ACTION_SETTLE, jump_pb2.ACTION_EXPLORE]


def test_a_convoy_given_up_in_secret_is_shown_to_its_owner() -> None:
    table = scene(Side(["colony_convoy"], ["ancient_races", "gem_world"], spare=3), Side())
    table.play(0, "ancient_races")
    table.answer(0, "gem_world")
    assert seen(table, 0).aside.convoy == seen(table, 0).empires[0].cards[0].id
    assert [card.component for card in seen(table, 1).empires[0].cards] == ["colony_convoy", "ancient_races"]


def test_options_say_what_they_cost() -> None:
    hand = ["gem_world", "former_penal_colony", "consumer_markets"]
    table = scene(Side(["contact_specialist", "space_marines"], hand, spare=3), Side())
    assert labels(table, 0) == [
        "Gem World (pay 2)",
        "Former Penal Colony (conquer, pay 1 as a non-military world)",
        "Consumer Markets (pay 1, or 2 with a world)",
        "Survey Team (pay 0, or 1 with a world)",
        "Explore",
    ]


def test_means_say_what_they_cost() -> None:
    table = scene(Side(["contact_specialist", "space_marines"], ["former_penal_colony"], spare=3), Side())
    table.answer(0, "former_penal_colony")
    assert question(table, 0) == "How do you place Former Penal Colony?"
    assert labels(table, 0) == ["Conquer it (free)", "Pay for it as a non-military world (pay 1)"]


def barred(table: Table, seat: int) -> dict[str, str]:
    prompt = table.prompt(seat)
    assert prompt is not None
    return {PACK.cards[int(pick)].id: f"{reason.kind} {reason.paragraph}" for pick, reason in prompt.barred.items()}


def reasons(table: Table, seat: int) -> list[str]:
    prompt = table.prompt(seat)
    assert prompt is not None
    return [ENGLISH.reason(bar.reason) for bar in bar_messages(table.live, prompt)]


def test_R2_10_R4_1_R7_9_what_cannot_be_placed_says_why() -> None:
    hand = ["galactic_survey_seti", "rebel_base", "trade_pact", "gem_world"]
    table = scene(Side(["trade_pact"], hand, spare=0), Side())
    assert barred(table, 0) == {
        "galactic_survey_seti": "too_dear R2.10",
        "rebel_base": "too_strong R4.1",
        "trade_pact": "one_per_empire R7.9",
    }
    assert reasons(table, 0) == [
        "It costs 9, and you have 4 cards to pay with.",
        "Its defense is 6, your strength against it 0.",
        "Your empire has one already.",
    ]


def test_R4_4_a_negotiation_that_is_too_dear_says_its_price() -> None:
    table = scene(Side(["contact_specialist"], ["rebel_base"], spare=2), Side())
    assert barred(table, 0)["rebel_base"] == "too_dear R4.4"


def test_R5_5_R5_7_R5_9_second_worlds_that_may_not_follow_say_why() -> None:
    hand = ["ancient_races", "lost_alien_battle_fleet", "gem_world", "rosetta_stone_world"]
    peaceful = scene(Side(["colony_convoy"], hand, spare=1), Side())
    peaceful.play(0, "ancient_races")
    assert barred(peaceful, 0)["lost_alien_battle_fleet"] == "no_convoy R5.1"
    empire = ["military_convoy", "space_marines", "space_marines"]
    conquering = scene(Side(empire, ["former_penal_colony", "rebel_base", "pirate_lair", "gem_world"], spare=3), Side())
    conquering.play(0, "former_penal_colony")
    assert conquering.offered(0) == ["nothing", "pirate_lair"]
    assert (barred(conquering, 0)["rebel_base"], barred(conquering, 0)["gem_world"]) == (
        "too_strong R5.7",
        "not_after_a_conquest R5.9",
    )


def test_questions_say_how_many_cards_and_what_for() -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=5), Side())
    table.answer(0, "consumer_markets")
    assert question(table, 0) == "Which world do you place together with Consumer Markets?"
    table.answer(0, "ancient_races")
    assert question(table, 0) == "Discard 4 cards to pay for Consumer Markets and Ancient Races."


def test_the_log_reads_like_a_story() -> None:
    table = scene(Side(["space_marines"], ["former_penal_colony"]), Side(spare=1), on_top=["gem_world"])
    table.play(0, "former_penal_colony")
    events = [event_message(told) for told in table.log if told.seat == 0]
    assert ENGLISH.event(events[0]) == "{seat 0} conquers Former Penal Colony, defense 2."
    assert ENGLISH.event(events[1]) == "{seat 0} draws 1 card (lone world)."
    assert ENGLISH.event(events[1], 0) == "You draw Gem World (lone world)."


def component(name: str) -> rules_pb2.Component:
    return next(each for each in JUMP.components(PACK) if each.id == name)


def facts(name: str) -> dict[str, Any]:
    return read(component(name).facts)


def read(said: Iterable[game_pb2.Fact]) -> dict[str, Any]:
    return {fact.name: _value(fact) for fact in said}


def _value(fact: game_pb2.Fact) -> Any:
    form = fact.WhichOneof("value")
    match form:
        case "group":
            return read(fact.group.facts)
        case "groups":
            return [read(group.facts) for group in fact.groups.groups]
        case "words":
            return list(fact.words.words)
        case "components":
            return list(fact.components.ids)
    return getattr(fact, form or "")


@pytest.mark.parametrize(
    ("card", "provenance", "inferred"),
    [
        ("gem_world", rules_pb2.PROVENANCE_SOURCED, []),
        ("survey_team", rules_pb2.PROVENANCE_SOURCED, []),
        ("artist_colony", rules_pb2.PROVENANCE_PARTLY_SOURCED, ["income"]),
        ("rosetta_stone_world", rules_pb2.PROVENANCE_PARTLY_SOURCED, ["powers"]),
    ],
)
def test_the_catalogue_says_how_well_a_card_is_known(card: str, provenance: int, inferred: list[str]) -> None:
    assert component(card).provenance == provenance
    assert list(component(card).inferred_facts) == inferred


@pytest.mark.parametrize(
    ("given", "provenance"),
    [
        ((), rules_pb2.PROVENANCE_SOURCED),
        (("income",), rules_pb2.PROVENANCE_PARTLY_SOURCED),
        (tuple(sorted(GIVEN - {"name"})), rules_pb2.PROVENANCE_PARTLY_SOURCED),
        (tuple(sorted(GIVEN)), rules_pb2.PROVENANCE_RECONSTRUCTED),
    ],
)
def test_a_card_of_which_everything_is_inferred_is_reconstructed(given: tuple[str, ...], provenance: int) -> None:
    assert _provenance(msgspec.structs.replace(PACK.entries[0], inferred_fields=given)) == provenance


def test_108_cards_are_sourced_and_4_in_part() -> None:
    copies = dict.fromkeys((rules_pb2.PROVENANCE_SOURCED, rules_pb2.PROVENANCE_PARTLY_SOURCED), 0)
    for each in JUMP.components(PACK):
        if each.kind in ("development", "world") and each.id != "survey_team":
            copies[each.provenance] += each.copies
    assert list(copies.values()) == [108, 4]


def test_facts_for_programs() -> None:
    per_icons = {"amount": 1, "scope": "own", "group": 2, "count": "icon", "icon": "explore"}
    assert facts("survey_hq") == {
        "cost": 4,
        "colour": "novelty",
        "explore_icons": 2,
        "military_icons": 1,
        "vp": 0,
        "vp_per": [per_icons],
        "income": 0,
        "income_per": [per_icons],
    }
    assert facts("rebel_base")["keywords"] == ["rebel"]
    (power,) = component("galactic_imperium").powers
    assert (power.kind, read(power.facts)) == (
        "targeted_military",
        {"amount": 4, "against": {"keyword": "rebel"}},
    )
    assert facts("reference") == {"dealt": 7, "kept": 5, "hand_limit": 10, "goal_vp": 50}
    assert len(facts("preset_hand_1")["cards"]) == 5


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("rebel_base", "Defense 6 military world, grey, REBEL, 1 explore, VP 6"),
        ("space_marines", "Cost 2 development, 2 military"),
        ("comet_zone", "Cost 3 world, rare elements, income 3"),
        ("survey_hq", "VP 1 for each 2 explore icons"),
        ("genetics_lab", "Income 1 with any genes world in your empire"),
        ("trade_pact", "Income 1 with Trade Pact in any other empire"),
        ("alien_technology_institute", "VP 4 for each alien world of yours, and as much for one other empire"),
        ("new_galactic_order", "VP 1 for each point of general strength"),
        ("galactic_trendsetters", "VP 2 for each Galactic Trendsetters"),
        ("mining_robots", "Pay 1 less for each rare elements world."),
        ("galactic_advertisers", "Pay 1 less for each Galactic Trendsetters."),
        ("galactic_imperium", "Strength +4 against each REBEL world."),
        ("uplift_mercenaries", "Strength +1 for each chromosome icon."),
        ("contact_specialist", NEGOTIATION),
        (
            "colony_convoy",
            "Give this card up: place two non-military worlds, the second one's cost -2.",
        ),
        ("military_convoy", "Conquer a second military world with the strength left."),
        ("trade_pact", "Only with one of: general strength 0 and Contact Specialist in your empire."),
        ("trade_pact", "One per empire."),
        (
            "war_propaganda",
            "Before scoring it goes to the player of most general strength; not on a tie.",
        ),
        ("survey_team", "Lies on the table: take it instead of a development."),
    ],
)
def test_lines_for_people(card: str, line: str) -> None:
    assert line in ENGLISH.lines(component(card))
    assert not component(card).lines
