/** From which width on a card has room for its powers in words beneath their signs. */

/** Widths, in pixels, at which words may begin to show; `Card.svelte` has a rule for each. */
export const WIDTHS = [96, 112, 128, 144, 160, 184] as const;

/** What a card is drawn in; lengths are shares of `em`, heights of the width. */
const FORM = {
  em: 1 / 12.2,
  height: 1.5,
  picture: 76 / 180,
  least: 11,
  name: { letters: 1.06, line: 1.14, around: 0.54, least: 2.2 },
  signs: 1.6,
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

function linesOf(text: string, letters: number, room: number): number {
  return Math.ceil((widthOf(text) * letters * FORM.letter) / room);
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
    const rows = (signs * FORM.signs + sentences.length * FORM.words.before) * em;
    return FORM.picture * width + named + rows + said + (foot + FORM.margin) * em <= FORM.height * width;
  });
}
