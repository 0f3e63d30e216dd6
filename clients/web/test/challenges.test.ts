import { create } from "@bufbuild/protobuf";
import {
  InvitedState,
  PlayerSchema,
  PresenceState,
  RelationSchema,
  type Store,
  TimePresetSchema,
} from "galaxytables-client";
import { expect, test } from "vitest";
import { answerOf, foundFirst, gameFor, keepSent, sentLast, timeLike } from "../src/model/challenges.js";

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

test("the challenge that was sent last is remembered; what is kept may be anything", () => {
  let value: string | null = null;
  const store: Store = { getItem: () => value, setItem: (_, text) => void (value = text), removeItem: () => undefined };
  expect(sentLast(store)).toEqual({ game: "", rated: false });
  keepSent({ game: "race", time: "", rated: true }, store);
  expect(sentLast(store)).toEqual({ game: "race", time: "", rated: true });
  value = "{";
  expect(sentLast(store)).toEqual({ game: "", rated: false });
});

test("a clock that somebody waits with is chosen where it is ready-made", () => {
  const clock = (seconds: bigint) => ({ control: { case: "perMove", value: { seconds } } }) as const;
  const times = [45n, 20n].map((seconds) => create(TimePresetSchema, { name: `${seconds}`, control: clock(seconds) }));
  expect(timeLike(times[1]?.control, times)).toBe("20");
  expect(timeLike(create(TimePresetSchema, { control: clock(21n) }).control, times)).toBeUndefined();
  expect(timeLike(undefined, times)).toBeUndefined();
});
