import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Answer } from "../src/model/answer.js";
import { sums } from "../src/model/sums.js";
import { LANGUAGES, wording } from "../src/model/wording.js";
import { prompt } from "./builders.js";

const sold = (id: string, cards: bigint) => ({
  id,
  facts: Object.entries({ vp: 1n, cards, nth: 2n, column: 3n }).map(([name, value]) => ({
    name,
    value: { case: "number" as const, value },
  })),
});

function shown(language: (typeof LANGUAGES)[number], most: number, ...picks: string[]) {
  const file = fileURLToPath(new URL(`../src/words/${language}/page.ftl`, import.meta.url));
  const answer = new Answer(prompt({ most, options: [sold("a", 2n), sold("b", 3n)] }));
  picks.forEach((id) => answer.toggle(id));
  return sums(answer, wording(language, [readFileSync(file, "utf8")])).map(({ name, sum }) => `${name} ${sum}`);
}

describe("what marked options bring together", () => {
  test("is said in words, and only of figures that can be added", () => {
    expect(shown("en", 2, "a", "b")).toEqual(["Cards 5", "VP 2"]);
    expect(shown("ja", 2, "a", "b")).toEqual(["カード 5", "勝利点 2"]);
  });

  test("is not said where nothing is marked, or only one may be", () => {
    expect([shown("en", 2), shown("en", 1, "a")]).toEqual([[], []]);
  });
});
