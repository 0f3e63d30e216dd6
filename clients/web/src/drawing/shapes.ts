/** What stands for each kind of thing besides its colour: nobody has to tell colours apart. */
import type { IconName } from "../lib/icons.js";

/** What is around a cost, on a field of 44 by 44: a world's price, the strength that conquers one, a development's price. */
export const COST_SHAPES = {
  civil: "M22 4a18 18 0 1 0 0 36 18 18 0 0 0 0-36z",
  military: "M22 6a16 16 0 1 0 0 32 16 16 0 0 0 0-32zM22 0v7M22 37v7M0 22h7M37 22h7",
  development: "M22 2 42 22 22 42 2 22z",
} as const;

/** Signs of the types of technologies. */
export const TYPE_ICONS: Readonly<Record<string, IconName>> = {
  scientific: "helix",
  economic: "coin",
  military: "sword",
  commercial: "bag",
};

/** Signs of dice that are of no good's colour; home dice are plain. */
export const DIE_ICONS: Readonly<Record<string, IconName>> = { military: "sword", consumption: "cup" };

/** Signs of developments, by the moment of what they do most. */
export const MOMENT_ICONS: Readonly<Record<string, IconName>> = {
  explore: "eye",
  develop: "gear",
  settle: "sword",
  consume: "bag",
  trade: "coin",
  produce: "plus",
  end: "star",
};
