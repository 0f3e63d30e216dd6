import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LANGUAGES, wording } from "../src/model/wording.js";

const source = fileURLToPath(new URL("../src", import.meta.url));

function read(...suffixes: string[]): string {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => suffixes.some((suffix) => path.endsWith(suffix)))
    .map((path) => readFileSync(`${source}/${path}`, "utf8"))
    .join("\n");
}

function messages(language: string): string[] {
  return readdirSync(`${source}/words/${language}`).flatMap((file) =>
    [...readFileSync(`${source}/words/${language}/${file}`, "utf8").matchAll(/^([a-z][a-z0-9-]*) =/gm)].map(
      (found) => found[1] ?? "",
    ),
  );
}

/** By what names messages are told how many there are. */
const COUNTS =
  "cards count days games hours minutes more number other percent points reported seconds tables tiles".split(" ");
/** What is said of two things at least. */
const NEVER_ONE = ["seek-too-many"];

describe("the page's words", () => {
  test.each(LANGUAGES.filter((language) => language !== "en"))(
    "are the same messages in %s as in English",
    (language) => {
      expect(messages(language)).toEqual(messages("en"));
    },
  );

  test("are all said somewhere, and whatever is said is there", () => {
    const code = read(".ts", ".svelte");
    const known = messages("en");
    const said = [...code.matchAll(/\bsay\(\s*"([a-z0-9-]+)"/g)].map((found) => found[1] ?? "");
    expect(said.filter((message) => !known.includes(message))).toEqual([]);
    // Messages that are chosen by a value are said by what they begin with.
    const beginnings = new Set([...code.matchAll(/`([a-z][\w-]*-)\$\{/g)].map((found) => found[1] ?? ""));
    const named = new Set([...code.matchAll(/"([a-z][\w-]*)"/g)].map((found) => found[1] ?? ""));
    const chosen = (message: string) =>
      [...message.matchAll(/-/g)].some(({ index }) => beginnings.has(message.slice(0, index + 1)));
    expect(known.filter((message) => !named.has(message) && !chosen(message))).toEqual([]);
  });

  test.each([
    ["en", "Round 2, step 3 of 7", "Before the first round, step 3 of 7"],
    ["ja", "ラウンド2, 7手のうち3手目", "最初のラウンドの前, 7手のうち3手目"],
  ] as const)("tell a moment by its round, and no number of an event, in %s", (language, within, before) => {
    const say = wording(language, [readFileSync(`${source}/words/${language}/page.ftl`, "utf8")]);
    const titles = [2, 0].map((round) =>
      ["past-title", "past-step"].map((each) => say(each, { round, step: 3, steps: 7 })).join(", "),
    );
    expect(titles).toEqual([within, before]);
  });

  test("count one thing as one", () => {
    const files = readdirSync(`${source}/words/en`).map((file) => readFileSync(`${source}/words/en/${file}`, "utf8"));
    const say = wording("en", files);
    const ones = Object.fromEntries(COUNTS.map((name) => [name, 1]));
    const many = messages("en").filter((message) =>
      /(?<!\+)\b1 (?!is\b|was\b|wins\b)[a-z]+s\b/.test(say(message, ones)),
    );
    expect(many).toEqual(NEVER_ONE);
  });

  test.each([
    ["en", 1, "1 rated game, 1 won"],
    ["en", 2, "2 rated games, 1 won"],
    ["ja", 1, "レーティング対象1戦1勝"],
  ] as const)("count a player's games, in %s: %i", (language, games, words) => {
    const say = wording(language, [readFileSync(`${source}/words/${language}/page.ftl`, "utf8")]);
    expect(say("profile-record", { games, won: 1 })).toBe(words);
  });
});
