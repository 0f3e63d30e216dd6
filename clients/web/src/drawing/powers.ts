/** Powers in lines: a badge for the moment, then what it brings in signs. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import type { IconName } from "../lib/icons.js";
import { type Catalogue, numberOf, wordOf } from "../model/catalogue.js";
import { signsOf } from "./kinds.js";
import { type Badges, type Sign, signed } from "./signs.js";

export interface Line {
  readonly moment: string;
  readonly badge: string;
  /** Empty where signs cannot say it: the sentence does. */
  readonly signs: readonly Sign[];
}

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
    return { moment: power.moment, badge, signs: signsOf(power, badges) };
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
