import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rulesForPlayers } from "../rulesForPlayers.js";
import { withoutNotes } from "../src/model/notes.js";
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

/** What is said to developers, and no player: sources, names of options and of kinds of powers, marks. */
const NOTES =
  /rftg|BGA|ruling|裁定|[Oo]ption\b(?! is)|オプション|both programs|両プログラム|rules page|ルールページ|rulebook|ルールブック|[a-z]_[a-z]|[`*]|<!--|\.json/i;

test("notes for developers are left out, and what they leave behind is whole", () => {
  const text =
    "# About\n\n## R1 A\n\n- R1.1 One <!-- (a\n  note) -->. *Ruling:* two\n  cards. *Ruling.*\n- R1.2 <!-- Nothing. -->\n";
  expect(readRules(withoutNotes(text))[0]?.paragraphs).toEqual([{ number: "R1.1", text: "One. Two cards." }]);
});

test.each(["beyond", "jump", "race", "roll"])(
  "a player of %s reads rules, and nothing said to developers",
  async (game) => {
    for (const language of ["en", "ja"] as const) {
      const { sections } = await rulesOf(game, language);
      const told = sections.flatMap(({ paragraphs }) => paragraphs.map(({ number, text }) => `${number} ${text}`));
      expect(told.filter((text) => NOTES.test(text) || / [.,;]|^.{0,12}$/.test(text))).toEqual([]);
    }
  },
);

test("a browser is sent no notes", async () => {
  const path = fileURLToPath(new URL("../../../services/race/RULES.md", import.meta.url));
  const sent = await rulesForPlayers().load(`${path}?raw`);
  expect(sent).toContain("R7.1 ");
  expect(sent).not.toMatch(/rftg|BGA|<!--/);
});
