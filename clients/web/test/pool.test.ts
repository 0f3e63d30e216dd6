import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { poolWords } from "../src/games/race/pool.js";
import { LANGUAGES, wording } from "../src/model/wording.js";

test.each(LANGUAGES)("the pool of Race never holds less than nothing, in %s", (language) => {
  const file = new URL(`../src/words/${language}/race.ftl`, import.meta.url);
  const say = wording(language, [readFileSync(file, "utf8")]);
  const said = [3, 0, -2].map((chips) => poolWords(chips, say).match(/-?\d+/g));
  expect(said).toEqual([["3"], ["0"], ["0", "2"]]);
});
