import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { GameOfferSchema, RatingTerms, type Store, type TimePreset } from "galaxytables-client";
import { OptionKind } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { choicesFor, keepChoices } from "../src/model/choices.js";
import { factsOf } from "../src/model/games.js";
import { changedOptions, presetAt, presetsOf } from "../src/model/presets.js";
import { LANGUAGES, wording } from "../src/model/wording.js";

const flag = (name: string) => ({ name, kind: OptionKind.FLAG, defaultValue: "off" });
const word = (name: string, ...values: string[]) => ({ name, kind: OptionKind.WORD, values, defaultValue: values[0] });
const offer = create(GameOfferSchema, {
  description: {
    game: "race",
    leastSeats: 2,
    mostSeats: 6,
    options: [
      word("expansion", "base", "brink_of_war"),
      ...["new_worlds", "goals", "takeovers", "preset_hands", "draft"].map(flag),
    ],
  },
  bots: ["best", "easy", "normal"],
});
const specs = offer.description?.options ?? [];
const GAMES = ["beyond", "jump", "race", "roll"];

describe("presets", () => {
  const presets = presetsOf("race", specs, offer.bots);
  const at = (options: Record<string, string>, bot = "normal") => presetAt(presets, specs, options, bot)?.name;

  test("are a first game against the easiest bot, the standard, and everything", () => {
    expect(presets).toEqual([
      { name: "first", options: { preset_hands: "on" }, bot: "easy" },
      { name: "standard", options: {}, bot: "normal" },
      {
        name: "everything",
        options: { expansion: "brink_of_war", new_worlds: "on", goals: "on", takeovers: "on" },
        bot: "normal",
      },
    ]);
  });

  test("are told from what a form says, however it was filled in", () => {
    expect([at({}), at({ expansion: "base", draft: "off" }), at({ draft: "on" })]).toEqual([
      "standard",
      "standard",
      undefined,
    ]);
    expect([at({ preset_hands: "on" }, "easy"), at({ preset_hands: "on" }), at({}, "best")]).toEqual([
      "first",
      undefined,
      "standard",
    ]);
    // With people there is no bot to tell by.
    expect(at({ preset_hands: "on" }, "")).toBe("first");
  });

  test("are those whose options the game has", () => {
    expect(presetsOf("race", [], []).map(({ name }) => name)).toEqual(["standard"]);
    expect(presetsOf("goofspiel", [], ["random"]).map(({ name }) => name)).toEqual(["standard"]);
  });

  test.each(GAMES)("name options and values that %s has", (game) => {
    const settings = readFileSync(
      fileURLToPath(new URL(`../../../services/${game}/galaxytables_${game}/words/en/settings.ftl`, import.meta.url)),
      "utf8",
    );
    const any = [...settings.matchAll(/^setting-([a-z-]+) =/gm)].map((found) => found[1] ?? "");
    const known = any.map((name) => ({ name: name.replaceAll("-", "_"), defaultValue: "" }) as never);
    for (const { options } of presetsOf(game, known, ["easy", "normal"]))
      for (const [name, value] of Object.entries(options)) {
        const own = `${name}_${value}`.replaceAll("_", "-");
        if (value !== "on") expect(any).toContain(own);
      }
    const names = presetsOf(game, known, ["easy", "normal"]).map(({ name }) => name);
    for (const language of LANGUAGES) {
      const page = fileURLToPath(new URL(`../src/words/${language}/page.ftl`, import.meta.url));
      const say = wording(language, [readFileSync(page, "utf8")]);
      const messages = [
        ...names.map((name) => `preset-about-${name}-${game}`),
        `lobby-about-${game}`,
        `lobby-weight-${factsOf(game)?.weight}`,
      ];
      for (const message of messages) expect(say(message)).not.toBe(message);
    }
  });

  test("options that differ from their defaults are counted", () => {
    expect(changedOptions(specs, { expansion: "base", goals: "on", draft: "on" })).toEqual(["goals", "draft"]);
  });
});

describe("what was chosen for a table", () => {
  const times = [{ name: "live" }] as TimePreset[];
  const storing = (kept?: string): Store => {
    const values = new Map(kept === undefined ? [] : [["galaxytables.tables", kept]]);
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  };
  const usual = {
    seats: 2,
    withBots: true,
    bot: "normal",
    time: "",
    isPrivate: false,
    delay: 0,
    rating: RatingTerms.RATED,
    options: {},
  };

  test("is what is usual at first", () => expect(choicesFor(offer, times, storing())).toEqual(usual));

  test("is remembered for its game alone", () => {
    const store = storing();
    const chosen = { ...usual, seats: 4, withBots: false, time: "live", delay: 5, options: { goals: "on" } };
    keepChoices("race", chosen, store);
    keepChoices("jump", usual, store);
    // With whom is chosen anew.
    expect(choicesFor(offer, times, store)).toEqual({ ...chosen, withBots: true });
  });

  test("is left out where it is not offered any more", () => {
    const store = storing();
    const options = { goals: "on", expansion: "none", gone: "on" };
    keepChoices("race", { ...usual, seats: 9, bot: "retired", time: "gone", options }, store);
    expect(choicesFor(offer, times, store)).toEqual({ ...usual, seats: 6, options: { goals: "on" } });
  });

  test.each(["", "nothing", "[]", "null", '{"race": 5}', '{"race": {"seats": "many", "options": {"goals": 1}}}'])(
    "is what is usual where %j is kept",
    (kept) => expect(choicesFor(offer, times, storing(kept))).toEqual(usual),
  );
});
