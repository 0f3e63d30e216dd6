/** Levels and phases as they are written on boards. */

const SIGNS = [
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
] as const;

/** A small number in Roman numerals; 0 is nothing. */
export function roman(number: number): string {
  const sign = SIGNS.find(([value]) => value <= number);
  return sign ? sign[1] + roman(number - sign[0]) : "";
}
