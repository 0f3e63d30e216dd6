import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { NotFoundError, type Table } from "galaxytables-client";
import { BeyondViewSchema, LocationKind } from "galaxytables-client/gen/galaxytables/beyond/v1/beyond_pb";
import { JumpViewSchema } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { RollViewSchema } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { miniatureOf } from "../src/drawing/miniature.js";
import { EVERY, MOST, Peeks } from "../src/model/peeks.js";
import { table } from "./builders.js";

const word = (name: string, value: string) => ({ name, value: { case: "word" as const, value } });
const catalogue = new Map(
  [
    create(ComponentSchema, { id: "gem_world", kind: "world", facts: [word("good", "novelty")] }),
    create(ComponentSchema, { id: "dyed", kind: "world", facts: [word("colour", "genes")] }),
    create(ComponentSchema, { id: "hq", kind: "development", powers: [{ kind: "draw", moment: "explore" }] }),
    create(ComponentSchema, { id: "tech", kind: "technology", facts: [word("types", "military")] }),
  ].map((component) => [component.id, component]),
);

describe("the small picture of a table", () => {
  test("shows cards of Race by their goods and moments, and how near the end is", () => {
    const view = create(RaceViewSchema, {
      round: 3,
      empires: [
        {
          seat: 0,
          tally: { total: 7 },
          tableauEnd: 12,
          cards: ["gem_world", "hq", "unknown"].map((component) => ({ component })),
        },
        { seat: 1, tally: { total: 2 }, tableauEnd: 12 },
      ],
    });
    expect(miniatureOf(view, catalogue)).toEqual({
      round: 3,
      progress: 0.25,
      seats: [
        {
          seat: 0,
          points: 7,
          chips: [
            { tone: "novelty", round: true },
            { tone: "explore", round: false },
            { tone: "none", round: false },
          ],
        },
        { seat: 1, points: 2, chips: [] },
      ],
    });
  });

  test("adds up points of Roll, and ends with the pool or the tiles", () => {
    const score = { chips: 1, developments: 2, worlds: 3, bonuses: 4 };
    const view = create(RollViewSchema, {
      vpPool: 6,
      vpPoolSize: 24,
      empires: [{ score, tiles: [{ component: "dyed" }] }],
    });
    expect(miniatureOf(view, catalogue)).toMatchObject({
      progress: 0.75,
      seats: [{ points: 10, chips: [{ tone: "genes", round: true }] }],
    });
  });

  test("counts points of Jump Drive to the goal, not beyond", () => {
    const view = create(JumpViewSchema, { goalVp: 50, empires: [{ vp: 60 }] });
    expect(miniatureOf(view, catalogue)).toMatchObject({ progress: 1, seats: [{ points: 60 }] });
  });

  test("shows technologies, colonies and locations of Beyond the Sun", () => {
    const view = create(BeyondViewSchema, {
      slots: [{ id: "II3", technology: "tech" }],
      endTriggerDiscs: 4,
      achievements: [{ slots: [{ seat: 0 }, {}] }],
      locations: [
        { kind: LocationKind.SYSTEM_SLOT, outpost: { seat: 0 } },
        { kind: LocationKind.SYSTEM_SLOT, outpost: { seat: 1 } },
      ],
      factions: [{ seat: 0, total: 9, researched: ["II3"], colonies: [{ system: "s" }] }],
    });
    expect(miniatureOf(view, catalogue)).toMatchObject({
      progress: 0.25,
      seats: [{ points: 9, chips: [{ tone: "military" }, { tone: "colony" }, { tone: "outpost" }] }],
    });
  });

  test("is none of a game that the page does not know", () => {
    expect(miniatureOf(create(ComponentSchema), catalogue)).toBeUndefined();
  });
});

describe("looks at tables", () => {
  const peeking = (ask: (table: Table) => Promise<string | undefined> = ({ id }) => Promise.resolve(`of ${id}`)) => {
    const asked: string[] = [];
    const peeks = new Peeks((each: Table) => {
      asked.push(each.id);
      return ask(each);
    });
    return { asked, peeks };
  };
  const tables = (count: number, version = 1n) =>
    Array.from({ length: count }, (_, index) => table({ id: String(index), version }));

  test("are one each at first, of so many tables at most, and then one now and then, by turns", async () => {
    const { asked, peeks } = peeking();
    peeks.show(tables(MOST + 3));
    for (let steps = 0; steps < MOST * 2; steps += 1) await peeks.step(steps);
    expect(asked).toEqual(tables(MOST).map(({ id }) => id));
    for (let steps = 1; steps <= 3; steps += 1) await peeks.step(steps * (EVERY + MOST));
    expect(asked.slice(MOST)).toEqual(["0", "1", "2"]);
  });

  test("are another one where a table has changed", async () => {
    const { asked, peeks } = peeking();
    peeks.show(tables(1));
    await peeks.step(0);
    peeks.show(tables(1, 2n));
    await peeks.step(1);
    expect(asked).toEqual(["0", "0"]);
    expect(peeks.now.get("0")).toBe("of 0");
  });

  test("that are refused leave the table without its picture", async () => {
    const { peeks } = peeking(() => Promise.reject(new NotFoundError(Code.NotFound, "")));
    peeks.show(tables(1));
    await peeks.step(0);
    expect([peeks.now.size, peeks.due(1)]).toEqual([0, undefined]);
  });
});
