import { create } from "@bufbuild/protobuf";
import { JumpViewSchema } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { RollViewSchema } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tipOf } from "../src/model/tips.js";
import { LANGUAGES, wording } from "../src/model/wording.js";

const race = (cards: number, pool = 24) =>
  create(RaceViewSchema, { pool, empires: [{ tableauEnd: 12, cards: Array.from({ length: cards }, () => ({})) }] });
const jump = (vp: number) => create(JumpViewSchema, { empires: [{ vp }] });
const roll = (tiles: number) =>
  create(RollViewSchema, { vpPool: 24, empires: [{ tiles: Array.from({ length: tiles }, () => ({})) }] });

test.each([
  ["race", "setup.discard", race(1), "tip-race-opening"],
  ["jump", "opening.discard", jump(0), "tip-jump-opening"],
  ["race", "actions.choose", race(8), ""],
  ["race", "actions.choose", race(9), "tip-race-end"],
  ["race", "actions.choose", race(1, 6), "tip-race-end"],
  ["race", "settle.pay", race(11), ""],
  ["jump", "choose.card", jump(34), ""],
  ["jump", "choose.card", jump(35), "tip-jump-end"],
  ["roll", "assign.phase", roll(8), ""],
  ["roll", "assign.phase", roll(9), "tip-roll-end"],
])("a first game of %s has at %s the tip that fits the table", (game, kind, view, tip) => {
  expect(tipOf(game, kind, view)).toBe(tip);
});

test.each(LANGUAGES)("every tip is said in %s", (language) => {
  const words = readFileSync(fileURLToPath(new URL(`../src/words/${language}/lessons.ftl`, import.meta.url)), "utf8");
  const say = wording(language, [words]);
  for (const tip of ["tip-race-opening", "tip-jump-opening", "tip-race-end", "tip-jump-end", "tip-roll-end"])
    expect(say(tip)).not.toBe(tip);
});
