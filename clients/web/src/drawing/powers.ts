/** Powers in signs: a badge for the moment, then what it brings; told by kind and figures, whatever the card. */
import type { Fact } from "galaxy-tables-sdk/gen/galaxy/rules/v1/game_pb";
import type { Power } from "galaxy-tables-sdk/gen/galaxy/rules/v1/rules_pb";
import type { IconName } from "../lib/icons.js";
import { type Catalogue, flagOf, groupOf, has, numberOf, wordOf, wordsOf } from "../model/catalogue.js";
import { DIE_ICONS } from "./shapes.js";

export type Sign =
  | { readonly text: string }
  | { readonly icon: IconName }
  | { readonly good: string; readonly halo?: boolean }
  /** A word of the game's vocabulary. */
  | { readonly word: string };

export interface Line {
  readonly moment: string;
  readonly badge: string;
  /** Empty where signs cannot say it: the sentence does. */
  readonly signs: readonly Sign[];
}

/** What stands for each moment. */
export type Badges = Readonly<Record<string, string>>;

const BADGES: Badges = {
  explore: "I",
  develop: "II",
  settle: "III",
  trade: "$",
  consume: "IV",
  produce: "V",
  end: "★",
};

const ROMAN = ["", "I", "II", "III", "IV", "V"];

/** The badges of a game: where it has tiles for its phases, these say their numbers. */
export function badgesOf(catalogue: Catalogue): Badges {
  const badges: Record<string, string> = { ...BADGES };
  for (const { facts } of catalogue.values()) {
    const [phase, number] = [wordOf(facts, "phase"), numberOf(facts, "number")];
    if (phase && number !== undefined) badges[phase] = ROMAN[number] ?? String(number);
  }
  return badges;
}

const ARROW: Sign = { text: "→" };
const card = (count: number): Sign[] => [{ text: `+${count}` }, { icon: "card" }];
const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

const GOODS = new Set(["novelty", "rare", "genes", "alien", "any"]);
/** Keywords that games print as a sign. */
const KEYWORD_ICONS: Readonly<Record<string, IconName>> = { chromosome: "helix" };

/** For whom a power counts: goods as their shapes, keywords as words. */
function condition(facts: readonly Fact[], name: string): Sign[] {
  const group = groupOf(facts, name);
  if (!group) return [];
  return group.flatMap((fact): Sign[] => {
    const words =
      fact.value.case === "word" ? [fact.value.value] : fact.value.case === "words" ? fact.value.value.words : [];
    return words.flatMap(coloured);
  });
}

function brings(facts: readonly Fact[]): Sign[] {
  const [vp, cards, prestige] = ["vp", "cards", "prestige"].map((name) => numberOf(facts, name) ?? 0);
  const signs: Sign[] = [];
  if (vp) signs.push({ text: String(vp) }, { icon: "chip" });
  if (cards) signs.push({ text: String(cards) }, { icon: "card" });
  if (prestige) signs.push({ text: String(prestige) }, { icon: "star" });
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

type Drawn = (facts: readonly Fact[]) => Sign[];

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
};

const PRINTED: readonly (readonly [fact: string, icon: IconName])[] = [
  ["military_icons", "sword"],
  ["explore_icons", "eye"],
  ["chromosome_icons", "helix"],
];

/** Icons that are printed on a component, in one line; none where it has none. */
export function printedIcons(facts: readonly Fact[]): Line[] {
  const signs = PRINTED.flatMap(([fact, icon]): Sign[] => {
    const count = numberOf(facts, fact);
    return count ? [{ text: signed(count) }, { icon }, { text: " " }] : [];
  });
  return signs.length ? [{ moment: "", badge: "", signs }] : [];
}

/** Each power of a component, in signs where they can say it. */
export function lines(powers: readonly Power[], badges: Badges): Line[] {
  const all = powers.map((power): Line => {
    const badge = badges[power.moment] ?? "•";
    if (power.moment === "end") return { moment: "end", badge, signs: [{ icon: "chip" }, { text: "?" }] };
    // What signs leave out is told by the sentence.
    const told = !has(power.facts, "per") && !has(power.facts, "only_if_own") && !flagOf(power.facts, "use_bonuses");
    return { moment: power.moment, badge, signs: told ? (KINDS[power.kind]?.(power.facts) ?? []) : [] };
  });
  // However many ways of scoring there are, one line says that there are some.
  return all.filter(
    (line, index) => line.moment !== "end" || all.findIndex(({ moment }) => moment === "end") === index,
  );
}

/** The first moment at which a component does something: what colours a development. */
export function mainMoment(powers: readonly Power[]): string {
  return powers.find(({ moment }) => moment in BADGES || moment === "ship")?.moment ?? "";
}
