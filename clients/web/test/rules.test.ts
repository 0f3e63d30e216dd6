import { expect, test } from "vitest";
import { type Files, firstOf, readRules, rulesOf } from "../src/model/rules.js";

test("paragraphs are read with their sections, over line ends and without marks", () => {
  const text =
    "# Title\n\nAbout.\n\n## R1 Cards\n\n- R1.1 A *card*\n  is `one`. See [there](x.md).\n- R1.2 More.\n\n## Empty\n";
  expect(readRules(text)).toEqual([
    {
      title: "R1 Cards",
      paragraphs: [
        { number: "R1.1", text: "A card is one. See there." },
        { number: "R1.2", text: "More." },
      ],
    },
  ]);
});

test("a reference leads to its first paragraph", () => {
  expect(firstOf("R7.1-R7.10")).toBe("R7.1");
  expect(firstOf("")).toBe("");
});

test("lines of Japanese are joined without a space, other words with one", () => {
  const text = "## R1 カード\n\n- R1.1 カードは\n  40枚、Trade\n  Pact\n  は1枚。\n";
  expect(readRules(text)[0]?.paragraphs).toEqual([{ number: "R1.1", text: "カードは40枚、Trade Pactは1枚。" }]);
});

test("every game has its rules here", async () => {
  for (const game of ["beyond", "jump", "race", "roll"]) {
    const { sections } = await rulesOf(game, "en");
    expect(sections.flatMap(({ paragraphs }) => paragraphs).length).toBeGreaterThan(50);
  }
  expect(await rulesOf("none", "ja")).toEqual({ language: "en", sections: [] });
});

/** Files of these names in `services`, and which of them were fetched. */
function shelf(...names: string[]): { files: Files; fetched: string[] } {
  const fetched: string[] = [];
  const entries = names.map((name) => {
    const fetch = (): Promise<string> => {
      fetched.push(name);
      return Promise.resolve(`## R1 ${name}\n\n- R1.1 Text.\n`);
    };
    return [`../../../../services/${name}`, fetch] as const;
  });
  return { files: Object.fromEntries(entries), fetched };
}

test("rules are fetched in the language that is wanted, and in no other", async () => {
  const { files, fetched } = shelf("jump/RULES.md", "jump/RULES.ja.md");
  const { language, sections } = await rulesOf("jump", "ja", files);
  expect([language, sections[0]?.title]).toEqual(["ja", "R1 jump/RULES.ja.md"]);
  expect(fetched).toEqual(["jump/RULES.ja.md"]);
  expect((await rulesOf("jump", "en", files)).sections[0]?.title).toBe("R1 jump/RULES.md");
});

test("rules that are not written in a language are in English, and say so", async () => {
  const { files, fetched } = shelf("jump/RULES.md", "race/RULES.ja.md");
  const { language, sections } = await rulesOf("jump", "ja", files);
  expect([language, sections[0]?.title]).toEqual(["en", "R1 jump/RULES.md"]);
  expect(fetched).toEqual(["jump/RULES.md"]);
});
