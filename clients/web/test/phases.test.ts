import { create } from "@bufbuild/protobuf";
import { Phase, RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { clockwise } from "../src/games/cards.js";
import { steps } from "../src/games/race/phases.js";

const catalogue = new Map(
  ["develop", "produce", "search"].map((phase) => [
    phase,
    create(ComponentSchema, { id: phase, facts: [{ name: "phase", value: { case: "word", value: phase } }] }),
  ]),
);

describe("the phases of a round of Race", () => {
  test("are off before the actions are shown", () => {
    const view = create(RaceViewSchema, { phase: Phase.ACTIONS, empires: [{ seat: 0 }] });
    expect(steps(view, catalogue).map(({ number, state }) => `${number} ${state}`)).toEqual([
      "I off",
      "II off",
      "III off",
      "IV off",
      "V off",
    ]);
  });

  test("are done, under way or to come, with who chose them", () => {
    const view = create(RaceViewSchema, {
      phase: Phase.SETTLE,
      agenda: [Phase.PRODUCE],
      empires: [
        { seat: 0, actions: ["develop"] },
        { seat: 1, actions: ["produce", "develop"] },
      ],
    });
    const told = steps(view, catalogue);
    expect(told.map(({ state }) => state)).toEqual(["off", "done", "now", "off", "next"]);
    expect(told[1]?.by.map(({ seat }) => seat)).toEqual([0, 1]);
  });

  test("have a search where somebody searches", () => {
    const view = create(RaceViewSchema, { phase: Phase.SEARCH, empires: [{ seat: 0, actions: ["search"] }] });
    expect(steps(view, catalogue)[0]).toMatchObject({ word: "search", state: "now" });
  });
});

test("others sit clockwise from the viewer", () => {
  const players = [0, 1, 2, 3].map((seat) => ({ seat }));
  expect(clockwise(players, 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);
  expect(clockwise(players, undefined).map(({ seat }) => seat)).toEqual([0, 1, 2, 3]);
});
