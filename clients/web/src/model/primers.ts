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
  /** Met now and then only: told after the others. */
  readonly rare?: boolean;
}

/** A row that is met now and then. */
const rare = (about: string, ...signs: readonly PrimerSign[]): PrimerRow => ({ about, signs, rare: true });

const GOODS: readonly PrimerSign[] = ["novelty", "rare", "genes", "alien"].map((good) => ({ good }));
const WORLD: PrimerRow = { about: "world", signs: [{ cost: "civil" }] };
const CONQUERED: PrimerRow = { about: "conquered", signs: [{ cost: "military" }] };
const DEVELOPMENT: PrimerRow = { about: "development", signs: [{ cost: "development" }] };
const POINTS: PrimerRow = { about: "points", signs: [{ points: "3" }] };
const ARROW: PrimerSign = { text: "→" };
const PER = rare("per", { text: "/" });
const LESS = rare("less", { text: "−1" });
const BECOMES = rare("becomes", ARROW);
const GIVEN = rare("given", { text: "✕" });
const SWAP = rare("swap", { text: "⇄" });
const MOST = rare("most", { icon: "cup" });
const WORDS = rare("words", { icon: "words" });
const VP = rare("vp", { text: "VP" });
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
    VP,
    PER,
    LESS,
    BECOMES,
    rare("paid", { icon: "sword" }, ARROW, { icon: "coin" }),
    rare("except", { text: "≠" }),
    GIVEN,
    rare("limit", { text: "≤1" }, { icon: "grid" }),
    rare("placed", { icon: "gear" }, { icon: "flag" }),
    MOST,
    rare("supply", { icon: "people" }),
    WORDS,
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
    VP,
    rare("trade", { text: "$" }),
    rare("end", { text: "★" }),
    rare("any", { good: "any" }),

    rare("placed", { icon: "gear" }, { icon: "flag" }),
    rare("looked", { icon: "eye" }),
    rare("made", { icon: "plus" }),
    BECOMES,
    PER,
    LESS,
    rare("times", { text: "×2" }),
    rare("except", { text: "≠" }),
    rare("limit", { text: "≤12" }),
    rare("paid", { icon: "sword" }, ARROW, { icon: "coin" }),
    rare("chromosome", { icon: "helix" }),
    rare("once", { text: "↻" }),
    GIVEN,
    SWAP,
    rare("flipped", { text: "⟲" }),
    rare("gathered", { text: "⇉" }),
    rare("saved", { text: "▾" }, { text: "▴" }),
    MOST,
    rare("prestige", { icon: "prestige" }),
    rare("defence", { icon: "shield" }, { icon: "broken" }),
    rare("others", { icon: "people" }),
    WORDS,
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
    VP,
    rare("end", { text: "★" }),
    rare("any", { good: "any" }),

    rare("dice", { icon: "die" }),
    rare("strength", { icon: "sword" }),
    rare("consumption", { icon: "cup" }),
    rare("added", { icon: "plus" }),
    rare("looked", { icon: "eye" }),
    rare("built", { icon: "gear" }, { icon: "flag" }),
    BECOMES,
    PER,
    LESS,
    SWAP,
    rare("top", { text: "▴" }),
    WORDS,
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
    rare("gives", { text: "›" }),
    rare("trade", { text: "⇄" }),
    rare("raised", { text: "↑" }),
    rare("either", { shape: "either" }),
    rare("copy", { shape: "copy" }),
    rare("warp", { shape: "warp" }),
    rare("yard", { shape: "yard" }),
    rare("again", { shape: "again" }),
    rare("others", { shape: "others" }),
    rare("sun", { shape: "sun" }),
    rare("spiral", { shape: "spiral" }),
    rare("lock", { shape: "lock" }, { text: "✕" }),
    rare("greatest", { text: "max" }),
    rare("anywhere", { text: "∗" }),
    rare("different", { text: "≠" }),
    PER,
    LESS,
    rare("times", { text: "2×" }),
    rare("may", { text: "(" }, { text: ")" }),
    rare("condition", { text: ":" }),
    rare("equal", { text: "=" }),
    rare("unlimited", { text: "∞" }),
    rare("limit", { text: "≤4" }),
    rare("held", { text: "!" }),
  ],
};
