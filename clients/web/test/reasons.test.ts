import { create } from "@bufbuild/protobuf";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { reasons } from "../src/model/reasons.js";
import { prompt } from "./builders.js";

const number = (name: string, value: bigint) => ({ name, value: { case: "number" as const, value } });
const card = (id: string, cost: bigint, vp: bigint) =>
  create(ComponentSchema, { id, facts: [number("cost", cost), number("vp", vp)] });
const CATALOGUE = new Map([card("farm", 2n, 1n), card("mine", 5n, 1n)].map((each) => [each.id, each]));
const on = (value: string) => [{ standsFor: { case: "piece" as const, value } }];
const QUESTION = prompt({
  options: [
    { id: "a", component: "farm", targets: on("card:1") },
    { id: "b", component: "mine", targets: on("card:2") },
    { id: "explore" },
  ],
});

test("an answer is told from another by what its cards cost and bring at once", () => {
  const view = {
    hand: [
      { id: "card:1", vpGain: 1 },
      { id: "card:2", vpGain: 3 },
    ],
  };
  expect(reasons(view, QUESTION, CATALOGUE, ["b"], ["a"])).toEqual([
    { name: "sum-cost", of: "5", instead: "2" },
    { name: "sum-vp", of: "+3", instead: "+1" },
  ]);
});

test("what cards bring in each round is told so, and stands alone where the other answer has no card", () => {
  const view = {
    hand: [
      { id: "card:1", vpGain: 2, incomeGain: 1, price: 2 },
      { id: "card:2", vpGain: 2, incomeGain: 0, price: 5 },
    ],
  };
  expect(reasons(view, QUESTION, CATALOGUE, ["a"], ["explore"])).toEqual([
    { name: "sum-cost", of: "2" },
    { name: "jump-vp-round", of: "+2" },
    { name: "jump-income", of: "+1" },
  ]);
  expect(reasons(view, QUESTION, CATALOGUE, ["a"], ["b"]).map(({ name }) => name)).toEqual(["sum-cost", "jump-income"]);
});

test("a view without a hand tells what is printed on cards", () => {
  expect(reasons(undefined, QUESTION, CATALOGUE, ["b"], ["a"])).toEqual([{ name: "sum-cost", of: "5", instead: "2" }]);
});
