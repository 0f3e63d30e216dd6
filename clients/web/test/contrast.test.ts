import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const CSS = readFileSync(fileURLToPath(new URL("../src/palette.css", import.meta.url)), "utf8");

/** A colour of the palette by light and by dark. */
function colours(pattern: RegExp): readonly [light: string, dark: string] {
  const value = pattern.exec(CSS)?.[1] ?? "";
  const both = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  return both ? [both[1] ?? "", both[2] ?? ""] : [value, value];
}
const named = (name: string) => colours(new RegExp(`--${name}: (.*);`));
const seat = (number: number) => colours(new RegExp(`\\.seat${number} \\{\\s*--s: (.*);`));

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = 4.5;
const ENHANCED = 7;

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("by %s", (_, scheme) => {
  const grounds = ["bg", "panel", "raised"].map((name) => named(name)[scheme]);

  test.each(["ink", "muted", "hi", "link", "ok", "bad"])("%s can be read on every ground", (name) => {
    for (const ground of grounds) expect(contrast(named(name)[scheme], ground)).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(["ink", "muted", "soft"])("%s can be read on what stands out", (name) => {
    const notable = ["notice", "marked", "won", "lost", "question", "front", "side", "well", "button"];
    for (const ground of notable)
      expect(contrast(named(name)[scheme], named(ground)[scheme]), ground).toBeGreaterThanOrEqual(TEXT);
  });

  test.each([0, 1, 2, 3, 4, 5])("the name of seat %i can be read", (number) => {
    for (const ground of grounds) expect(contrast(seat(number)[scheme], ground)).toBeGreaterThanOrEqual(TEXT);
  });

  test("what is marked can be read", () => {
    expect(contrast(named("on-hi")[scheme], named("hi-fill")[scheme])).toBeGreaterThanOrEqual(TEXT);
  });
});

test.each(["ink", "soft", "muted"])(
  "by dark, as the page is unless another choice was made, %s stands out more",
  (name) => {
    for (const ground of ["bg", "panel", "raised", "notice", "front", "side", "well"])
      expect(contrast(named(name)[1], named(ground)[1]), ground).toBeGreaterThanOrEqual(ENHANCED);
  },
);

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
