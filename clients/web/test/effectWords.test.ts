import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { PowerSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { effectWords } from "../src/drawing/effectWords.js";
import { say } from "./builders.js";

const number = (name: string, value: number) =>
  create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
const operations = (name: string, ...all: Fact[][]) =>
  create(FactSchema, { name, value: { case: "groups", value: { groups: all.map((facts) => ({ facts })) } } });
const op = (word: string, ...facts: Fact[]) => [
  create(FactSchema, { name: "op", value: { case: "word", value: word } }),
  ...facts,
];
const power = (kind: string, ...effects: Fact[][]) =>
  create(PowerSchema, { kind, facts: [operations("effects", ...effects)] });

test("a technology is told in a few words: those of its action", () => {
  const powers = [
    power("bonus", op("automate")),
    power(
      "action",
      op("build", number("level", 2)),
      op("may", operations("effects", op("research", number("level", 4)))),
    ),
  ];
  expect(effectWords(powers, say)).toBe("beyond-does-build\u00a02beyond-does-thenbeyond-does-research\u00a0IV");
});

test("without an action, those of its bonus; and none where nothing is carried out", () => {
  expect(effectWords([power("bonus", op("jump", number("points", 3)))], say)).toBe("beyond-does-jump\u00a03");
  expect(effectWords([power("end_score")], say)).toBe("");
});
