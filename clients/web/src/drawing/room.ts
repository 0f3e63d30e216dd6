/** Which lines of a card have room for their words beside their signs. */
import type { Line } from "./powers.js";
import type { Room } from "./tableau.js";

/** A line of a card with what it says in words; empty where nothing is said. */
export interface Row extends Line {
  readonly said: string;
}

/** What a card has to hold. */
export interface Held {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly keywords?: boolean;
  readonly footed?: boolean;
  readonly goods?: boolean;
}

/** What an upright card is drawn in: in `em`, whose size follows from the card's; letters in pixels at least. */
const UPRIGHT = {
  em: { ofWidth: 1 / 12.2, ofHeight: 1 / 18.3, least: 7 },
  picture: 3.5,
  /** Where a card is wide most names are in one line. */
  name: { letters: 1.1, line: 1.14, around: 0.54, least: 2.8, wide: 150, one: 1.9 },
  signs: { high: 1.7, least: 15 },
  words: { letters: 0.95, line: 1.25 },
  foot: { high: 1.9, least: 20 },
  keywords: { high: 1.5, least: 15 },
  around: 1.4,
  margin: 1.4,
} as const;
/** What a card that lies on its side is drawn in: in letters of the page. */
const SIDEWAYS = {
  beside: 3.3,
  name: 0.8125,
  line: 1.14,
  words: 0.735,
  spaced: 1.25,
  foot: 1.1,
  goods: 1.9,
  around: 0.8,
} as const;
const STRIP = { letter: 0.45, foot: 4 } as const;
const LEAST = 11;
/** How wide a letter is, as a share of its height: as a rule, and in the narrow letters of titles. */
const [LETTER, TITLE] = [0.56, 0.53];
/** How wide a badge and a sign are, in letters. */
const [BADGE, SIGN] = [3.6, 2.2];

/** How wide a text is: letters that are as wide as high count twice. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letter > "\u2e7f" ? 1.9 : 1;
  return width;
}

/** What a line ends behind: a word with its space, or a letter that is as wide as high. */
const PIECES = /[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s?/g;

/** How many lines a text takes that begins behind `used` letters of the first. */
function linesOf(text: string, most: number, used = 0): number {
  let lines = Math.max(1, Math.ceil(used / most));
  used -= (lines - 1) * most;
  for (const piece of text.match(PIECES) ?? []) {
    const wide = widthOf(piece.trimEnd());
    if (used && used + wide > most) [lines, used] = [lines + 1, 0];
    used += widthOf(piece);
  }
  return lines;
}

/** How wide the signs of a line are, with its badge, in letters. */
export function signsWidth({ badge, signs }: Line): number {
  return signs.reduce(
    (sum, sign) => sum + ("text" in sign ? widthOf(sign.text) : "word" in sign ? widthOf(sign.word) : SIGN),
    badge ? BADGE : 0,
  );
}

/** The room that all lines share, how high they are with signs and with words alone, and how many letters one holds. */
interface Lying {
  readonly free: number;
  readonly signs: number;
  readonly words: number;
  readonly letters: number;
}

function upright({ name, keywords, footed }: Held, { width, height }: Room): Lying {
  const em = Math.max(UPRIGHT.em.least, Math.min(width * UPRIGHT.em.ofWidth, height * UPRIGHT.em.ofHeight));
  const room = width - UPRIGHT.margin * em;
  const title = Math.max(LEAST, UPRIGHT.name.letters * em);
  const named = linesOf(name, room / (title * TITLE)) * title * UPRIGHT.name.line + UPRIGHT.name.around * em;
  const below = (part: { high: number; least: number }) => Math.max(part.least, part.high * em);
  const rest = (footed ? below(UPRIGHT.foot) : 0) + (keywords ? below(UPRIGHT.keywords) : 0);
  const least = width < UPRIGHT.name.wide ? UPRIGHT.name.least : UPRIGHT.name.one;
  const said = Math.max(LEAST, UPRIGHT.words.letters * em);
  return {
    free: height - (UPRIGHT.picture + UPRIGHT.around) * em - Math.max(least * title, named) - rest,
    signs: below(UPRIGHT.signs),
    words: said * UPRIGHT.words.line,
    letters: room / (said * LETTER),
  };
}

function sideways({ name, goods, footed }: Held, { width, height }: Room, letters: number): Lying {
  const room = width - SIDEWAYS.beside * letters;
  const said = Math.max(LEAST, SIDEWAYS.words * letters);
  const title = SIDEWAYS.name * letters;
  const named = linesOf(name, room / (title * TITLE)) * title * SIDEWAYS.line;
  return {
    free: height - named - ((footed ? SIDEWAYS.foot : 0) + SIDEWAYS.around) * letters,
    signs: said * SIDEWAYS.spaced,
    words: said * SIDEWAYS.spaced,
    letters: (room - (goods ? SIDEWAYS.goods * letters : 0)) / (said * LETTER),
  };
}

/** Whether the signs of all lines of a strip have room beside its picture, above which its name stands. */
export function signsFit({ name, rows, goods, footed }: Held, width: number, letters: number): boolean {
  const room = width / letters - SIDEWAYS.beside - (goods ? SIDEWAYS.goods : 0) - (footed ? STRIP.foot : 0);
  const lines = linesOf(name, (room + (goods ? SIDEWAYS.goods : 0)) / (SIDEWAYS.name * TITLE)) > 1 ? 1 : 2;
  let [used, line] = [0, 1];
  for (const row of rows) {
    const wide = row.badge || row.signs.length ? (signsWidth(row) + 1) * STRIP.letter : 0;
    if (used && used + wide > room) [used, line] = [0, line + 1];
    used += wide;
    if (used > room) return false;
  }
  return line <= lines;
}

const MANY_SIGNS = 99;

/** How much a line wants words: most where its sign only says that there are some, then the more signs it has. */
const wants = ({ signs }: Row): number =>
  signs.some((sign) => "icon" in sign && sign.icon === "words") ? MANY_SIGNS : signs.length;

/** Of each line of a card whether its words are told too: as many as there is room for, those first that want them most. */
export function worded(held: Held, room: Room, letters: number, onSide: boolean): readonly boolean[] {
  const lying = onSide ? sideways(held, room, letters) : upright(held, room);
  const high = (row: Row, said: string) => {
    const signed = row.badge || row.signs.length;
    const lines = linesOf(said, lying.letters, signed ? signsWidth(row) + 1 : 0);
    return signed ? lying.signs + (lines - 1) * lying.words : said ? lines * lying.words : 0;
  };
  let left = lying.free - held.rows.reduce((sum, row) => sum + high(row, ""), 0);
  const told = new Set<number>();
  const inTurn = held.rows.map((row, index) => ({ row, index, wanted: wants(row) }));
  for (const { row, index } of inTurn.sort((one, other) => other.wanted - one.wanted)) {
    const more = row.said ? high(row, row.said) - high(row, "") : Infinity;
    if (more > left) continue;
    left -= more;
    told.add(index);
  }
  return held.rows.map((_, index) => told.has(index));
}
