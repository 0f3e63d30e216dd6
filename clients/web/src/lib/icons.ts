/** Our own icons, on a field of 16 by 16; what is filled and what is drawn by lines. */
export const ICONS = {
  card: {
    fill: "M4.4 1h7.2A1.6 1.6 0 0 1 13.200 2.600v10.800A1.6 1.6 0 0 1 11.600 15H4.400A1.6 1.6 0 0 1 2.800 13.400V2.600A1.6 1.6 0 0 1 4.400 1zM5.500 8 8 11l2.500-3L8 5z",
  },
  sword: {
    fill: "M14.500 1.500 9 3 4.500 8.800l2.700 2.700L13 7zM3.600 9.600 2 11.200l1.300 1.300-1.800 1.800.9.9 1.800-1.800 1.300 1.300 1.600-1.600z",
  },
  chip: {
    line: "M8 .8 14.500 4.400v7.200L8 15.200 1.500 11.600V4.400z",
    fill: "M8 4l1.200 2.500 2.800.3-2.100 1.900.6 2.700L8 10l-2.500 1.400.6-2.700L4 6.800l2.800-.3z",
  },
  grid: { fill: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z" },
  plus: { fill: "M6.300 2h3.400v4.300H14v3.400H9.700V14H6.300V9.700H2V6.300h4.300z" },
  eye: {
    line: "M8 3C4 3 1.500 6.500.8 8c.7 1.500 3.200 5 7.200 5s6.500-3.500 7.200-5C14.500 6.500 12 3 8 3z",
    fill: "M8 5.400a2.600 2.600 0 1 0 0 5.200 2.600 2.600 0 0 0 0-5.200z",
  },
  gear: { line: "M8 1 15 8 8 15 1 8z", fill: "M8 4.500 11.500 8 8 11.500 4.500 8z" },
  flag: { line: "M12 10a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM7 10V1", fill: "M7 1l7 2.500L7 6z" },
  bag: { fill: "M2 4h8v8H2z", line: "M11 8h4m-2-2.200L15.300 8 13 10.200" },
  coin: { line: "M8 1.700a6.300 6.300 0 1 0 0 12.600A6.300 6.300 0 0 0 8 1.700zM8 4v8M5.500 6h5M5.500 10h5" },
  star: { fill: "M8 .8l2.200 4.900 5.200.5-3.900 3.600 1.100 5.200L8 12.300 3.400 15l1.100-5.200L.6 6.200l5.200-.5z" },
  first: { fill: "M2 2h2.500v12H2zM14 2v12L5.500 8z" },
  back: { fill: "M12 2v12L3 8z" },
  on: { fill: "M4 2v12l9-6z" },
  last: { fill: "M14 2h-2.500v12H14zM2 2v12l8.500-6z" },
  helix: { line: "M4 1c0 5 8 5 8 10v4M12 1c0 5-8 5-8 10v4M5.200 4.500h5.600M5.200 12h5.600" },
  die: {
    line: "M3 2h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z",
    fill: "M8 6.300a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z",
  },
  clock: { line: "M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM8 4.500V8l2.600 2" },
  cup: {
    line: "M4 2h8v4a4 4 0 0 1-8 0zM8 10v4M5 14h6M4 3.500H1.800C1.800 6 3 7 4.300 7M12 3.500h2.200C14.200 6 13 7 11.700 7",
  },
} as const satisfies Record<string, { fill?: string; line?: string }>;

export type IconName = keyof typeof ICONS;

/** Shapes of seats, in the order of seats: what colour says is said by them too. */
export const SEAT_SHAPES = [
  "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z",
  "M8 1 15 14.500H1z",
  "M2 2h12v12H2z",
  "M8 .5 15.500 8 8 15.500.5 8z",
  "M8 .8l2.200 4.900 5.200.5-3.900 3.600 1.100 5.200L8 12.300 3.400 15l1.100-5.200L.6 6.200l5.200-.5z",
  "M4.500 1.500h7L15.200 8l-3.700 6.500h-7L.8 8z",
];

/** Shapes of goods, and of the kinds of worlds that bear them. */
export const GOOD_SHAPES: Readonly<Record<string, string>> = {
  novelty: "M8 .5 15.500 8 8 15.500.5 8z",
  rare: "M8 1.200 15.200 14.400H.8z",
  genes: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z",
  alien: "M8 .4l2.300 4.900 5.300.6-3.900 3.700 1 5.300L8 12.300l-4.700 2.600 1-5.300L.4 5.900l5.300-.6z",
  any: "M2 2h12v12H2z",
};
