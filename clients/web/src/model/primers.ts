/** Part of what a lesson begins with: the signs that a learner will meet at a table, as the table draws them. */
import { roman } from "../drawing/roman.js";
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
  /** Letters, in the colour of a phase where they stand for it. */
  | { readonly text: string; readonly phase?: string };

export interface PrimerRow {
  /** The sentence is `sign-<game>-<about>`. */
  readonly about: string;
  readonly signs: readonly PrimerSign[];
  /** Without it nobody can follow the first step; the others are unfolded as they are met. */
  readonly first?: boolean;
}

/** A row that is told at once. */
const first = (about: string, ...signs: readonly PrimerSign[]): PrimerRow => ({ about, signs, first: true });
const later = (about: string, ...signs: readonly PrimerSign[]): PrimerRow => ({ about, signs });

const GOODS: readonly PrimerSign[] = ["novelty", "rare", "genes", "alien"].map((good) => ({ good }));
const WORLD = first("world", { cost: "civil" });
const CONQUERED = first("conquered", { cost: "military" });
const DEVELOPMENT = first("development", { cost: "development" });
const POINTS = later("points", { points: "3" });
const ARROW: PrimerSign = { text: "→" };
const PER = later("per", { text: "/" });
const LESS = later("less", { text: "−1" });
const BECOMES = later("becomes", ARROW);
const GIVEN = later("given", { text: "✕" });
const SWAP = later("swap", { text: "⇄" });
const MOST = later("most", { icon: "cup" });
const WORDS = later("words", { icon: "words" });
const VP = later("vp", { text: "VP" });
const KINDS = later("kinds", ...GOODS);

/** The signs of each game that is taught, in the order in which they are met. */
export const PRIMERS: Readonly<Record<string, readonly PrimerRow[]>> = {
  jump: [
    WORLD,
    CONQUERED,
    DEVELOPMENT,
    POINTS,
    later("cards", { icon: "card" }),
    later("gains", { icon: "chip" }, { icon: "income" }),
    later("strength", { icon: "sword" }),
    later("looking", { icon: "eye" }),
    later("chromosome", { icon: "helix" }),
    KINDS,
    VP,
    PER,
    LESS,
    BECOMES,
    later("paid", { icon: "sword" }, ARROW, { icon: "coin" }),
    later("except", { text: "≠" }),
    GIVEN,
    later("limit", { text: "≤1" }, { icon: "grid" }),
    later("placed", { icon: "gear" }, { icon: "flag" }),
    MOST,
    later("supply", { icon: "people" }),
    WORDS,
  ],
  race: [
    WORLD,
    CONQUERED,
    DEVELOPMENT,
    POINTS,
    KINDS,
    later("windfall", { good: "any", halo: true }),
    first(
      "phases",
      ...["explore", "develop", "settle", "consume", "produce"].map((phase, at) => ({ text: roman(at + 1), phase })),
    ),
    later("strength", { icon: "sword" }),
    later("hand", { icon: "card" }),
    later("chips", { icon: "chip" }),
    later("tableau", { icon: "grid" }),
    VP,
    later("trade", { text: "$" }),
    later("end", { text: "★" }),
    later("any", { good: "any" }),

    later("placed", { icon: "gear" }, { icon: "flag" }),
    later("looked", { icon: "eye" }),
    later("made", { icon: "plus" }),
    BECOMES,
    PER,
    LESS,
    later("times", { text: "×2" }),
    later("except", { text: "≠" }),
    later("limit", { text: "≤12" }),
    later("paid", { icon: "sword" }, ARROW, { icon: "coin" }),
    later("chromosome", { icon: "helix" }),
    later("once", { text: "↻" }),
    GIVEN,
    SWAP,
    later("flipped", { text: "⟲" }),
    later("gathered", { text: "⇉" }),
    later("saved", { text: "▾" }, { text: "▴" }),
    MOST,
    later("prestige", { icon: "prestige" }),
    later("defence", { icon: "shield" }, { icon: "broken" }),
    later("others", { icon: "people" }),
    WORDS,
  ],
  roll: [
    first("explore", { face: "eye" }),
    first("develop", { face: "gear" }),
    first("settle", { face: "flag" }),
    first("produce", { face: "plus" }),
    first("ship", { face: "bag" }),
    first("wild", { face: "star" }),
    later("development", { cost: "development" }),
    WORLD,
    KINDS,
    later("money", { icon: "coin" }),
    later("chips", { icon: "chip" }),
    later("tiles", { icon: "grid" }),
    VP,
    later("end", { text: "★" }),
    later("any", { good: "any" }),

    later("dice", { icon: "die" }),
    later("strength", { icon: "sword" }),
    later("consumption", { icon: "cup" }),
    later("added", { icon: "plus" }),
    later("looked", { icon: "eye" }),
    later("built", { icon: "gear" }, { icon: "flag" }),
    BECOMES,
    PER,
    LESS,
    SWAP,
    later("top", { text: "▴" }),
    WORDS,
  ],
  beyond: [
    first("people", { shape: "person" }),
    first("supply", { shape: "cube" }),
    first("ore", { shape: "ore" }),
    first("discs", { shape: "food" }),
    later("research", { shape: "research" }),
    later("ship", { shape: "ship" }),
    later("strength", { shape: "strength" }),
    later("jump", { shape: "jump" }),
    later("outpost", { shape: "outpost" }),
    later("colony", { shape: "colony" }),
    later("when", { shape: "bolt" }, { shape: "lasting" }),
    later("achievement", { shape: "achievement" }),
    later("points", { shape: "vp" }),
    later("gives", { text: "›" }),
    later("trade", { text: "⇄" }),
    later("raised", { text: "↑" }),
    later("either", { shape: "either" }),
    later("copy", { shape: "copy" }),
    later("warp", { shape: "warp" }),
    later("yard", { shape: "yard" }),
    later("again", { shape: "again" }),
    later("others", { shape: "others" }),
    later("sun", { shape: "sun" }),
    later("spiral", { shape: "spiral" }),
    later("lock", { shape: "lock" }, { text: "✕" }),
    later("greatest", { text: "max" }),
    later("anywhere", { text: "∗" }),
    later("different", { text: "≠" }),
    PER,
    LESS,
    later("times", { text: "2×" }),
    later("may", { text: "(" }, { text: ")" }),
    later("condition", { text: ":" }),
    later("equal", { text: "=" }),
    later("unlimited", { text: "∞" }),
    later("limit", { text: "≤4" }),
    later("held", { text: "!" }),
  ],
};
