/** Signs, and what of them the figures of a power are told by. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { IconName } from "../lib/icons.js";
import { flagOf, groupOf, numberOf, wordOf, wordsOf } from "../model/catalogue.js";
import { DIE_ICONS } from "./shapes.js";

export type Sign =
  | { readonly text: string }
  | { readonly icon: IconName }
  | { readonly good: string; readonly halo?: boolean }
  /** A word of the game's vocabulary. */
  | { readonly word: string };

/** What stands for each moment. */
export type Badges = Readonly<Record<string, string>>;

export const ARROW: Sign = { text: "→" };
export const card = (count: number): Sign[] => [{ text: `+${count}` }, { icon: "card" }];
/** A figure with a minus that is as wide as a plus. */
export const figure = (value: number) => `${value < 0 ? "−" : ""}${Math.abs(value)}`;

export const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

const GOODS = new Set(["novelty", "rare", "genes", "alien", "any"]);
/** Keywords that games print as a sign. */
const KEYWORD_ICONS: Readonly<Record<string, IconName>> = { chromosome: "helix" };

/** For whom a power counts: goods as their shapes, keywords as words. */
export function condition(facts: readonly Fact[], name: string): Sign[] {
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
export function tilesOf(facts: readonly Fact[]): Sign[] {
  const group = groupOf(facts, "tiles") ?? [];
  return [...kindOf(group), ...wordsOf(group, "colours").flatMap(dyed)];
}

/** Goods of the colours of these tiles. */
export function goodsOf(facts: readonly Fact[]): Sign[] {
  const colours = wordsOf(groupOf(facts, "tiles") ?? [], "colours");
  return colours.length ? colours.flatMap(dyed) : [{ good: "any" }];
}

export const amountOf = (facts: readonly Fact[]) => numberOf(facts, "amount") ?? 0;

/** As often as there are cards of a sort. */
export const each = (facts: readonly Fact[], name: string): Sign[] => [{ text: "/" }, ...condition(facts, name)];

export const gain = (count: number, icon: IconName): Sign[] => [{ text: signed(count) }, { icon }];

export function brings(facts: readonly Fact[]): Sign[] {
  const [vp, cards, prestige] = ["vp", "cards", "prestige"].map((name) => numberOf(facts, name) ?? 0);
  const signs: Sign[] = [];
  if (vp) signs.push({ text: String(vp) }, { icon: "chip" });
  if (cards) signs.push({ text: String(cards) }, { icon: "card" });
  if (prestige) signs.push({ text: String(prestige) }, { icon: "prestige" });
  return signs;
}

export function credits(facts: readonly Fact[]): Sign[] {
  return [{ text: `+${numberOf(facts, "amount") ?? 0}` }, { icon: "coin" }];
}

export function coloured(word: string): Sign[] {
  if (!word) return [];
  const icon = KEYWORD_ICONS[word];
  if (icon) return [{ icon }];
  return [GOODS.has(word) ? { good: word } : { word }];
}

/** The sign of dice of a colour, as it stands on them. */
export function dyed(colour: string): Sign[] {
  const icon = DIE_ICONS[colour];
  return icon ? [{ icon }] : coloured(colour);
}

/** What the card itself is given up for. */
export const GIVEN_UP: Sign[] = [{ text: "✕" }, ARROW];

/** All but goods or worlds of a sort. */
export const except = (word: string): Sign[] => (word ? [{ text: "≠" }, ...coloured(word)] : []);

export const off = (facts: readonly Fact[], name = "amount"): Sign => ({ text: `−${numberOf(facts, name) ?? 0}` });
