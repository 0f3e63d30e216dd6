import { Words } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { create } from "@bufbuild/protobuf";
import type { Lobby } from "galaxytables-client";
import { GameOfferSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/tables_pb";
import { OptionOfferSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { allowing, byOpener, dependsOn, isIdle, TableForm, withoutParagraphs, worded } from "../src/model/tableForm.js";
import { wording } from "../src/model/wording.js";

describe("a value of an option", () => {
  const say = wording("ja", ["option-on = あり\noption-off = なし"]);
  const words = new Words("ja", ["setting-mats-advanced = 上級\nsetting-draft-off = ドラフトなし"]);

  test("is called what the game calls it", () => {
    expect(worded("mats", "advanced", words, say)).toBe("上級");
    expect(worded("draft", "off", words, say)).toBe("ドラフトなし");
  });

  test("is on or off in the reader's language where the game says nothing of it", () => {
    expect(worded("goals", "on", words, say)).toBe("あり");
    expect(worded("goals", "off", undefined, say)).toBe("なし");
  });

  test("is a number as it stands", () => {
    expect(worded("round_limit", "20", words, say)).toBe("20");
  });
});

test("a number has its bounds and its usual value; a word has a list", () => {
  const options = [{ name: "round_limit", defaultValue: "100" }];
  const offer = create(GameOfferSchema, { description: { game: "beyond", options } });
  const form = new TableForm({} as Lobby, offer, []);
  const ranges = [
    { least: 20, most: 99 },
    { least: 101, most: 200 },
  ];
  const number = create(OptionOfferSchema, { name: "round_limit", value: "150", ranges });
  expect(form.bounds(number)).toEqual({ least: 20, most: 200, usual: "100" });
  expect(form.choices(number)).toEqual([]);
  const word = create(OptionOfferSchema, { name: "mats", values: [{ value: "basic" }] });
  expect(form.bounds(word)).toBeUndefined();
  expect(form.choices(word)).toEqual([{ value: "basic", conflict: "" }]);
});

test("a table is opened with all that was chosen, and started only where bots sit on its other seats", async () => {
  const done: unknown[] = [];
  const call = (name: string) => (request: object) => {
    done.push([name, request]);
    return Promise.resolve({ table: { id: "t" } });
  };
  const tables = { createTable: call("create"), addBot: call("bot"), startTable: call("start") };
  const offer = create(GameOfferSchema, { description: { game: "jump", leastSeats: 2 } });
  const form = new TableForm({ tables } as unknown as Lobby, offer, []);
  Object.assign(form, { name: "late", isPrivate: true, delay: 5 });
  expect(await form.open("")).toBe("t");
  expect(done).toMatchObject([
    ["create", { game: "jump", seats: 2, visibility: 2, name: "late", spectators: { delay: 5 } }],
  ]);
  await form.open("easy");
  expect(done.slice(2)).toEqual([
    ["bot", { tableId: "t", bot: "easy" }],
    ["start", { tableId: "t" }],
  ]);
});

describe("an option", () => {
  const value = (name: string, conflict?: string[]) => ({
    value: name,
    ...(conflict && { conflict: { text: "no", options: conflict } }),
  });
  const offer = (init: Parameters<typeof create<typeof OptionOfferSchema>>[1]) => create(OptionOfferSchema, init);

  test("is idle where all else that it could be is in conflict, and waits for what is named there", () => {
    const goals = offer({ name: "goals", value: "off", values: [value("off"), value("on", ["goals", "expansion"])] });
    expect([isIdle(goals), dependsOn(goals)]).toEqual([true, ["expansion"]]);
  });

  test("is idle where it makes no difference", () => {
    const withoutEffect = { options: ["draft_packs", "draft"] };
    const packs = offer({ name: "draft_packs", value: "5", values: [value("5"), value("6")], withoutEffect });
    expect([isIdle(packs), dependsOn(packs)]).toEqual([true, ["draft"]]);
  });

  test("is not idle as long as anything else can be chosen", () => {
    const arc = offer({ name: "arc", value: "a", values: [value("a"), value("b", ["seats"]), value("c")] });
    expect([isIdle(arc), dependsOn(arc)]).toEqual([false, []]);
  });
});

test("idle options stand under the option that they wait for; what waits for one of them comes up with it", () => {
  const waits = (name: string, ...options: string[]) =>
    create(OptionOfferSchema, { name, value: "off", withoutEffect: { options } });
  const idle = [
    waits("goals", "expansion"),
    waits("most", "expansion", "goals"),
    waits("draft", "expansion"),
    waits("odd"),
  ];
  expect(byOpener(idle).map(({ opener, offers }) => [opener, offers.map(({ name }) => name)])).toEqual([
    ["expansion", ["goals", "draft"]],
    ["", ["odd"]],
  ]);
});

test.each([
  ["Takeovers come first (R14.7).", "Takeovers come first."],
  ["占領を先にします（R2.6、R2.9）。", "占領を先にします。"],
  ["Three cards (two at first) are kept.", "Three cards (two at first) are kept."],
])("an option is told without the paragraphs of the rules: %s", (text, told) => {
  expect(withoutParagraphs(text)).toBe(told);
});

test("seats that do not go with the options go with other values of some", () => {
  const conflict = { reason: "INVALID_SEATS" };
  const offers = [
    { name: "expansion", value: "base", values: [{ value: "base", conflict }, { value: "storm" }, { value: "brink" }] },
    {
      name: "goals",
      value: "off",
      values: [
        { value: "off", conflict },
        { value: "on", conflict },
      ],
    },
    { name: "draft", value: "on", values: [{ value: "on" }] },
  ].map((offer) => create(OptionOfferSchema, offer));
  expect(allowing(offers)).toEqual([{ option: "expansion", values: ["storm", "brink"] }]);
});
