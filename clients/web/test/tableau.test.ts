import { describe, expect, it } from "vitest";
import { arrange, type Form, GAP, leastHeight, usedHeight } from "../src/drawing/tableau.js";

const OWN: readonly [Form, ...Form[]] = ["normal", "wide"];
const OTHERS: readonly [Form, ...Form[]] = ["normal", "wide", "mini", "tile"];
const LETTERS = 15;

describe("the cards of a tableau", () => {
  it("stand upright where there is room, and lie on their side where there is less", () => {
    expect(arrange(5, { width: 1040, height: 200 }, LETTERS, OWN).form).toBe("normal");
    expect(arrange(14, { width: 1040, height: 140 }, LETTERS, OWN).form).toBe("wide");
  });
  it("lie in even rows: thirteen as seven and six, never as twelve and one", () => {
    for (const height of [130, 200, 320, 600])
      expect(arrange(13, { width: 1040, height }, LETTERS, OWN).columns, `${height} px`).toBe(7);
  });
  it("of a dozen fit into a fifth of a usual window's width as tiles", () => {
    const [width, height] = [190, 350];
    const found = arrange(12, { width, height }, LETTERS, OTHERS);
    expect(found).toMatchObject({ form: "tile", columns: 2 });
    expect(found.columns * (found.width + GAP) - GAP).toBeLessThanOrEqual(width + 0.01);
    expect(usedHeight(12, found)).toBeLessThanOrEqual(height);
  });
  it("keep their size until there are more than eight", () => {
    const room = { width: 1040, height: 230 };
    const widths = [1, 4, 8].map((cards) => arrange(cards, room, LETTERS, OWN).width);
    expect(new Set(widths).size).toBe(1);
    expect(arrange(10, room, LETTERS, OWN).width).toBeLessThan(widths[0] ?? 0);
  });
  it("are as large as letters want: larger letters, fewer beside each other", () => {
    const room = { width: 347, height: 100 };
    const [usual, larger] = [LETTERS, 20].map((letters) => arrange(12, room, letters, OTHERS).columns);
    expect(usual).toBeGreaterThan(larger ?? 0);
  });
  it("get at least the room that the smallest of them use", () => {
    for (const cards of [1, 7, 12]) {
      const height = leastHeight(cards, 347, LETTERS, "tile");
      expect(usedHeight(cards, arrange(cards, { width: 347, height }, LETTERS, ["tile"]))).toBeLessThanOrEqual(
        height + 0.01,
      );
    }
  });
});
