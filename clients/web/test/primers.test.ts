/** A lesson begins with its goal, its end and signs, each with words of its own. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { taught } from "../src/model/lessons.js";
import { PRIMERS } from "../src/model/primers.js";
import { LANGUAGES } from "../src/model/wording.js";

const here = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

test.each(LANGUAGES)("all of it is said in %s, and no words lie idle", (language) => {
  const words = here(`../src/words/${language}/lessons.ftl`);
  const said = [...words.matchAll(/^((?:sign|primer|closing)-[a-z-]+) =/gm)].flatMap(([, id]) => id ?? []);
  const wanted = Object.entries(PRIMERS).flatMap(([game, rows]) => [
    `primer-goal-${game}`,
    `primer-end-${game}`,
    `closing-${game}`,
    ...rows.map(({ about }) => `sign-${game}-${about}`),
  ]);
  const titles = ["primer-goal", "primer-end", "primer-signs", "primer-close"];
  expect(said.sort()).toEqual([...wanted, ...titles].sort());
});

test("whatever is taught has a beginning", () => {
  const games = Object.keys(PRIMERS);
  expect(games.filter(taught)).toEqual(games);
  for (const rows of Object.values(PRIMERS)) expect(rows.length).toBeGreaterThan(5);
});
