import { expect, test } from "vitest";
import { MAX_BYTES, qr } from "../src/drawing/qr.js";

const drawn = (text: string) => {
  const { size = 0, path = "" } = qr(text) ?? {};
  const row = (y: number) =>
    Array.from({ length: size }, (_, x) => (path.includes(`M${x} ${y}h`) ? "#" : ".")).join("");
  return Array.from({ length: size }, (_, y) => row(y));
};

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

test("longer texts have larger codes, up to a bound", () => {
  const sizes = [17, 18, 134, MAX_BYTES].map((length) => qr("a".repeat(length))?.size);
  expect(sizes).toEqual([21, 25, 41, 57]);
  expect(qr("a".repeat(MAX_BYTES + 1))).toBeUndefined();
  expect(qr("卓".repeat(MAX_BYTES / 2))).toBeUndefined();
});
