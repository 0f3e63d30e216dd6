/** Why one answer of a puzzle is better than another, in facts: what the cards of each cost and bring. */
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { signed } from "../drawing/signs.js";
import { placesOf } from "./answer.js";
import type { Catalogue } from "./catalogue.js";
import { differences } from "./figures.js";

/** What a card in hand would bring: Race for the Galaxy and Jump Drive say it. */
interface Held {
  readonly id: string;
  readonly vpGain: number;
  /** What it costs now, where it can be paid for. */
  readonly price?: number;
  /** Cards in each round; where there is such an income the points are scored in each round, too. */
  readonly incomeGain?: number;
}

/** A figure of the best answer, and that of the other one where it has any. */
export interface Figure {
  /** The message that names it. */
  readonly name: string;
  readonly of: string;
  readonly instead?: string;
}

const heldIn = (view: object | undefined): readonly Held[] =>
  view && "hand" in view && Array.isArray(view.hand) ? (view.hand as Held[]) : [];

/** The sum of what the cards of an answer bring; undefined where it has none. */
function gainOf(
  hand: readonly Held[],
  prompt: Prompt,
  picks: readonly string[],
  of: "vpGain" | "incomeGain" | "price",
) {
  const places = new Set(prompt.options.filter(({ id }) => picks.includes(id)).flatMap(placesOf));
  const gains = hand.filter(({ id }) => places.has(id)).flatMap((card) => card[of] ?? []);
  return gains.length ? gains.reduce((sum, gain) => sum + gain, 0) : undefined;
}

/** What tells the best answer from another, in figures; those that are the same tell nothing. */
export function reasons(
  view: object | undefined,
  prompt: Prompt,
  catalogue: Catalogue,
  best: readonly string[],
  other: readonly string[],
): Figure[] {
  const hand = heldIn(view);
  const rounds = hand.some(({ incomeGain }) => incomeGain !== undefined);
  const gains = (["vpGain", "incomeGain"] as const).flatMap((gain): Figure[] => {
    const [of, instead] = [gainOf(hand, prompt, best, gain), gainOf(hand, prompt, other, gain)];
    if (of === undefined || of === instead) return [];
    const name = gain === "incomeGain" ? "jump-income" : rounds ? "jump-vp-round" : "sum-vp";
    return [{ name, of: signed(of), ...(instead !== undefined && { instead: signed(instead) }) }];
  });
  const told = differences(prompt, catalogue, best, other)
    .filter(({ figure }) => figure !== "vp" || !hand.length)
    // What is to be paid is told apart from the price where it is another.
    .filter((each, at, all) => all.findIndex(({ of, instead }) => of === each.of && instead === each.instead) === at);
  const [price, otherwise] = [gainOf(hand, prompt, best, "price"), gainOf(hand, prompt, other, "price")];
  const alone = price !== undefined && otherwise === undefined ? [{ name: "sum-cost", of: `${price}` }] : [];
  return [
    ...alone,
    ...told.map(({ figure, of, instead }) => ({ name: `sum-${figure}`, of: `${of}`, instead: `${instead}` })),
    ...gains,
  ];
}
