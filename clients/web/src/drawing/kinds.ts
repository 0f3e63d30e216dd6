/** Signs of each kind of power: what it brings, from its figures, whatever the card. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { flagOf, groupOf, has, numberOf, wordOf, wordsOf } from "../model/catalogue.js";
import {
  ARROW,
  card,
  condition,
  tilesOf,
  goodsOf,
  amountOf,
  each,
  gain,
  brings,
  credits,
  coloured,
  dyed,
  GIVEN_UP,
  except,
  off,
  type Badges,
  type Sign,
  signed,
} from "./signs.js";

type Drawn = (facts: readonly Fact[], badges: Badges) => Sign[];

/** Each kind of power that signs can tell. */
export const KINDS: Readonly<Record<string, Drawn>> = {
  military: (facts) => [
    { text: signed(numberOf(facts, "amount") ?? 0) },
    { icon: "sword" },
    ...condition(facts, "when"),
  ],
  bonus_military: (facts) => [{ text: signed(numberOf(facts, "amount") ?? 0) }, { icon: "sword" }],
  temporary_military: (facts) => [{ text: `↻${signed(numberOf(facts, "amount") ?? 0)}` }, { icon: "sword" }],
  targeted_military: (facts) => [
    { text: signed(numberOf(facts, "amount") ?? 0) },
    { icon: "sword" },
    ...condition(facts, "against"),
  ],
  cost_reduction: (facts) => [{ text: `−${numberOf(facts, "amount") ?? 0}` }, ...condition(facts, "on")],
  discount: (facts) => [{ text: `−${numberOf(facts, "amount") ?? 0}` }, ...condition(facts, "when")],
  pay_for_military: (facts) => [{ icon: "sword" }, ARROW, { icon: "coin" }, ...condition(facts, "when")],
  explore_draw: (facts) => card(numberOf(facts, "cards") ?? 0),
  explore_keep: (facts) => [{ icon: "eye" }, { text: `+${numberOf(facts, "cards") ?? 0}` }],
  draw: (facts) => card(numberOf(facts, "cards") ?? 0),
  draw_after_placing: (facts) => [{ icon: "flag" }, ...card(numberOf(facts, "cards") ?? 0)],
  draw_if_produced_here: (facts) => [{ icon: "plus" }, ...card(numberOf(facts, "cards") ?? 0)],
  draw_if_most_produced: (facts) => [
    { good: wordOf(facts, "good") },
    { icon: "cup" },
    ...card(numberOf(facts, "cards") ?? 0),
  ],
  draw_per_good_produced: (facts) => [{ good: wordOf(facts, "good") }, ARROW, ...card(numberOf(facts, "cards") ?? 0)],
  gain_vp: brings,
  gain_die: (facts) => [
    { text: `+${numberOf(facts, "count") ?? 1}` },
    { icon: "die" },
    ...dyed(wordOf(facts, "colour")),
  ],
  gain_credits: credits,
  starting_credits: credits,
  credits_at_phase_end: credits,
  stock: credits,
  scout: (facts) => [{ icon: "eye" }, { text: `+${numberOf(facts, "count") ?? 1}` }],
  consume: (facts) => {
    const times = numberOf(facts, "times") ?? 1;
    const goods = wordsOf(facts, "goods").map((good): Sign => ({ good }));
    return [...goods, ARROW, ...brings(facts), ...(times > 1 ? [{ text: `×${times}` }] : [])];
  },
  consume_hand: (facts) => [
    { text: String(numberOf(facts, "discard") ?? 1) },
    { icon: "card" },
    ARROW,
    ...brings(facts),
  ],
  consume_distinct: (facts) => [{ good: "any" }, { text: "≠" }, { good: "any" }, ARROW, ...brings(facts)],
  trade_as_consume: () => [{ good: "any" }, ARROW, { icon: "coin" }],
  produce: (facts) => [{ good: wordOf(facts, "good") }, { icon: "plus" }],
  windfall_produce: (facts) => [{ good: wordOf(facts, "good") || "any", halo: true }, { icon: "plus" }],
  trade_bonus: (facts) => [...card(numberOf(facts, "cards") ?? 0), { good: wordOf(facts, "good") || "any" }],
  explore_mix: () => [{ icon: "eye" }, { text: "⇄" }, { icon: "card" }],
  draw_per_card: (facts) => [...card(numberOf(facts, "cards") ?? 0), ...each(facts, "of")],
  prestige_after_placing: (facts) => [
    { icon: "flag" },
    ...condition(facts, "when"),
    ...gain(numberOf(facts, "prestige") ?? 0, "prestige"),
  ],
  prestige_if_most: (facts) => [
    ...condition(facts, "of"),
    { icon: "cup" },
    ...gain(numberOf(facts, "prestige") ?? 0, "prestige"),
  ],
  prestige_if_produced_here: (facts) => [{ icon: "plus" }, ...gain(numberOf(facts, "prestige") ?? 0, "prestige")],
  xeno_defense: (facts) => gain(amountOf(facts), "shield"),
  temporary_xeno_defense: (facts) => [{ text: "↻" }, ...gain(amountOf(facts), "shield")],
  extra_world: () => gain(1, "flag"),
  second_conquered_world: () => [...gain(1, "flag"), { icon: "sword" }],
  spend_good_for_discount: (facts) => [
    { good: wordOf(facts, "good") || "any" },
    ARROW,
    { text: `−${amountOf(facts)}` },
  ],
  repair_world: (facts) => [
    { text: String(numberOf(facts, "worlds") ?? 1) },
    { icon: "broken" },
    ARROW,
    { icon: "shield" },
  ],
  bonus_multiply: (facts) => [{ text: `×${numberOf(facts, "factor") ?? 1}` }],
  discard_to_produce: (facts) => [
    { text: String(numberOf(facts, "discard") ?? 1) },
    { icon: "card" },
    ARROW,
    { good: "any", halo: true },
  ],
  bonus_windfalls: (facts) => [
    { text: String(numberOf(facts, "worlds") ?? 1) },
    { good: "any", halo: true },
    { icon: "plus" },
  ],
  hand_limit: (facts) => [{ icon: "card" }, { text: `≤${numberOf(facts, "cards") ?? 0}` }],
  draw_then_discard: (facts) => [
    ...card(numberOf(facts, "draw") ?? 0),
    { text: ` −${numberOf(facts, "discard") ?? 0}` },
    { icon: "card" },
  ],
  consume_prestige: (facts) => [
    { text: String(numberOf(facts, "spend") ?? 1) },
    { icon: "prestige" },
    ARROW,
    ...brings(facts),
  ],
  tableau_end_limit: (facts) => [{ icon: "grid" }, { text: String(numberOf(facts, "cards") ?? 0) }],
  strength_per_icon: (facts) => [...gain(amountOf(facts), "sword"), { text: "/" }, ...coloured(wordOf(facts, "icon"))],
  reassign: (facts, badges) => {
    const workers = groupOf(facts, "workers") ?? [];
    const to = wordsOf(facts, "to").map((phase) => badges[phase] ?? "");
    return [
      { text: String(numberOf(facts, "most") ?? "") },
      { icon: "die" },
      ...wordsOf(workers, "colours").flatMap(dyed),
      ARROW,
      { text: to.every(Boolean) ? to.join(" ") : "" },
    ];
  },
  remove_die: (facts) => gain(-(numberOf(facts, "count") ?? 1), "die"),
  extra_workers: (facts) => wordsOf(facts, "colours").flatMap((colour) => [...gain(1, "die"), ...dyed(colour)]),
  credits_on_completion: (facts) => [...tilesOf(facts), ARROW, ...credits(facts)],
  trade_credits: (facts) => [...tilesOf(facts), ARROW, ...credits(facts)],
  consume_credits: (facts) => [...tilesOf(facts), ARROW, ...credits(facts)],
  consume_chips: (facts) => [...tilesOf(facts), ARROW, ...gain(amountOf(facts), "chip")],
  credits_per_good_on_world: (facts) => [...credits(facts), { text: "/" }, ...goodsOf(facts)],
  credits_if_most_developments: (facts) => [{ icon: "gear" }, { icon: "cup" }, ...credits(facts)],
  chips_at_phase_end: (facts) => gain(amountOf(facts), "chip"),
  draw_per_kind_produced: (facts) => [...card(numberOf(facts, "cards") ?? 0), { text: "/≠" }, { good: "any" }],
  draw_per_goods_produced: (facts) => [
    ...card(numberOf(facts, "cards") ?? 0),
    { text: `/${numberOf(facts, "each") ?? 1}` },
    { good: "any" },
  ],
  draw_then_discard_after_placing: (facts) => [
    { icon: "flag" },
    ...card(numberOf(facts, "draw") ?? 0),
    { text: ` −${numberOf(facts, "discard") ?? 0}` },
    { icon: "card" },
  ],
  bonus_draw_for_first_world: (facts) => [{ text: "1." }, { icon: "flag" }, ...card(numberOf(facts, "cards") ?? 0)],
  starting_hand: (facts) => card(numberOf(facts, "cards") ?? 0),
  consume_all_goods: (facts) => {
    const [per, more] = [numberOf(facts, "vp_per_good") ?? 1, numberOf(facts, "vp_adjust") ?? 0];
    const worth = `${per === 1 ? "" : per}n${more ? ` ${signed(more)}` : ""}`;
    return [{ good: "any" }, { text: "×n" }, ARROW, { text: worth }, { icon: "chip" }];
  },
  discard_for_good_when_placed: (facts) => [
    { text: String(numberOf(facts, "discard") ?? 1) },
    { icon: "card" },
    ARROW,
    { good: "any" },
  ],
  good_on_placed_production_world: () => [{ icon: "flag" }, ARROW, { good: "any" }],
  gather_goods_here: (facts) => [{ good: wordOf(facts, "good") || "any" }, { text: "⇉" }],
  no_trade_here: () => [{ text: "✕" }, { icon: "coin" }],
  discard_self_for_free_world: (facts) => [
    ...GIVEN_UP,
    { text: "0" },
    { icon: "flag" },
    ...except(wordOf(facts, "exclude_good")),
  ],
  flip_for_free_world: () => [{ text: "⟲" }, ARROW, { text: "0" }, { icon: "flag" }],
  discard_self_for_discount: (facts) => [...GIVEN_UP, off(facts)],
  pay_for_military_discount: (facts) => [{ icon: "sword" }, ARROW, { icon: "coin" }, off(facts)],
  prestige_when_paying_for_military: (facts) => [
    { icon: "sword" },
    ARROW,
    { icon: "coin" },
    ...gain(numberOf(facts, "prestige") ?? 0, "prestige"),
  ],
  conquer_peaceful_world: (facts) => [
    ...(wordOf(facts, "cost") === "discard_self" ? GIVEN_UP : []),
    { icon: "sword" },
    ARROW,
    { icon: "flag" },
    ...(numberOf(facts, "defense_reduction") ? [off(facts, "defense_reduction")] : []),
  ],
  explore_discard_for_prestige: (facts) => [
    { text: "1" },
    { icon: "card" },
    ARROW,
    ...gain(numberOf(facts, "prestige") ?? 0, "prestige"),
  ],
  replace_world: (facts) => [
    { icon: "flag" },
    { text: "⇄" },
    { icon: "flag" },
    { text: `≤+${numberOf(facts, "max_cost_increase") ?? 0}` },
  ],
  takeover: (facts) => [
    ...(wordOf(facts, "cost") === "discard_self" ? GIVEN_UP : []),
    { icon: "sword" },
    ARROW,
    { icon: "people" },
  ],
  takeover_defense: (facts) => [
    ...gain(numberOf(facts, "per_military_world") ?? 0, "shield"),
    { text: "/" },
    { icon: "sword" },
  ],
  block_takeover: (facts) => [
    { text: String(numberOf(facts, "prestige_cost") ?? 1) },
    { icon: "prestige" },
    ARROW,
    { icon: "shield" },
  ],
  save_card_at_setup: (facts) => [{ text: String(numberOf(facts, "cards") ?? 1) }, { icon: "card" }, { text: "▾" }],
  save_payment_card: (facts) => [{ text: String(numberOf(facts, "cards") ?? 1) }, { icon: "card" }, { text: "▾" }],
  take_saved_cards: () => [{ icon: "card" }, { text: "▴" }],
  orb_extra_team: () => gain(1, "people"),
  orb_extra_squares: (facts) => gain(numberOf(facts, "squares") ?? 0, "grid"),
  bonus_orb_actions: (facts) => [{ text: `${numberOf(facts, "actions") ?? 0}×` }, { icon: "grid" }],
  artifact_temporary_military: (facts) => [{ text: "↻" }, ...gain(amountOf(facts), "sword")],
  artifact_genes_world_military: (facts) => [{ text: "↻" }, ...gain(amountOf(facts), "sword"), { good: "genes" }],
  artifact_world_discount: (facts) => [off(facts), { icon: "flag" }],
  artifact_genes_world_discount: (facts) => [off(facts), { good: "genes" }],
  artifact_development_discount: (facts) => [off(facts), { icon: "gear" }],
  artifact_alien_good: () => [{ good: "alien" }],
  artifact_extra_squares: (facts) => gain(amountOf(facts), "grid"),
  second_peaceful_world: (facts) => [
    ...(flagOf(facts, "sacrifice_self") ? GIVEN_UP : []),
    ...gain(1, "flag"),
    { text: signed(numberOf(facts, "cost_change") ?? 0) },
  ],
  negotiate_military_world: (facts) => [
    { icon: "sword" },
    ARROW,
    { icon: "coin" },
    { text: signed(numberOf(facts, "cost_change") ?? 0) },
    ...except(wordOf(facts, "excluded_colour")),
  ],
  one_per_empire: () => [{ text: "≤1" }, { icon: "grid" }],
  moves_to_strongest: () => [ARROW, { icon: "cup" }, { icon: "sword" }],
  table_supply: () => [{ icon: "people" }],
  draw_tile_at_phase_end: (facts) => [{ icon: "eye" }, { text: `+${numberOf(facts, "count") ?? 1}` }],
  credits_if_scouted_with: (facts) => [{ icon: "eye" }, ...dyed(wordOf(facts, "colour")), ARROW, ...credits(facts)],
  trade_buy_chip: (facts) => [
    { text: String(numberOf(facts, "price") ?? 1) },
    { icon: "coin" },
    ARROW,
    ...gain(numberOf(facts, "vp") ?? 1, "chip"),
  ],
  goods_capacity: (facts) => [{ text: `+${numberOf(facts, "extra") ?? 1}` }, { good: "any" }],
  credits_per_citizenry_die: (facts) => {
    const many = numberOf(facts, "group") ?? 1;
    return [...credits(facts), { text: many > 1 ? `/${many}` : "/" }, ...dyed(wordOf(facts, "colour"))];
  },
  credits_per_good_of_die: (facts) => [...credits(facts), { text: "/" }, ...dyed(wordOf(facts, "colour"))],
  credits_if_highest_world: (facts) => [{ icon: "flag" }, { icon: "cup" }, ...credits(facts)],
  stock_amount: (facts) => [...dyed(wordOf(facts, "colour")), ARROW, ...credits(facts)],
  scout_place_on_top: () => [{ icon: "eye" }, { text: "▴" }],
  rearrange_construction: () => [{ icon: "gear" }, { text: "⇄" }, { icon: "flag" }],
};

/** A power in signs; none where the sentence alone can tell it. */
export function signsOf({ kind, facts }: Power, badges: Badges): readonly Sign[] {
  if (has(facts, "only_if_own") || flagOf(facts, "use_bonuses")) return [];
  const signs = KINDS[kind]?.(facts, badges) ?? [];
  if (!has(facts, "per") || !signs.length) return signs;
  const counted = condition(facts, "per");
  return counted.length ? [...signs, { text: "/" }, ...counted] : [];
}
