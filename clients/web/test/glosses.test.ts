import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { glossesOf } from "../src/model/glosses.js";

const fact = (name: string, value: Fact["value"]) => create(FactSchema, { name, value });
const keywords = (...words: string[]) =>
  fact("keywords", { case: "words", value: { $typeName: "galaxytables.rules.v1.WordList", words } });
const production = (value: string) => fact("production", { case: "word", value });
const chromosomes = (value: bigint) => fact("chromosome_icons", { case: "number", value });

test.each([
  [
    [production("windfall"), keywords("uplift", "chromosome")],
    ["gloss-windfall", "gloss-uplift", "gloss-chromosome"],
  ],
  [[production("production"), keywords("rebel")], []],
  [[chromosomes(2n)], ["sign-jump-chromosome"]],
  [[chromosomes(0n)], []],
])("marks that no power explains are explained beside the large card", (facts, told) => {
  expect(glossesOf({ facts })).toEqual(told);
});
