import { expect, test } from "vitest";
import { qr } from "../src/drawing/qr.js";

const drawn = (text: string) => qr(text).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

// As another program reads it: "Galaxy".
const GALAXY = [
  "#######..####.#######",
  "#.....#..#.#..#.....#",
  "#.###.#..#....#.###.#",
  "#.###.#.####..#.###.#",
  "#.###.#.#.###.#.###.#",
  "#.....#...#.#.#.....#",
  "#######.#.#.#.#######",
  ".........####........",
  "##...###.#..#...##...",
  "..#.#..####.#.#.#.#..",
  "..#####...##.#..####.",
  "##..##..###.....#####",
  "#..##.###.#...#..#..#",
  "........##.####..#...",
  "#######.#.#.#.##..##.",
  "#.....#.######.####..",
  "#.###.#...#.#..##..#.",
  "#.###.#...#.#..##.#..",
  "#.###.#...#...#.#.###",
  "#.....#.#.#......##..",
  "#######.##.#.#.###.#.",
];

test("a short text is drawn as a reader of codes wants it", () => {
  expect(drawn("Galaxy")).toEqual(GALAXY);
});

test("longer texts have larger codes, up to 271 bytes", () => {
  const sizes = [17, 18, 32, 106, 134, 230, 271].map((length) => qr("a".repeat(length)).length);
  expect(sizes).toEqual([21, 25, 25, 37, 41, 53, 57]);
  expect(() => qr("a".repeat(272))).toThrow(RangeError);
});

test("other letters count by their bytes", () => {
  expect(qr("卓".repeat(6))).toHaveLength(25);
});
