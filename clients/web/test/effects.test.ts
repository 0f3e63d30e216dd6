import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { PowerSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { type EffectSign, effectSigns, emsOf, momentSign } from "../src/drawing/effects.js";
import { SHAPES } from "../src/drawing/effectShapes.js";

type Value = number | string | readonly number[] | readonly string[] | Group | readonly Group[];
interface Group {
  readonly [name: string]: Value;
}

const all = (values: readonly unknown[], type: string) =>
  values.length > 0 && values.every((each) => typeof each === type);

function fact([name, value]: readonly [string, Value]): Fact {
  if (typeof value === "number") return create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
  if (typeof value === "string") return create(FactSchema, { name, value: { case: "word", value } });
  if (!Array.isArray(value)) {
    return create(FactSchema, { name, value: { case: "group", value: { facts: facts(value as Group) } } });
  }
  if (all(value, "number")) {
    return create(FactSchema, { name, value: { case: "numbers", value: { numbers: value.map(BigInt) } } });
  }
  if (all(value, "string")) return create(FactSchema, { name, value: { case: "words", value: { words: value } } });
  const groups = (value as readonly Group[]).map((group) => ({ facts: facts(group) }));
  return create(FactSchema, { name, value: { case: "groups", value: { groups } } });
}

const facts = (group: Group) => Object.entries(group).map(fact);

/** Signs as text: shapes in brackets, components in quotes, chunks apart. */
const spelled = (sign: EffectSign) =>
  "text" in sign ? sign.text : "shape" in sign ? `[${sign.shape}]` : `"${sign.component}"`;

const signs = (kind: string, group: Group) =>
  effectSigns(create(PowerSchema, { kind, facts: facts(group) }))
    .map((chunk) => chunk.map(spelled).join(""))
    .join(" ");

const jump = { op: "jump", points: 2 };
const research = { op: "research", level: [2, 3], manner: [] };

test.each<[string, Group, string]>([
  ["bonus", { effects: [{ op: "automate", kind: "ore", n: 2 }] }, "2×[ore]↑"],
  [
    "bonus",
    { effects: [{ op: "build", source: "supply", level: 3, n: 1, at: "deep_space" }, jump] },
    "[cube]›[ship]3[spiral] [jump]2",
  ],
  ["action", { cost_ore: 2, cost_population: 1, effects: [research] }, "2[ore]1[person]›[research]II/III"],
  [
    "action",
    { cost_ore: 0, cost_population: 0, effects: [jump, { op: "may", effects: [research] }] },
    "[jump]2 ([research]II/III)",
  ],
  [
    "action",
    { effects: [{ op: "gain_ore", n: { metric: "controlled_locations", times: 1, divide: 1, plus: 0, max: 4 } }] },
    "+1/[outpost]≤4[ore]",
  ],
  [
    "bonus",
    { effects: [{ op: "choose", times: 2, options: [{ effects: [jump] }, { cost_ore: 3, effects: [research] }] }] },
    "2×([jump]2 /3[ore]›[research]II/III)",
  ],
  ["action", { effects: [{ op: "colonize", target: "controlled", strength_discount: 3 }] }, "[colony]−3[strength]"],
  ["bonus", { effects: [{ op: "private_tech", level: 3, draw: 3, keep: 1 }] }, "[research]III1/3[lock]"],
  ["bonus", { effects: [{ op: "for_each", who: "all", effects: [jump] }] }, "[others]:[jump]2"],
  [
    "bonus",
    { effects: [{ op: "attach_scoring", scoring: { kind: "per", metric: "colonies", vp: 1, max: 4 } }] },
    "1[vp]/[colony]≤4",
  ],
  ["discount", { action_class: "research", ore: 1, from_level: 4 }, "[achievement]4+[research]−1[ore]"],
  ["once_per_turn", { cost_ore: 1, effects: [{ op: "supply_to_pop", n: 1 }] }, "1×1[ore]›+1[person]"],
  ["on", { trigger: "colonized", limit: 1, effects: [jump] }, "[colony]:[jump]2"],
  ["trade_rate", { trade: "ore_to_pop", ore: 2 }, "2[ore]›[person]"],
  ["skip_prerequisite", { skip: 1, when_required: 2, levels: [2, 3] }, "[research]II/III−1/2"],
])("%s %j is told in signs", (kind, group, told) => {
  expect(signs(kind, group)).toBe(told);
});

test("what signs cannot tell has none, and its sentence is read", () => {
  expect(effectSigns(create(PowerSchema, { kind: "unheard_of" }))).toEqual([]);
});

test("each moment has its sign, an action has its space", () => {
  const moment = (kind: string, name: string) => momentSign(create(PowerSchema, { kind, moment: name }));
  expect(["immediate", "control", "colonization"].map((name) => moment("bonus", name))).toEqual([
    "bolt",
    "outpost",
    "colony",
  ]);
  expect(moment("jump_bonus", "")).toBe("lasting");
  expect(moment("action", "")).toBeUndefined();
});

test("each shape is drawn", () => {
  for (const drawn of Object.values(SHAPES)) expect(drawn.fill ?? drawn.line).toBeTruthy();
});

test("signs are as wide in one line as all of them are, with what lies between", () => {
  expect(emsOf([])).toBe(0);
  const [one, other] = [emsOf([[{ shape: "ore" }, { text: "2" }]]), emsOf([[{ shape: "jump" }]])];
  expect(emsOf([[{ shape: "ore" }, { text: "2" }], [{ shape: "jump" }]])).toBeGreaterThan(one + other);
  expect(emsOf([[{ text: "12" }]])).toBe(2 * emsOf([[{ text: "1" }]]));
});
