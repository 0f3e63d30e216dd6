/** Part of what a lesson begins with: the signs that a learner will meet at a table, as the table draws them. */
import type { COST_SHAPES } from "../drawing/shapes.js";
import type { Shape } from "../drawing/effects.js";
import type { IconName } from "../lib/icons.js";

export type PrimerSign =
  | { readonly icon: IconName }
  | { readonly cost: keyof typeof COST_SHAPES }
  | { readonly good: string; readonly halo?: boolean }
  /** A face of a die. */
  | { readonly face: IconName }
  | { readonly shape: Shape }
  | { readonly points: string }
  | { readonly text: string };

export interface PrimerRow {
  /** The sentence is `sign-<game>-<about>`. */
  readonly about: string;
  readonly signs: readonly PrimerSign[];
}

const GOODS: readonly PrimerSign[] = ["novelty", "rare", "genes", "alien"].map((good) => ({ good }));
const WORLD: PrimerRow = { about: "world", signs: [{ cost: "civil" }] };
const CONQUERED: PrimerRow = { about: "conquered", signs: [{ cost: "military" }] };
const DEVELOPMENT: PrimerRow = { about: "development", signs: [{ cost: "development" }] };
const POINTS: PrimerRow = { about: "points", signs: [{ points: "3" }] };
const KINDS: PrimerRow = { about: "kinds", signs: GOODS };

/** The signs of each game that is taught, in the order in which they are met. */
export const PRIMERS: Readonly<Record<string, readonly PrimerRow[]>> = {
  jump: [
    WORLD,
    CONQUERED,
    DEVELOPMENT,
    POINTS,
    { about: "cards", signs: [{ icon: "card" }] },
    { about: "gains", signs: [{ icon: "chip" }, { icon: "income" }] },
    { about: "strength", signs: [{ icon: "sword" }] },
    { about: "looking", signs: [{ icon: "eye" }] },
    { about: "chromosome", signs: [{ icon: "helix" }] },
    KINDS,
  ],
  race: [
    WORLD,
    CONQUERED,
    DEVELOPMENT,
    POINTS,
    KINDS,
    { about: "windfall", signs: [{ good: "any", halo: true }] },
    { about: "phases", signs: ["I", "II", "III", "IV", "V"].map((text) => ({ text })) },
    { about: "strength", signs: [{ icon: "sword" }] },
    { about: "hand", signs: [{ icon: "card" }] },
    { about: "chips", signs: [{ icon: "chip" }] },
    { about: "tableau", signs: [{ icon: "grid" }] },
  ],
  roll: [
    { about: "explore", signs: [{ face: "eye" }] },
    { about: "develop", signs: [{ face: "gear" }] },
    { about: "settle", signs: [{ face: "flag" }] },
    { about: "produce", signs: [{ face: "plus" }] },
    { about: "ship", signs: [{ face: "bag" }] },
    { about: "wild", signs: [{ face: "star" }] },
    { about: "development", signs: [{ cost: "development" }] },
    WORLD,
    KINDS,
    { about: "money", signs: [{ icon: "coin" }] },
    { about: "chips", signs: [{ icon: "chip" }] },
    { about: "tiles", signs: [{ icon: "grid" }] },
  ],
  beyond: [
    { about: "people", signs: [{ shape: "person" }] },
    { about: "supply", signs: [{ shape: "cube" }] },
    { about: "ore", signs: [{ shape: "ore" }] },
    { about: "discs", signs: [{ shape: "food" }] },
    { about: "research", signs: [{ shape: "research" }] },
    { about: "ship", signs: [{ shape: "ship" }] },
    { about: "strength", signs: [{ shape: "strength" }] },
    { about: "jump", signs: [{ shape: "jump" }] },
    { about: "outpost", signs: [{ shape: "outpost" }] },
    { about: "colony", signs: [{ shape: "colony" }] },
    { about: "when", signs: [{ shape: "bolt" }, { shape: "lasting" }] },
    { about: "achievement", signs: [{ shape: "achievement" }] },
    { about: "points", signs: [{ shape: "vp" }] },
  ],
};
