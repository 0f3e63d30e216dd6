import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  EventSchema,
  type Fact,
  FactSchema,
  PromptSchema,
  ReasonSchema,
  TargetSchema,
} from "../src/gen/galaxytables/rules/v1/game_pb.js";
import { ComponentSchema, WordsResponseSchema } from "../src/gen/galaxytables/rules/v1/rules_pb.js";
import { messageId, TableService, Words } from "../src/index.js";
import { lobby } from "./server.js";

const services = fileURLToPath(new URL("../../../../services", import.meta.url));

/** The words that a service sends: its own, and those that all games share. */
function messages(service: string, language: string): string[] {
  return ["kit", service].flatMap((name) => {
    const folder = `${services}/${name}/galaxytables_${name}/words/${language}`;
    return readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  });
}

const names = { survey_hq: "Survey HQ", new_sparta: "New Sparta" };
const seat = (number: number) => `Seat ${number}`;
const en = new Words("en", messages("race", "en"), names, seat);
const ja = new Words("ja", messages("race", "ja"), names, seat);

function fact(name: string, value: Fact["value"]): Fact {
  return create(FactSchema, { name, value });
}

describe("words", () => {
  test("ids are of letters, digits and hyphens", () => {
    expect(messageId("prompt", "settle.extra_world")).toBe("prompt-settle-extra-world");
    expect(messageId("error", "TABLE_FULL")).toBe("error-TABLE-FULL");
  });

  test("a prompt is asked with its facts and bounds", () => {
    const prompt = create(PromptSchema, { kind: "setup.discard", least: 2, most: 2 });
    expect(en.prompt(prompt)).toBe("Discard 2 cards of your opening hand.");
    expect(en.prompt(create(PromptSchema, { kind: "setup.discard", least: 1 }))).toBe(
      "Discard 1 card of your opening hand.",
    );
    expect(ja.prompt(prompt)).toMatch(/2/);
    expect(ja.prompt(prompt)).not.toBe(en.prompt(prompt));
  });

  test.each(["en", "ja"])("a component that is there several times is named once, in %s", (language) => {
    const words = new Words(
      language,
      [...messages("roll", language), "event-rolled = { $dice }"],
      { home: "Home die" },
      seat,
    );
    const rolled = (...ids: string[]) =>
      words.event(
        create(EventSchema, {
          kind: "rolled",
          facts: [
            fact("dice", { case: "components", value: { $typeName: "galaxytables.rules.v1.ComponentList", ids } }),
          ],
        }),
      );
    expect(rolled("home")).toBe("Home die");
    expect(rolled("home", "home", "home")).toBe("3 × Home die");
  });

  test("no id is shown of a kind without words", () => {
    expect(en.prompt(create(PromptSchema, { kind: "of.tomorrow" }))).toBe("of tomorrow");
  });

  test("an option is called by its targets and what it costs", () => {
    const prompt = create(PromptSchema, {
      kind: "develop.place",
      options: [
        {
          id: "1",
          component: "survey_hq",
          targets: [{ standsFor: { case: "piece", value: "47" } }],
          facts: [fact("pay", { case: "number", value: 3n })],
        },
        { id: "2", targets: [{ standsFor: { case: "action", value: "pass" } }] },
      ],
    });
    expect(prompt.options.map((option) => en.option(prompt, option))).toEqual([
      "Survey HQ (for 3 cards)",
      en.message("action-pass") || "pass",
    ]);
  });

  test("an event is told to others, and to who knows more", () => {
    const event = create(EventSchema, {
      kind: "begins",
      seat: 2,
      facts: [fact("world", { case: "component", value: "new_sparta" })],
      privateParts: [
        {
          seat: 2,
          facts: [
            fact("hand", {
              case: "components",
              value: { $typeName: "galaxytables.rules.v1.ComponentList", ids: ["survey_hq"] },
            }),
            fact("discarded", {
              case: "components",
              value: { $typeName: "galaxytables.rules.v1.ComponentList", ids: [] },
            }),
          ],
        },
      ],
    });
    expect(en.event(event, 1)).toBe("Seat 2 starts with New Sparta.");
    expect(en.event(event, 2)).toBe("You start with New Sparta, keep Survey HQ, discard none.");
  });

  test("a reason has its figures", () => {
    const facts = [fact("price", { case: "number", value: 5n }), fact("cards", { case: "number", value: 0n })];
    expect(en.reason(create(ReasonSchema, { kind: "too_dear", facts }))).toBe(
      "It costs 5, and you have nothing to pay with.",
    );
  });

  test("several words in one fact are a list", () => {
    const event = create(EventSchema, {
      kind: "chose",
      seat: 0,
      facts: [fact("actions", { case: "word", value: "develop, settle" })],
    });
    expect(en.event(event)).toBe(`Seat 0 chose ${en.word("develop")} and ${en.word("settle")}.`);
  });

  test("a component is told in lines, each power with its moment", () => {
    const [kind, power] = en.lines(
      create(ComponentSchema, {
        id: "survey_hq",
        kind: "development",
        facts: [
          fact("cost", { case: "number", value: 2n }),
          fact("vp", { case: "number", value: 1n }),
          fact("keywords", { case: "words", value: { $typeName: "galaxytables.rules.v1.WordList", words: ["alien"] } }),
        ],
        powers: [{ kind: "draw", moment: "explore", facts: [fact("cards", { case: "number", value: 2n })] }],
      }),
    );
    expect(kind).toBe("Development, cost 2, 1 VP, Alien");
    expect(power).toBe("Explore: draw 2 cards");
  });

  test("an error is told by its rule, else by its reason", () => {
    const words = new Words("en", [...messages("lobby", "en"), ...messages("race", "en")]);
    expect(words.error("TABLE_FULL", {})).toBe("No seat is free.");
    expect(words.error("CHOICE_REFUSED", { rule: "more_military", missing: "2", paragraph: "R7.4" })).toBe(
      "More military is needed: 2.",
    );
    expect(words.error("OF_TOMORROW", {})).toBe("");
  });

  test("a place is called by its first part, its others as they are called", () => {
    const words = new Words("en", ["place-slot = slot { $b } of { $a }\nlist-empty = none\n"], names);
    expect(
      words.target({
        $typeName: "galaxytables.rules.v1.Target",
        standsFor: { case: "place", value: "slot:survey_hq:3" },
      }),
    ).toBe("slot 3 of Survey HQ");
  });
});

describe("words that a language lacks", () => {
  const catalogue = (language: string, messages: string, english = "") =>
    create(WordsResponseSchema, { language, messages, english });
  const prompt = create(PromptSchema, { kind: "bid", least: 1, hasRule: true });
  const lobbyWords = catalogue("ja", "list-empty = なし");

  test("are said in English, a message or a rule", () => {
    const english = "prompt-bid = Bid { $least } card.\n    .rule = Not twice.\naction-pass = pass";
    const words = Words.of("ja", [lobbyWords, catalogue("ja", "prompt-bid = 入札", english)]);
    expect(words.prompt(prompt)).toBe("入札");
    expect(words.rule(prompt)).toBe("Not twice.");
    expect(words.message("action-pass")).toBe("pass");
    expect(words.listed([])).toBe("なし");
  });

  test("of a game in English only are all said in English", () => {
    const words = Words.of("ja", [lobbyWords, catalogue("en", "prompt-bid = Bid { $least } card.")]);
    expect(words.prompt(prompt)).toBe("Bid 1 card.");
    expect(words.listed([])).toBe("なし");
  });

  test("no id is shown where English lacks them too", () => {
    const words = Words.of("ja", [lobbyWords]);
    expect(words.name("survey_hq")).toBe("survey hq");
    expect(words.word("of_old")).toBe("of old");
    expect(words.target(create(TargetSchema, { standsFor: { case: "place", value: "bid:2:12" } }))).toBe("bid 2 12");
  });
});

test("words of a game come with those of the lobby, and once", async () => {
  const asked: string[] = [];
  const there = lobby(({ rpc }) => {
    rpc(TableService.method.getWords, ({ game, language }) => {
      asked.push(`${game}/${language}`);
      return { words: { language, messages: game ? "game = Race" : "error-TABLE-FULL = Full", names: { a: "A" } } };
    });
  });
  const words = await there.words("en", "race");
  await there.words("en", "race");
  expect([words.message("game"), words.error("TABLE_FULL", {}), words.name("a")]).toEqual(["Race", "Full", "A"]);
  expect(asked.sort()).toEqual(["/en", "race/en"]);
});
