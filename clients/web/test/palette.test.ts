import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const PALETTE = "palette.css";
/** Pictures that are drawn in colours of their own, and a canvas, which knows no tokens. */
const DRAWN = ["lib/Cover.svelte", "lib/painter.ts"];
const COLOUR =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|rgba|hsl|hsla|lab|lch|oklab|oklch|light-dark)\(/gi;

const read = (path: string) => readFileSync(`${SOURCE}/${path}`, "utf8");
const paths = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(?:css|svelte|ts)$/.test(path),
);

/** What of a file is not to name a colour: of a drawn picture, how it is laid out. */
function looked(path: string): string {
  const text = read(path);
  return DRAWN.includes(path) ? (/<style>.*<\/style>/s.exec(text)?.[0] ?? "") : text;
}

describe("the palette", () => {
  test("has all colours of the page", () => {
    const strays = paths
      .filter((path) => path !== PALETTE)
      .flatMap((path) => [...looked(path).matchAll(COLOUR)].map(([colour]) => `${path}: ${colour}`));
    expect(strays).toEqual([]);
  });

  test("has what components name, and nothing else", () => {
    const tokens = [...read(PALETTE).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name ?? "");
    const text = paths.map(read).join("\n");
    const named = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    expect(tokens.filter((token) => !named.has(token))).toEqual([]);
    const declared = new Set([...text.matchAll(/(--[\w-]+)(?::|=|`?", )/g)].map(([, name]) => name));
    expect([...named].filter((name) => name !== undefined && !declared.has(name))).toEqual([]);
  });

  test.each(DRAWN)("leaves colours of its own to %s alone because it has some", (path) => {
    expect(read(path)).toMatch(COLOUR);
  });
});
