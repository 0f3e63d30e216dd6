/** What is drawn of a component besides its figures: the same for an id at all times, made from nothing but the id. */

/** Numbers from 0 to 1, always the same ones for the same text. */
export function seeded(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export interface Planet {
  readonly radius: number;
  readonly x: number;
  readonly y: number;
  readonly style: "banded" | "cratered" | "continents";
  readonly tilt: number;
  readonly bands: readonly { readonly y: number; readonly height: number; readonly strength: number }[];
  readonly spots: readonly { readonly x: number; readonly y: number; readonly radius: number }[];
  readonly ring?: { readonly tilt: number; readonly width: number };
  readonly moon?: { readonly x: number; readonly y: number; readonly radius: number };
  /** Dots of each of `STARS`. */
  readonly stars: readonly string[];
}

/** Sizes of stars, small ones faint: drawn as dots of lines with round ends. */
export const STARS = [
  { size: 1.1, light: 0.3 },
  { size: 1.8, light: 0.5 },
  { size: 2.5, light: 0.7 },
] as const;
const STARS_EACH = 9;

const STYLES = ["banded", "cratered", "continents"] as const;

/** A planet in a sky of 180 by 108. */
export function planet(id: string): Planet {
  const next = seeded(id);
  const between = (least: number, most: number) => least + next() * (most - least);
  const several = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const style = STYLES[Math.floor(next() * STYLES.length)] ?? "banded";
  const radius = between(34, 42);
  return {
    radius,
    x: between(84, 96),
    y: between(52, 60),
    style,
    tilt: between(-28, 28),
    bands: several(5, () => ({ y: between(-0.85, 0.8), height: between(0.08, 0.3), strength: between(0.1, 0.34) })),
    spots: several(style === "cratered" ? 9 : 6, () => {
      const [angle, away] = [between(0, Math.PI * 2), Math.sqrt(next()) * 0.85];
      return {
        x: Math.cos(angle) * away,
        y: Math.sin(angle) * away,
        radius: between(0.07, style === "cratered" ? 0.2 : 0.38),
      };
    }),
    ring: next() < 0.3 ? { tilt: between(-24, 24), width: between(4, 9) } : undefined,
    moon: next() < 0.35 ? { x: between(28, 152), y: between(20, 88), radius: between(4, 8) } : undefined,
    stars: STARS.map(() => several(STARS_EACH, () => dot(between(0, 180), between(0, 108))).join("")),
  };
}

/** A path's shortest line, which round ends make a dot. */
function dot(x: number, y: number): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h.01`;
}

/** The outline of an ellipse, for paths that draw many at once. */
export function ellipse(x: number, y: number, wide: number, high: number): string {
  return `M${x - wide} ${y}a${wide} ${high} 0 1 0 ${2 * wide} 0a${wide} ${high} 0 1 0 ${-2 * wide} 0z`;
}

export interface Constellation {
  readonly nodes: readonly { readonly x: number; readonly y: number; readonly radius: number }[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

/** Points around a centre, joined to rings: what stands for a development. */
export function constellation(id: string): Constellation {
  const next = seeded(id);
  const count = 6 + Math.floor(next() * 5);
  const nodes = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2 + next() * 0.5;
    const away = 30 + next() * 20;
    return { x: 90 + Math.cos(angle) * away * 1.25, y: 56 + Math.sin(angle) * away * 0.85, radius: 1.6 + next() * 2.2 };
  });
  const edges = nodes.flatMap((_, index) =>
    next() < 0.75 ? [{ from: index, to: (index + 1 + (next() < 0.25 ? 1 : 0)) % count }] : [],
  );
  return { nodes, edges };
}
