import { create } from "@bufbuild/protobuf";
import { InvitedState, PlayerSchema, PresenceState, RelationSchema } from "galaxytables-client";
import { expect, test } from "vitest";
import { answerOf, foundFirst, gameFor } from "../src/model/challenges.js";

test("a challenge is to the game that was played last, with the other before all, and is still offered", () => {
  expect(gameFor(["beyond", "jump", "race"], ["roll", "race", "jump"])).toBe("race");
  expect(gameFor(["beyond", "jump"], ["roll"])).toBe("beyond");
  expect(gameFor(["beyond", "jump"], [])).toBe("beyond");
  expect(gameFor([], ["roll"])).toBe("");
});

test("who is online is found before those who are not", () => {
  const players = ["Abe", "Bea", "Cy"].map((name) => create(PlayerSchema, { id: name, name }));
  const online = [create(RelationSchema, { player: { id: "Cy", name: "Cy" }, presence: PresenceState.AT_TABLE })];
  expect(foundFirst(players, online).map(({ player, presence }) => [player.name, presence])).toEqual([
    ["Cy", PresenceState.AT_TABLE],
    ["Abe", undefined],
    ["Bea", undefined],
  ]);
});

test("what nobody has answered was sent, and not more", () => {
  const states = [InvitedState.UNSPECIFIED, InvitedState.SENT, InvitedState.SEEN, InvitedState.DECLINED];
  expect(states.map(answerOf)).toEqual(["sent", "sent", "seen", "declined"]);
});
