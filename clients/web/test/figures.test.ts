import { create } from "@bufbuild/protobuf";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { differences } from "../src/model/figures.js";
import { prompt } from "./builders.js";

const number = (name: string, value: bigint) => ({ name, value: { case: "number" as const, value } });
const card = (id: string, cost: bigint, vp?: bigint) =>
  create(ComponentSchema, { id, facts: [number("cost", cost), ...(vp === undefined ? [] : [number("vp", vp)])] });
const CATALOGUE = new Map(
  [card("farm", 2n, 1n), card("mine", 5n, 2n), card("guild", 6n)].map((each) => [each.id, each]),
);
const QUESTION = prompt({
  most: 2,
  options: [
    { id: "a", component: "farm" },
    { id: "b", component: "mine", facts: [number("cost", 3n)] },
    { id: "c", component: "guild" },
    { id: "d", component: "farm" },
  ],
});
const between = (of: string[], instead: string[]) =>
  differences(QUESTION, CATALOGUE, of, instead).map(({ figure, of, instead }) => [figure, of, instead]);

test("answers differ in what they cost now and what is printed on their cards, summed up", () => {
  expect(between(["b"], ["a", "d"])).toEqual([["cost", 3, 4]]);
  expect(between(["b"], ["a"])).toEqual([
    ["cost", 3, 2],
    ["vp", 2, 1],
  ]);
});

test("what only one of them has, or both alike, is no difference", () => {
  expect(between(["a"], ["c"])).toEqual([["cost", 2, 6]]);
  expect(between(["a"], ["d"])).toEqual([]);
  expect(between(["a"], [])).toEqual([]);
});
