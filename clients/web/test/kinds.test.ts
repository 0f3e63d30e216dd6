import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { PowerSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { signsOf } from "../src/drawing/kinds.js";
import type { Sign } from "../src/drawing/signs.js";

type Value = number | string | boolean;

function fact([name, value]: readonly [string, Value]): Fact {
  if (typeof value === "number") return create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
  if (typeof value === "boolean") return create(FactSchema, { name, value: { case: "flag", value } });
  return create(FactSchema, { name, value: { case: "word", value } });
}

/** Signs as text: icons in brackets, goods in braces. */
const spelled = (sign: Sign): string =>
  "text" in sign
    ? sign.text
    : "icon" in sign
      ? `[${sign.icon}]`
      : "good" in sign
        ? `{${sign.good}${sign.halo ? " halo" : ""}}`
        : `"${sign.word}"`;

const signs = (kind: string, facts: Readonly<Record<string, Value>>) =>
  signsOf(create(PowerSchema, { kind, facts: Object.entries(facts).map(fact) }), {})
    .map(spelled)
    .join("");

test.each([
  ["draw_per_kind_produced", { cards: 1 }, "+1[card]/≠{any}"],
  ["draw_per_goods_produced", { cards: 1, each: 2 }, "+1[card]/2{any}"],
  ["draw_then_discard_after_placing", { draw: 2, discard: 1 }, "[flag]+2[card] −1[card]"],
  ["bonus_draw_for_first_world", { cards: 1 }, "1.[flag]+1[card]"],
  ["consume_all_goods", { vp_per_good: 1, vp_adjust: -1 }, "{any}×n→n −1[chip]"],
  ["consume_all_goods", { vp_per_good: 2, vp_adjust: 0 }, "{any}×n→2n[chip]"],
  ["discard_for_good_when_placed", { discard: 1 }, "1[card]→{any}"],
  ["good_on_placed_production_world", {}, "[flag]→{any}"],
  ["gather_goods_here", { good: "rare" }, "{rare}⇉"],
  ["no_trade_here", {}, "✕[coin]"],
  ["discard_self_for_free_world", { exclude_good: "alien" }, "✕→0[flag]≠{alien}"],
  ["flip_for_free_world", {}, "⟲→0[flag]"],
  ["discard_self_for_discount", { amount: 3 }, "✕→−3"],
  ["pay_for_military_discount", { amount: 2 }, "[sword]→[coin]−2"],
  ["conquer_peaceful_world", { cost: "discard_self", defense_reduction: 2 }, "✕→[sword]→[flag]−2"],
  ["conquer_peaceful_world", { cost: "prestige", defense_reduction: 0 }, "[sword]→[flag]"],
  ["replace_world", { max_cost_increase: 3 }, "[flag]⇄[flag]≤+3"],
  ["takeover", { cost: "discard_self" }, "✕→[sword]→[people]"],
  ["takeover_defense", { per_military_world: 1 }, "+1[shield]/[sword]"],
  ["block_takeover", { prestige_cost: 1 }, "1[prestige]→[shield]"],
  ["save_payment_card", { cards: 1 }, "1[card]▾"],
  ["take_saved_cards", {}, "[card]▴"],
  ["orb_extra_squares", { squares: 2 }, "+2[grid]"],
  ["artifact_genes_world_military", { amount: 2 }, "↻+2[sword]{genes}"],
  ["artifact_development_discount", { amount: 2 }, "−2[gear]"],
  ["second_peaceful_world", { cost_change: -2, sacrifice_self: true }, "✕→+1[flag]−2"],
  ["negotiate_military_world", { cost_change: -1, excluded_colour: "alien" }, "[sword]→[coin]−1≠{alien}"],
  ["one_per_empire", {}, "≤1[grid]"],
  ["trade_buy_chip", { price: 1, vp: 1 }, "1[coin]→+1[chip]"],
  ["credits_per_citizenry_die", { amount: 1, group: 2, colour: "military" }, "+1[coin]/2[sword]"],
  ["credits_if_highest_world", { amount: 1 }, "[flag][cup]+1[coin]"],
  ["starting_hand", { cards: 3 }, "+3[card]"],
  ["prestige_when_paying_for_military", { prestige: 1 }, "[sword]→[coin]+1[prestige]"],
  ["explore_discard_for_prestige", { prestige: 1 }, "1[card]→+1[prestige]"],
  ["save_card_at_setup", { cards: 1 }, "1[card]▾"],
  ["orb_extra_team", {}, "+1[people]"],
  ["bonus_orb_actions", { actions: 3 }, "3×[grid]"],
  ["artifact_temporary_military", { amount: 2 }, "↻+2[sword]"],
  ["artifact_world_discount", { amount: 2 }, "−2[flag]"],
  ["artifact_genes_world_discount", { amount: 2 }, "−2{genes}"],
  ["artifact_alien_good", {}, "{alien}"],
  ["artifact_extra_squares", { amount: 4 }, "+4[grid]"],
  ["moves_to_strongest", {}, "→[cup][sword]"],
  ["table_supply", {}, "[people]"],
  ["draw_tile_at_phase_end", { count: 1 }, "[eye]+1"],
  ["credits_if_scouted_with", { amount: 1, colour: "alien" }, "[eye]{alien}→+1[coin]"],
  ["goods_capacity", { extra: 1 }, "+1{any}"],
  ["credits_per_good_of_die", { amount: 2, colour: "genes" }, "+2[coin]/{genes}"],
  ["stock_amount", { amount: 4, colour: "alien" }, "{alien}→+4[coin]"],
  ["scout_place_on_top", {}, "[eye]▴"],
  ["rearrange_construction", {}, "[gear]⇄[flag]"],
])("%s with %o", (kind, facts, expected) => {
  expect(signs(kind, facts)).toBe(expected);
});

test("a kind that signs cannot tell has none", () => {
  expect(signs("of_tomorrow", { amount: 1 })).toBe("");
});
