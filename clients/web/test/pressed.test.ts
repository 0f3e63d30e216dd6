import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));

/** What stands in the tag of each button that marks an option, before it says so. */
function marking(path: string): string[] {
  const parts = readFileSync(`${SOURCE}/${path}`, "utf8").split("look.pick(");
  return parts.slice(0, -1).flatMap((before) => {
    const tag = Math.max(before.lastIndexOf("<button"), before.lastIndexOf("<g\n"));
    return tag < 0 ? [] : [`${path}: ${before.slice(tag)}`];
  });
}

test("whatever marks an option says whether it is marked: Enter answers there, and unmarks nothing", () => {
  const found = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".svelte"))
    .flatMap(marking);
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((tag) => !tag.includes("aria-pressed"))).toEqual([]);
});
