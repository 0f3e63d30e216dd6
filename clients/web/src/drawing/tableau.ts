/** How the cards of a tableau lie in the room there is: as rich as they can be read, in even rows. */

/** Upright cards; cards that lie on their side, with signs beside the picture; strips; tiles whose name lies below the picture. */
export type Form = "normal" | "wide" | "mini" | "tile";

/** A width and a height, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Arrangement {
  readonly form: Form;
  readonly columns: number;
  /** Of each card, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Between two cards, in pixels. */
export const GAP = 5;
/** What can still be read with letters of 15 px, and what no card is larger than: in pixels. */
const LEAST: Record<Form, Room> = {
  normal: { width: 96, height: 144 },
  wide: { width: 132, height: 62 },
  mini: { width: 126, height: 50 },
  tile: { width: 81, height: 46 },
};
const MOST: Record<Form, Room> = {
  normal: { width: 190, height: 285 },
  wide: { width: 230, height: 96 },
  mini: { width: 230, height: 56 },
  tile: { width: 150, height: 60 },
};
/** How high an upright card is, for its width. */
const UPRIGHT = 1.5;
const LETTERS = 15;
const FEW = 8;
/** So much larger cards are worth one more row. */
const BETTER = 1.15;

const share = (all: number, parts: number) => (all - GAP * (parts - 1)) / parts;

/** As many cards as can be read side by side. */
function columnsIn(form: Form, width: number, scale: number): number {
  return Math.max(1, Math.floor((width + GAP) / (LEAST[form].width * scale + GAP)));
}

/** The largest cards of a form for which there is room, or undefined; upright ones keep their size while there are few. */
function lying(form: Form, cards: number, room: Room, scale: number, few: number): Arrangement | undefined {
  const [least, most] = [LEAST[form], MOST[form]];
  const upright = form === "normal";
  const places = upright ? Math.max(cards, few) : cards;
  let best: Arrangement | undefined;
  for (let rows = 1; rows <= places; rows += 1) {
    const columns = Math.ceil(places / rows);
    if (columns > columnsIn(form, room.width, scale)) continue;
    const high = share(room.height, rows);
    const wide = Math.min(share(room.width, columns), most.width * scale);
    const width = upright ? Math.min(wide, high / UPRIGHT) : wide;
    const height = upright ? width * UPRIGHT : Math.min(high, most.height * scale);
    if (width < least.width * scale || height < least.height * scale) continue;
    if (!best || width * height > BETTER * best.width * best.height) best = { form, columns, width, height };
  }
  return best && { ...best, columns: evenly(cards, best.columns) };
}

/**
 * How `cards` cards lie in a room: in the first of these forms for which there is enough of it; else in the last one, in rows
 * that are higher than the room. `letters` is how high the page's letters are, in pixels.
 */
export function arrange(
  cards: number,
  room: Room,
  letters: number,
  forms: readonly [Form, ...Form[]],
  few = FEW,
): Arrangement {
  const scale = letters / LETTERS;
  for (const form of forms) {
    const found = lying(form, cards, room, scale, few);
    if (found) return found;
  }
  const last = forms.at(-1) ?? forms[0];
  const columns = evenly(cards, columnsIn(last, room.width, scale));
  const width = Math.min(share(room.width, columns), MOST[last].width * scale);
  return { form: last, columns, width, height: LEAST[last].height * scale };
}

/** Columns with which as many rows as there must be are even. */
function evenly(cards: number, columns: number): number {
  return Math.max(1, Math.ceil(cards / Math.max(1, Math.ceil(cards / columns))));
}

/** How much room cards of a form need at least where they lie so wide, in pixels. */
export function leastHeight(cards: number, width: number, letters: number, form: Form): number {
  const scale = letters / LETTERS;
  const rows = Math.ceil(cards / columnsIn(form, width, scale));
  return rows * (LEAST[form].height * scale + GAP) - GAP;
}

/** How much room they use of what there is, in pixels. */
export function usedHeight(cards: number, { columns, height }: Arrangement): number {
  return Math.ceil(cards / columns) * (height + GAP) - GAP;
}
