/** The picture of a component as what is painted one after another, on a field of 180 by 108. */
import type { IconName } from "../lib/icons.js";
import { ICONS } from "../lib/icons.js";
import { constellation, ellipse, planet, STARS } from "./seeded.js";
import { MOMENT_ICONS } from "./shapes.js";

export const FIELD = { width: 180, height: 108 } as const;

/** Colours by what they are for: the tone is that of the good or the moment. */
export type Ink = "tone" | "pale" | "light" | "night" | "grey" | "black" | "white";

/** One thing that is painted. */
export interface Mark {
  readonly path: string;
  readonly fill?: Ink;
  /** Holes stay open where outlines lie within each other. */
  readonly evenly?: boolean;
  readonly line?: Ink;
  readonly width?: number;
  readonly dashes?: readonly number[];
  readonly opacity?: number;
  readonly at?: { readonly x: number; readonly y: number; readonly scale?: number; readonly tilt?: number };
  /** Of what is painted nothing lies outside the disc around `at`. */
  readonly disc?: boolean;
}

const UNIT = ellipse(0, 0, 1, 1);
const ORBITS = ellipse(90, 56, 62, 42) + ellipse(90, 56, 44, 30);

/** A world: a planet with what tells how it produces, a good that lies there or one for each production. */
export function worldArt(id: string, production: string): readonly Mark[] {
  const sky = planet(id);
  const { radius, x, y, ring, moon } = sky;
  const halo = production === "windfall" ? radius + 7 : production === "production" ? radius + 8 : 0;
  const continents = sky.style === "continents";
  /** Every second spot: continents are light and dark by turns, craters all dark. */
  const spots = (light: boolean) =>
    sky.spots
      .filter((_, index) => (continents && index % 2 === 1) === light)
      .map((spot) => ellipse(spot.x, spot.y, spot.radius * (continents ? 1.5 : 1), spot.radius))
      .join("");
  const surface: readonly Mark[] =
    sky.style === "banded"
      ? sky.bands.map((band, index) => ({
          path: `M-1 ${band.y}h2v${band.height}h-2z`,
          fill: index % 2 ? "black" : "white",
          opacity: band.strength,
        }))
      : [
          { path: spots(false), fill: "black", opacity: 0.2 },
          ...(continents ? [{ path: spots(true), fill: "white", opacity: 0.2 } as const] : []),
        ];
  const [wide, high] = [radius * 1.7, radius * 0.42];
  const orbit = ring && { line: "pale" as const, width: ring.width, at: { x, y, tilt: ring.tilt } };
  const body = { x, y, scale: radius };
  const marks: (Mark | undefined)[] = [
    ...starsOf(sky.stars),
    halo
      ? {
          path: ellipse(0, 0, halo, halo),
          line: "tone",
          width: 4,
          opacity: 0.85,
          dashes: production === "windfall" ? [7, 5] : [],
          at: { x, y },
        }
      : undefined,
    orbit && { ...orbit, path: ellipse(0, 0, wide, high), opacity: 0.55 },
    { path: UNIT, fill: "tone", at: body },
    ...surface.map((mark) => ({ ...mark, disc: true, at: { ...body, tilt: sky.tilt } })),
    { path: UNIT, fill: "light", at: body },
    orbit && { ...orbit, path: `M${-wide} 0A${wide} ${high} 0 0 0 ${wide} 0`, opacity: 0.9 },
    moon && { path: ellipse(moon.x, moon.y, moon.radius, moon.radius), fill: "grey", opacity: 0.85 },
  ];
  return marks.filter((mark) => mark !== undefined);
}

/** A development: a constellation around the sign of what it does most. */
export function developmentArt(id: string, moment: string): readonly Mark[] {
  const { nodes, edges } = constellation(id);
  const joined = edges.map(({ from, to }) => [nodes[from], nodes[to]] as const);
  const sign: { fill?: string; line?: string } = ICONS[MOMENT_ICONS[moment] ?? ("star" satisfies IconName)];
  const at = { x: 77, y: 43, scale: 1.625 };
  return [
    ...starsOf(planet(id).stars),
    { path: ORBITS, line: "tone", opacity: 0.35 },
    {
      path: joined.map(([from, to]) => (from && to ? `M${from.x} ${from.y}L${to.x} ${to.y}` : "")).join(""),
      line: "tone",
      width: 1.4,
      opacity: 0.8,
    },
    { path: nodes.map(({ x, y, radius }) => ellipse(x, y, radius, radius)).join(""), fill: "tone" },
    { path: ellipse(90, 56, 20, 20), fill: "night", line: "tone", width: 1.6 },
    ...(sign.line ? [{ path: sign.line, line: "tone", width: 1.5, at } as const] : []),
    ...(sign.fill ? [{ path: sign.fill, fill: "tone", evenly: true, at } as const] : []),
  ];
}

function starsOf(dots: readonly string[]): readonly Mark[] {
  return STARS.map(({ size, light }, index) => ({
    path: dots[index] ?? "",
    line: "white",
    width: size,
    opacity: light,
  }));
}
