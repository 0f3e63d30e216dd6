"""Each kind of power is known to all who show or value it, or stands here among those that they pass over.

Rules and words are told by the contract suite; signs of the page and bots say nothing of what they do not know.
"""

import re

import pytest
from fluent.syntax.ast import NumberLiteral, SelectExpression

from galaxytables_arena.games import load_game
from galaxytables_kit.wording import entries, languages
from galaxytables_race.declared.prompts import CONSUME_POWERS
from tests.house.files import ROOT

SIGNS = ROOT / "clients/web/src/drawing/kinds.ts"
RACE_BOTS = ROOT / "services/bots/galaxytables_bots/race"

SAID_IN_WORDS = {
    "race": {
        *("artifact_cross_barrier", "artifact_cross_wall", "bonus_sale", "bonus_search", "choose_action_last"),
        *("endgame_artifact", "endgame_card", "endgame_good_kinds", "endgame_goods_on_worlds", "endgame_military"),
        *("endgame_negative_military", "endgame_prestige", "endgame_vp_chips", "gamble_ante", "gamble_guess_cost"),
        *("take_opponents_discards", "variable_kind"),
    },
    "roll": {
        *("build", "completion_dice_to_cup", "dictate", "dictate_count", "dictate_repeat", "reassign_by_majority"),
        *("trade", "vp_chip_triangle", "vp_fraction_of_cost", "vp_per_development", "vp_per_die_colour"),
        *("vp_per_die_group", "vp_per_good", "vp_per_world"),
    },
    "jump": {"placement_requirement"},
    "beyond": {
        *("action", "bonus", "end_score", "jump_bonus", "long_jump", "on", "once_per_turn", "skip_prerequisite"),
        *("swap_placeholders", "swap_pop_cost", "trade_rate", "wild_tracks"),
    },
}
"""Kinds of power that the page draws no signs of: their sentence says more than signs could."""

WORTH_NOTHING = {
    *("artifact_cross_barrier", "artifact_cross_wall", "artifact_development_discount", "artifact_extra_squares"),
    *("artifact_genes_world_discount", "artifact_genes_world_military", "artifact_temporary_military"),
    *("artifact_world_discount", "block_takeover", "bonus_draw_for_first_world", "bonus_military", "bonus_multiply"),
    *("bonus_orb_actions", "bonus_sale", "bonus_search", "bonus_windfalls", "choose_action_last"),
    *("conquer_peaceful_world", "discard_for_good_when_placed", "discard_self_for_discount"),
    *("discard_self_for_free_world", "discard_to_produce", "draw_if_most_produced", "draw_per_goods_produced"),
    *("draw_then_discard", "draw_then_discard_after_placing", "endgame_artifact", "endgame_card"),
    *("endgame_good_kinds", "endgame_goods_on_worlds", "endgame_military", "endgame_negative_military"),
    *("endgame_prestige", "endgame_vp_chips", "explore_discard_for_prestige", "explore_mix", "flip_for_free_world"),
    *("gain_vp", "gamble_ante", "gamble_guess_cost", "hand_limit", "no_trade_here", "orb_extra_squares"),
    *("orb_extra_team", "pay_for_military_discount", "prestige_when_paying_for_military", "repair_world"),
    *("save_card_at_setup", "save_payment_card", "starting_hand", "tableau_end_limit", "take_opponents_discards"),
    *("take_saved_cards", "takeover_defense", "variable_kind"),
}
"""Kinds of power that Race's heuristic does not value before they are used: rare, or seen in the points of a card."""


@pytest.mark.parametrize("game", SAID_IN_WORDS)
def test_each_kind_of_power_has_signs_or_is_said_in_words(game: str) -> None:
    drawn = SIGNS.read_text(encoding="utf-8").partition("export const KINDS")[2].partition("\n};")[0]
    signs = set(re.findall(r"^  ([a-z_]+)(?:: |,|\()", drawn, re.MULTILINE))
    assert {*load_game(game).power_kinds} - signs == SAID_IN_WORDS[game]


def test_each_kind_of_power_of_race_is_valued_by_its_bots_or_passed_over() -> None:
    known = set(re.findall(r'"([a-z_]+)"', "".join(path.read_text() for path in sorted(RACE_BOTS.glob("*.py")))))
    assert {*load_game("race").power_kinds} - known == WORTH_NOTHING


@pytest.mark.parametrize("language", sorted(languages(load_game("race"))))
def test_each_consume_power_is_named_where_it_is_asked_for(language: str) -> None:
    message = entries(load_game("race"), language)["fact-power"]
    assert message.value is not None
    [select] = [each.expression for each in message.value.elements if hasattr(each, "expression")]
    assert isinstance(select, SelectExpression)
    keys = {variant.key.name for variant in select.variants if not isinstance(variant.key, NumberLiteral)}
    assert keys == {*CONSUME_POWERS}
