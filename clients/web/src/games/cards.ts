/** Cards as rows show them, whatever the game. */
import type { Form } from "../drawing/tableau.js";
import type { IconName } from "../lib/icons.js";
import type { Gain, Look } from "../lib/look.js";

/** A card in a row, with what it costs and brings now. */
export interface RowCard {
  readonly id: string;
  readonly component: string;
  readonly price?: string;
  readonly by?: IconName;
  readonly gain?: readonly Gain[];
  readonly note?: string;
}

/** More cards of one's own lie on their sides, where a line of words is longer. */
const FEW = 6;

/** The forms in which cards of one's own lie. */
export const formsOf = (cards: number): readonly [Form, ...Form[]] =>
  cards > FEW ? ["wide", "mini"] : ["normal", "wide", "mini"];

/** Seats in the order of play, beginning after the viewer's; that one left out. */
export function clockwise<T extends { readonly seat: number }>(players: readonly T[], viewer: number | undefined): T[] {
  const turn = ({ seat }: T) => (seat - (viewer ?? 0) + players.length) % players.length;
  return players.filter(({ seat }) => seat !== viewer).sort((a, b) => turn(a) - turn(b));
}

/** Whether some of these cards can be picked. */
export function asked(look: Look, cards: readonly { readonly id: string }[]): boolean {
  return cards.some(({ id }) => look.marks.has(id));
}
