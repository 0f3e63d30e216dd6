/** The second lesson has something to say on every topic of every game, and nothing that is never said. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { differences, TOPICS } from "../src/model/differences.js";
import { PRIMERS } from "../src/model/primers.js";
import { LANGUAGES, wording } from "../src/model/wording.js";

const here = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const FILES = LANGUAGES.map((language) => [language, here(`../src/words/${language}/differences.ftl`)] as const);
const GAMES = Object.keys(PRIMERS);

test.each(FILES)("in %s each game has its topics", (language, words) => {
  const say = wording(language, [words]);
  const told = GAMES.flatMap((game) => differences(game, say).flatMap(({ facts }) => facts));
  const written = [...words.matchAll(/^differs-(?!about-|short)[a-z]+-[a-z]+ = (.*)$/gm)].map(([, fact]) => fact);
  expect([...new Set(told)].sort()).toEqual([...written].sort());
  for (const game of GAMES) expect(differences(game, say).map(({ topic }) => topic)).toEqual(TOPICS);
  for (const topic of TOPICS) expect(say(`differs-about-${topic}`)).not.toContain("differs");
});

test("a topic of which nothing is said is left out", () => {
  expect(differences("goofspiel", (message) => message)).toEqual([]);
});
