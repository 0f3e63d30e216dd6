/** From which width on a card has room for its powers in words beneath their signs. */

/** Widths, in pixels, at which words may begin to show; `Card.svelte` has a rule for each. */
export const WIDTHS = [96, 112, 128, 144, 160, 184] as const;

/** What a card is drawn in; lengths are shares of `em`, heights of the width. */
const FORM = {
  em: 1 / 12.2,
  height: 1.5,
  picture: 76 / 180,
  least: 11,
  name: { letters: 1.1, line: 1.14, around: 0.54, least: 3.1 },
  signs: { high: 1.6, least: 16 },
  words: { letters: 0.86, line: 1.22, before: 0.25 },
  /** How wide a letter is, as a share of its height. */
  letter: 0.56,
  margin: 1.4,
} as const;

/** How wide a text is: letters that are as wide as high count twice. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letter > "\u2e7f" ? 1.9 : 1;
  return width;
}

/** What a line ends behind: a word with its space, or a letter that is as wide as high. */
const PIECES = /[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s?/g;

function linesOf(text: string, letters: number, room: number): number {
  const most = room / (letters * FORM.letter);
  let [lines, used] = [1, 0];
  for (const piece of text.match(PIECES) ?? []) {
    const wide = widthOf(piece.trimEnd());
    if (used && used + wide > most) [lines, used] = [lines + 1, 0];
    used += widthOf(piece);
  }
  return lines;
}

/** The least of `WIDTHS` at which a card has room for these sentences, its rows of signs and its foot (in `em`), if any has. */
export function roomFrom(name: string, sentences: readonly string[], foot: number, signs: number): number | undefined {
  return WIDTHS.find((width) => {
    const em = width * FORM.em;
    const room = width - FORM.margin * em;
    const letters = Math.max(FORM.least, FORM.words.letters * em);
    const title = Math.max(FORM.least, FORM.name.letters * em);
    const named = Math.max(
      FORM.name.least * em,
      linesOf(name, title, room) * title * FORM.name.line + FORM.name.around * em,
    );
    const said = sentences.reduce((sum, each) => sum + linesOf(each, letters, room), 0) * letters * FORM.words.line;
    const rows = signs * Math.max(FORM.signs.least, FORM.signs.high * em) + sentences.length * FORM.words.before * em;
    return (
      FORM.picture * width + named + rows + said + foot * Math.max(FORM.least, em) + FORM.margin * em <=
      FORM.height * width
    );
  });
}
