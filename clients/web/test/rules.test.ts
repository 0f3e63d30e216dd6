import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rulesForPlayers } from "../rulesForPlayers.js";
import { withoutNotes } from "../src/model/notes.js";
import { type Files, firstOf, inPlay, readRules, rulesOf } from "../src/model/rules.js";

test("paragraphs are read with their sections, over line ends and without marks", () => {
  const text =
    "# Title\n\nAbout.\n\n## R1 Cards\n\n- R1.1 A *card*\n  is `one`. See [there](x.md).\n- R1.2 More.\n\n## Empty\n";
  expect(readRules(text)).toEqual([
    {
      title: "R1 Cards",
      paragraphs: [
        { number: "R1.1", text: "A card is one. See there.", when: "" },
        { number: "R1.2", text: "More.", when: "" },
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
  expect(readRules(text)[0]?.paragraphs).toEqual([
    { number: "R1.1", text: "カードは40枚、Trade Pactは1枚。", when: "" },
  ]);
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
  expect(readRules(withoutNotes(text))[0]?.paragraphs).toEqual([{ number: "R1.1", text: "One. Two cards.", when: "" }]);
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
  expect(sent).not.toMatch(/rftg|BGA|<!--(?! when )/);
});

test("a mark says when a paragraph is in play: its own, else that of its section", () => {
  const text =
    "# About\n\n## R1 Goals <!-- when goals=on -->\n\n- R1.1 One.\n- R1.2 <!-- when goals=off -->\n  Two,\n  too.\n\n## R2 All\n\n- R2.1 Three.\n";
  expect(readRules(withoutNotes(text))).toEqual([
    {
      title: "R1 Goals",
      paragraphs: [
        { number: "R1.1", text: "One.", when: "goals=on" },
        { number: "R1.2", text: "Two, too.", when: "goals=off" },
      ],
    },
    { title: "R2 All", paragraphs: [{ number: "R2.1", text: "Three.", when: "" }] },
  ]);
});

test.each([
  ["", true],
  ["goals=on", true],
  ["goals!=on", false],
  ["orb=on", false],
  ["set=base|storm", true],
  ["set=base|war", false],
  ["seats=2", true],
  ["seats!=2", false],
  ["goals=on orb=on", false],
  ["goals=on seats=2", true],
  ["orb=on or goals=on", true],
  ["orb=on or set=war", false],
])("of a table for two with goals and a storm, %j is in play: %s", (when, expected) => {
  expect(inPlay(when, { options: { goals: "on", orb: "off", set: "storm" }, seats: 2 })).toBe(expected);
});

test("beside a table of Race's base game stand its rules, and none of expansions", async () => {
  const { sections } = await rulesOf("race", "en");
  const options = { expansion: "base", goals: "off", two_player_actions: "two" };
  const titles = sections
    .filter(({ paragraphs }) => paragraphs.some(({ when }) => inPlay(when, { options, seats: 3 })))
    .map(({ title }) => title.split(" ")[0]);
  expect(titles).toEqual(["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11"]);
});
