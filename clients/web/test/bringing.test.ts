import { create } from "@bufbuild/protobuf";
import { PromptSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { brings } from "../src/model/bringing.js";

const asked = (name: string) =>
  create(PromptSchema, { options: [{ facts: [{ name, value: { case: "number", value: 4n } }] }] });

test("what options bring is listed, what they cost stands on the pieces", () => {
  expect(["cards", "vp", "credits", "pay", "cost_ore"].filter((name) => brings(asked(name)))).toEqual([
    "cards",
    "vp",
    "credits",
  ]);
  expect(brings(create(PromptSchema, { options: [{}] }))).toBe(false);
});
