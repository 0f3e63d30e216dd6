/** Signs of each kind of power: what it brings, from its figures, whatever the card. */
import type { Fact } from "galaxy-tables-sdk/gen/galaxy/rules/v1/game_pb";
import type { Power } from "galaxy-tables-sdk/gen/galaxy/rules/v1/rules_pb";
import type { IconName } from "../lib/icons.js";
import { flagOf, groupOf, has, numberOf, wordOf, wordsOf } from "../model/catalogue.js";
import { DIE_ICONS } from "./shapes.js";

export type Sign =
  | { readonly text: string }
  | { readonly icon: IconName }
  | { readonly good: string; readonly halo?: boolean }
  /** A word of the game's vocabulary. */
  | { readonly word: string };

/** What stands for each moment. */
export type Badges = Readonly<Record<string, string>>;

const ARROW: Sign = { text: "→" };
const card = (count: number): Sign[] => [{ text: `+${count}` }, { icon: "card" }];
export const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

const GOODS = new Set(["novelty", "rare", "genes", "alien", "any"]);
/** Keywords that games print as a sign. */
const KEYWORD_ICONS: Readonly<Record<string, IconName>> = { chromosome: "helix" };

/** For whom a power counts: goods as their shapes, keywords as words. */
function condition(facts: readonly Fact[], name: string): Sign[] {
  const group = groupOf(facts, name);
  if (!group) return [];
  return group.flatMap((fact): Sign[] => {
    if (fact.name === "military") return flagOf(group, "military") ? [{ icon: "sword" }] : [];
    if (fact.name === "kind") return group.length > 1 ? [] : kindOf(group);
    const words =
      fact.value.case === "word" ? [fact.value.value] : fact.value.case === "words" ? fact.value.value.words : [];
    return words.flatMap(coloured);
  });
}

/** A world or a development: the sign of what is placed. */
function kindOf(facts: readonly Fact[]): Sign[] {
  const kind = wordOf(facts, "kind");
  return kind ? [{ icon: kind === "development" ? "gear" : "flag" }] : [];
}

/** Tiles that something holds for: of which sort, and of which colours. */
function tilesOf(facts: readonly Fact[]): Sign[] {
  const group = groupOf(facts, "tiles") ?? [];
  return [...kindOf(group), ...wordsOf(group, "colours").flatMap(dyed)];
}

/** Goods of the colours of these tiles. */
function goodsOf(facts: readonly Fact[]): Sign[] {
  const colours = wordsOf(groupOf(facts, "tiles") ?? [], "colours");
  return colours.length ? colours.flatMap(dyed) : [{ good: "any" }];
}

const amountOf = (facts: readonly Fact[]) => numberOf(facts, "amount") ?? 0;

/** As often as there are cards of a sort. */
const each = (facts: readonly Fact[], name: string): Sign[] => [{ text: "/" }, ...condition(facts, name)];

const gain = (count: number, icon: IconName): Sign[] => [{ text: signed(count) }, { icon }];

function brings(facts: readonly Fact[]): Sign[] {
  const [vp, cards, prestige] = ["vp", "cards", "prestige"].map((name) => numberOf(facts, name) ?? 0);
  const signs: Sign[] = [];
  if (vp) signs.push({ text: String(vp) }, { icon: "chip" });
  if (cards) signs.push({ text: String(cards) }, { icon: "card" });
  if (prestige) signs.push({ text: String(prestige) }, { icon: "prestige" });
  return signs;
}

function credits(facts: readonly Fact[]): Sign[] {
  return [{ text: `+${numberOf(facts, "amount") ?? 0}` }, { icon: "coin" }];
}

function coloured(word: string): Sign[] {
  if (!word) return [];
  const icon = KEYWORD_ICONS[word];
  if (icon) return [{ icon }];
  return [GOODS.has(word) ? { good: word } : { word }];
}

/** The sign of dice of a colour, as it stands on them. */
function dyed(colour: string): Sign[] {
  const icon = DIE_ICONS[colour];
  return icon ? [{ icon }] : coloured(colour);
}

type Drawn = (facts: readonly Fact[], badges: Badges) => Sign[];

/** Each kind of power that signs can tell. */
const KINDS: Readonly<Record<string, Drawn>> = {
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
  consume_distinct: (facts) => [{ good: "novelty" }, { good: "rare" }, { text: "…" }, ARROW, ...brings(facts)],
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
};

/** A power in signs; none where the sentence alone can tell it. */
export function signsOf({ kind, facts }: Power, badges: Badges): readonly Sign[] {
  if (has(facts, "only_if_own") || flagOf(facts, "use_bonuses")) return [];
  const signs = KINDS[kind]?.(facts, badges) ?? [];
  if (!has(facts, "per") || !signs.length) return signs;
  const counted = condition(facts, "per");
  return counted.length ? [...signs, { text: "/" }, ...counted] : [];
}
