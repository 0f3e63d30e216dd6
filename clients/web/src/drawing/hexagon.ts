/** The hexagon that the points of a card stand in. */

/** How wide letters of 22 px are at most in the faces that pages have, in pixels. */
const FIGURE = 15.4;
const SIGN = 18.6;
/** What stays free to either side of them. */
const FREE = 4;
const USUAL = 40;

/** How wide it must be for its letters, on a field of 44 in height; and its outline. */
export function hexagonOf(points: string): { width: number; path: string } {
  const letters = [...points].reduce((sum, letter) => sum + (/[+−]/.test(letter) ? SIGN : FIGURE), 0);
  const width = Math.max(USUAL, Math.ceil(letters + 2 * FREE));
  const [left, middle, right] = [3, width / 2, width - 3];
  return { width, path: `M${middle} 2 ${right} 12v20L${middle} 42 ${left} 32V12z` };
}
