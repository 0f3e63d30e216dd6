/** Signs of effects, on a field of 16 by 16: what is filled, what is drawn by lines, and in which colour. */
import type { Shape } from "./effects.js";

interface Drawn {
  readonly fill?: string;
  readonly line?: string;
  /** A class of colour: `food` or `ore`; otherwise that of the letters. */
  readonly tone?: "food" | "ore" | "gold" | "sky";
}

const SHIP = "M8 .8 14.500 14.700 8 11.700 1.500 14.700z";
const DISC = "M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z";

export const SHAPES: Readonly<Record<Shape, Drawn>> = {
  ore: {
    fill: "M5 1.500h6l3.800 4.700L8 15 1.200 6.200zM5.200 3.400 3.800 6h2.400L8 3.400zM6.300 7 8 12l1.700-5z",
    tone: "ore",
  },
  person: {
    fill: "M8 1a3.300 3.300 0 1 0 0 6.600A3.300 3.300 0 0 0 8 1zM2 15c0-4 2.300-6.400 6-6.400s6 2.400 6 6.400z",
  },
  cube: { line: "M8 1.500 13.800 4.700v6.600L8 14.500 2.200 11.300V4.700zM2.500 5 8 8l5.500-3M8 8v6.200" },
  ship: { fill: SHIP, tone: "sky" },
  jump: { line: "M1.500 12.500C3 4 10 2.500 13.700 8.800M14.400 3.600l-.4 5.600-5.300-1", tone: "sky" },
  warp: { line: "M8 2a6 6 0 1 1-5.900 5M4.500 8a3.500 3.500 0 1 1 2 3.200", tone: "sky" },
  research: {
    line: "M5.500 1.500h5M6.500 1.500v4.700L2.600 13a1.100 1.100 0 0 0 1 1.600h8.800a1.100 1.100 0 0 0 1-1.600L9.500 6.200V1.500",
    fill: "M5 9.500h6l2 4.300H3z",
  },
  food: { fill: DISC, tone: "food" },
  either: { fill: "M8 1.500a6.500 6.500 0 0 0 0 13z", line: DISC, tone: "gold" },
  colony: {
    fill: "M8 6.500a4.700 4.700 0 1 0 0 9.400 4.700 4.700 0 0 0 0-9.400zM7.400.3h1.200l5 2-5 2.200v3H7.400z",
    tone: "food",
  },
  outpost: {
    line: "M2.500 11.800c0-1.800 2.400-3.200 5.500-3.200s5.500 1.400 5.500 3.200-2.400 3.200-5.500 3.200-5.500-1.400-5.500-3.200zM8 11V1",
    fill: "M8 1l6 2.400L8 6z",
  },
  yard: { line: "M8 1.200 14 4.600v6.800L8 14.800 2 11.400V4.600zM8 1.200v13.600M2 4.600l12 6.800M14 4.600 2 11.400" },
  copy: { line: "M1.800 1.800h8.400v8.400H1.800zM5.800 12.500v1.700h8.400V5.800h-1.700" },
  again: { line: "M12.800 4.200a6 6 0 1 0 1 5.600M13.500.8v3.900H9.600" },
  bolt: { fill: "M9.800.5 2.800 9h4.400L6 15.500 13.200 6.600H8.600z", tone: "gold" },
  lasting: { line: "M5 5C1 5 1 11 5 11s6-6 9-6M11 11c4 0 4-6 0-6S5 11 2 11", tone: "gold" },
  vp: {
    line: "M8 .8 14.500 4.400v7.200L8 15.200 1.500 11.600V4.400z",
    fill: "M8 4l1.200 2.500 2.800.3-2.100 1.900.6 2.700L8 10l-2.500 1.400.6-2.700L4 6.800l2.800-.3z",
    tone: "gold",
  },
  achievement: { line: DISC, fill: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z", tone: "gold" },
  strength: {
    fill: "M14.500 1.500 9 3 4.500 8.800l2.700 2.700L13 7zM3.600 9.600 2 11.200l1.300 1.300-1.800 1.800.9.9 1.800-1.800 1.300 1.300 1.600-1.600z",
  },
  others: {
    fill: "M5.500 2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM.8 14c0-3.400 1.800-5.400 4.700-5.400s4.700 2 4.700 5.400zM11.200 3.200a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM11.600 14h3.600c0-3-1.300-4.900-4-4.900z",
  },
  sun: {
    fill: "M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    line: "M8 .8v2M8 13.200v2M.8 8h2M13.200 8h2M3 3l1.400 1.400M11.600 11.600 13 13M13 3l-1.400 1.400M4.400 11.600 3 13",
    tone: "gold",
  },
  spiral: { line: "M8 8c1.600-3.200 5.900-.5 4.800 1.600-1 3.700-7 4.300-9 1C1.600 7 4.800 2.200 9 2.700" },
  lock: { fill: "M3 7h10v8H3z", line: "M5 7V4.500a3 3 0 0 1 6 0V7" },
};
