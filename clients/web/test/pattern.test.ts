import { expect, test } from "vitest";
import { pattern } from "../src/drawing/pattern.js";

const ids = Array.from({ length: 300 }, (_, number) => `player-${number}`);
const cells = (path: string) => path.match(/M/g)?.length ?? 0;

test("a person's picture is always the same, and hardly anybody else's", () => {
  const drawn = ids.map(pattern);
  expect(ids.map(pattern)).toEqual(drawn);
  expect(new Set(drawn).size).toBeGreaterThan(ids.length - 2);
});

/** Where the middles of the cells are. */
const middles = (path: string) =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)([hal])/g)].map(
    ([, x, y, shape]) => `${(Number(x) + (shape === "l" ? 0 : 1.6)).toFixed(1)} ${y}`,
  );

test("it is neither a speck nor a block, and its own mirror image", () => {
  for (const path of ids.map(pattern)) {
    expect(cells(path)).toBeGreaterThanOrEqual(6);
    expect(cells(path)).toBeLessThanOrEqual(20);
    const mirrored = middles(path).map((middle) => {
      const [x, y] = middle.split(" ");
      return `${(24 - Number(x)).toFixed(1)} ${y}`;
    });
    expect(mirrored.sort()).toEqual(middles(path).sort());
  }
});
