import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hexagonOf } from "../src/drawing/hexagon.js";
import { GOOD_SHAPES, QUARTERS } from "../src/lib/icons.js";

const STYLES = readFileSync(fileURLToPath(new URL("../src/app.css", import.meta.url)), "utf8");

describe("the sign of a good", () => {
  test.each(Object.keys(GOOD_SHAPES))("of kind %s has a colour of its own, not that of the card it lies on", (good) => {
    expect(STYLES).toMatch(new RegExp(`\\.good-${good} \\{\\s*--g: var\\(--[\\w-]+\\);`));
  });

  test("of any kind has a quarter of each", () => {
    expect(QUARTERS.map(({ good }) => good)).toEqual(Object.keys(GOOD_SHAPES).filter((good) => good !== "any"));
  });
});

describe("the hexagon of points", () => {
  test.each(["0", "★", "12"])("is as wide as usual for %s", (points) => {
    expect(hexagonOf(points).width).toBe(hexagonOf("0").width);
  });

  test("grows with what stands in it", () => {
    const widths = ["12", "2+", "17+", "117+"].map((points) => hexagonOf(points).width);
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(new Set(widths).size).toBe(4);
  });
});
