import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import { Words } from "galaxytables-client";
import { GoofspielViewSchema } from "galaxytables-client/gen/galaxytables/goofspiel/v1/goofspiel_pb";
import { JumpViewSchema, Phase } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { InvasionSchema } from "galaxytables-client/gen/galaxytables/race/v1/invasion_pb";
import { describe, expect, test } from "vitest";
import { areasOf } from "../src/drawing/generic.js";
import { constellation, planet } from "../src/drawing/seeded.js";

const messages = "field-vp = points\nword-choose = choosing\nlist-empty = none\n";
const words = new Words("en", [messages], { new_sparta: "New Sparta" }, (seat) => `Seat ${seat}`);

describe("any view", () => {
  test("is drawn by its fields: hands of pieces, an area for each seat", () => {
    const view = create(JumpViewSchema, {
      round: 3,
      phase: Phase.CHOOSE,
      hand: [{ id: "47", component: "new_sparta", price: 2 }],
      empires: [{ seat: 0, vp: 12, cards: [{ id: "12", component: "new_sparta", vp: 1 }] }],
    });
    expect(areasOf(view, words)).toEqual({
      title: "",
      seat: undefined,
      pieces: [],
      facts: [
        ["Round", "3"],
        ["Phase", "choosing"],
      ],
      areas: [
        {
          title: "Seat 0",
          seat: 0,
          facts: [["points", "12"]],
          pieces: [],
          areas: [
            {
              title: "Cards",
              facts: [],
              areas: [],
              pieces: [{ ids: ["12"], component: "new_sparta", label: "New Sparta", notes: ["points 1"] }],
            },
          ],
        },
        {
          title: "Hand",
          facts: [],
          areas: [],
          pieces: [{ ids: ["47"], component: "new_sparta", label: "New Sparta", notes: ["Price 2"] }],
        },
      ],
    });
  });

  test("of a game that the page has no table for is told in the game's words, never by ids", () => {
    const file = fileURLToPath(
      new URL("../../../examples/goofspiel/goofspiel/words/en/goofspiel.ftl", import.meta.url),
    );
    const view = create(GoofspielViewSchema, {
      round: 1,
      players: [{ seat: 2, hand: [{ id: "bid:2:12", value: 12 }], spent: [{ id: "bid:2:3", value: 3 }] }],
    });
    const [player] = areasOf(view, new Words("en", [readFileSync(file, "utf8")], {}, (seat) => `Seat ${seat}`)).areas;
    expect(player?.areas.map(({ title, pieces }) => [title, pieces.map(({ ids, label }) => [ids, label])])).toEqual([
      ["Hand", [[["bid:2:12"], "12"]]],
      ["Bids made", [[["bid:2:3"], "3"]]],
    ]);
  });

  test("names places by the words for them, and what has no words by words of its id", () => {
    const fields = {
      row: { kind: { case: "stringValue" as const, value: "row:0" } },
      mood: { kind: { case: "stringValue" as const, value: "row_of:7" } },
    };
    const told = new Words("en", ["place-row = row { $a }"], {});
    expect(areasOf(create(StructSchema, { fields }), told).facts).toEqual([
      ["Row", "row 0"],
      ["Mood", "row of 7"],
    ]);
  });

  test("of a game without a proto is drawn too, with ids of what lies on a piece", () => {
    const view = create(StructSchema, {
      fields: {
        board: {
          kind: {
            case: "listValue",
            value: {
              values: [
                {
                  kind: {
                    case: "structValue",
                    value: {
                      fields: {
                        id: { kind: { case: "stringValue", value: "a1" } },
                        on: {
                          kind: {
                            case: "listValue",
                            value: { values: [{ kind: { case: "stringValue", value: "pawn:3" } }] },
                          },
                        },
                      },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    });
    expect(areasOf(view, words).areas).toMatchObject([
      { title: "Board", pieces: [{ ids: ["a1", "pawn:3"], label: "a1" }] },
    ]);
  });
});

test("a part of a view is drawn as a view is", () => {
  const invasion = create(InvasionSchema, { repulse: 7 });
  expect(areasOf(invasion, words).facts).toContainEqual(["Repulse", "7"]);
});

describe("what is seeded from an id", () => {
  test("is the same at all times, and other for other ids", () => {
    expect(planet("new_sparta")).toEqual(planet("new_sparta"));
    expect(planet("new_sparta")).not.toEqual(planet("earths_lost_colony"));
    expect(constellation("a")).not.toEqual(constellation("b"));
  });

  test("stays within its picture", () => {
    for (const id of ["a", "b", "new_sparta", "deserted_alien_library"]) {
      const { x, y, radius } = planet(id);
      expect(x - radius).toBeGreaterThan(0);
      expect(y + radius).toBeLessThan(108);
      for (const { from, to } of constellation(id).edges) expect(from).not.toBe(to);
    }
  });
});
