import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
/** What is pressed already says so itself, and is pressed again in a moment. */
const UNDER_WAY =
  /^(?:(?:answering|busy|estimating|leaving|opening|sending|testing|working|Boolean\(testing\))(?: \|\| )?)+$/;
/** The pieces of a game are no buttons of a form: which of them can be chosen is seen on the table. */
const PIECES = /^games\//;

/** The tag of each control that can be disabled, with what disables it. */
function disabling(path: string): { path: string; tag: string; when: string }[] {
  const source = readFileSync(`${SOURCE}/${path}`, "utf8");
  return [...source.matchAll(/\s(?:disabled=\{([^\n]*?)\}(?=[\s/>])|\{disabled\})/g)].map((found) => {
    const before = source.lastIndexOf("<", found.index);
    const tag = source.slice(before, source.indexOf("\n", source.indexOf(found[0], before)) + 200);
    return { path, tag, when: found[1] ?? "disabled" };
  });
}

const controls = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".svelte") && !PIECES.test(path))
  .flatMap(disabling);

test("a control that cannot be pressed says why, unless it was pressed just now", () => {
  expect(controls.length).toBeGreaterThan(20);
  const mute = controls.filter(({ tag, when }) => !UNDER_WAY.test(when) && !tag.includes("aria-describedby"));
  expect(mute.map(({ path, when }) => `${path}: disabled={${when}}`)).toEqual([]);
});
