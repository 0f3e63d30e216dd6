import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const SPACE = "space.css";
/** A line of one pixel is as thin as it gets; what grows with its letters, or with its box, is in other units. */
const SIZED =
  /(?<![\w-])(padding|margin|gap|border-radius|font-size|(?:row|column)-gap)(?:-[\w-]+)?:[^;{}]*?(?<![\w.-])(?!1px)[\d.]+(?:rem|px)\b[^;{}]*/g;

const read = (path: string) => readFileSync(`${SOURCE}/${path}`, "utf8");
const paths = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(?:css|svelte)$/.test(path),
);

function styled(path: string): string {
  return path.endsWith(".css") ? read(path) : (/<style>.*<\/style>/s.exec(read(path))?.[0] ?? "");
}

describe("the scale", () => {
  test("has all distances, round corners and sizes of letters", () => {
    const strays = paths
      .filter((path) => path !== SPACE)
      .flatMap((path) => [...styled(path).matchAll(SIZED)].map(([declared]) => `${path}: ${declared.trim()}`));
    expect(strays).toEqual([]);
  });

  test("has what components name, and nothing else", () => {
    const named = new Set(
      paths.flatMap((path) => [...styled(path).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
    );
    const tokens = [...read(SPACE).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name ?? "");
    expect(tokens.filter((token) => !named.has(token))).toEqual([]);
  });

  test.each(["space", "radius", "text"])("rises by steps of --%s", (kind) => {
    const steps = [...read(SPACE).matchAll(new RegExp(`--${kind}-\\d: ([\\d.]+)`, "g"))].map(([, size]) =>
      Number(size),
    );
    expect(steps.length).toBeGreaterThan(4);
    expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other));
  });
});
