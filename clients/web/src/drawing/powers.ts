/** Powers in lines: a badge for the moment, then what it brings in signs. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import type { IconName } from "../lib/icons.js";
import { type Catalogue, numberOf, wordOf } from "../model/catalogue.js";
import { signsOf } from "./kinds.js";
import { type Badges, type Sign, signed } from "./signs.js";

export interface Line {
  readonly moment: string;
  /** Empty for powers outside of phases. */
  readonly badge: string;
  readonly signs: readonly Sign[];
  /** What is said of them in sentences. */
  readonly powers: readonly Power[];
}

/** Where signs cannot tell a power: the sentence does. */
const IN_WORDS: readonly Sign[] = [{ icon: "words" }];

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

export const PRINTED: readonly (readonly [fact: string, icon: IconName])[] = [
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
  return signs.length ? [{ moment: "", badge: "", signs, powers: [] }] : [];
}

/** Each power of a component, in signs; however many ways of scoring there are, one line says that there are some. */
export function lines(powers: readonly Power[], badges: Badges): Line[] {
  const scoring = powers.filter(({ moment }) => moment === "end");
  return powers.flatMap((power): Line[] => {
    const { moment } = power;
    const badge = badges[moment] ?? "";
    if (moment === "end")
      return power === scoring[0] ? [{ moment, badge, signs: [{ icon: "chip" }], powers: scoring }] : [];
    const signs = signsOf(power, badges);
    return [{ moment, badge, signs: signs.length ? signs : IN_WORDS, powers: [power] }];
  });
}

/** The first moment at which a component does something: what colours a development. */
export function mainMoment(powers: readonly Power[]): string {
  return powers.find(({ moment }) => moment in BADGES || moment === "ship")?.moment ?? "";
}
