/** What covers of games are drawn with, on a field of 320 by 180. */

export const COVER = { width: 320, height: 180 } as const;

export interface Star {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly light: number;
}

/** Numbers from 0 to 1, the same for the same seed. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** Stars of a sky. */
export function stars(seed: number, count: number): readonly Star[] {
  const drawn = numbers(seed);
  const next = (): number => drawn.next().value;
  return Array.from({ length: count }, () => ({
    x: Math.round(next() * COVER.width),
    y: Math.round(next() * COVER.height),
    radius: 0.5 + next() * next() * 1.3,
    light: 0.35 + next() * 0.6,
  }));
}

/** Streaks that run away from a point, as stars do for who jumps: outlines, long ones far from it. */
export function streaks(x: number, y: number, seed: number, count: number): readonly string[] {
  const drawn = numbers(seed);
  const next = (): number => drawn.next().value;
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + next() * 0.8) / count) * 2 * Math.PI;
    const [from, width] = [44 + next() * 60, 0.012 + next() * 0.012];
    const to = from + 40 + next() * 130;
    const at = (radius: number, turn: number) =>
      `${(x + Math.cos(turn) * radius).toFixed(1)} ${(y + Math.sin(turn) * radius).toFixed(1)}`;
    return `M${at(from, angle)}L${at(to, angle - width)}L${at(to, angle + width)}z`;
  });
}

/** The three sides of a die that are seen, as outlines: above, left, right; and where each has its middle. */
export function die(x: number, y: number, size: number) {
  const [w, h] = [size * 0.866, size * 0.5];
  return {
    top: `M${x} ${y - size}L${x + w} ${y - h}L${x} ${y}L${x - w} ${y - h}z`,
    left: `M${x - w} ${y - h}L${x} ${y}L${x} ${y + size}L${x - w} ${y + h}z`,
    right: `M${x + w} ${y - h}L${x} ${y}L${x} ${y + size}L${x + w} ${y + h}z`,
    above: `matrix(0.866 0.5 -0.866 0.5 ${x} ${y - h})`,
    before: `matrix(0.866 0.5 0 1 ${x - w / 2} ${y + h / 2})`,
    beside: `matrix(0.866 -0.5 0 1 ${x + w / 2} ${y + h / 2})`,
  };
}
