import { create, toBinary, fromBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { type RaceView, RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { shared } from "../src/model/sharing.js";

const told = (view: RaceView) => fromBinary(RaceViewSchema, toBinary(RaceViewSchema, view));
const card = (id: string, goods: string[] = []) => ({ id, component: "old_earth", goods });
const view = (...empires: { seat: number; chips?: number; cards: ReturnType<typeof card>[] }[]) =>
  create(RaceViewSchema, { round: 1, empires });

test("a view that is told again is the one that was there", () => {
  const one = view({ seat: 0, cards: [card("a", ["g"])] }, { seat: 1, cards: [] });
  expect(shared(one, told(one))).toBe(one);
});

test("where something has changed, all else stays what it was", () => {
  const one = view({ seat: 0, cards: [card("a"), card("b")] }, { seat: 1, cards: [card("c")] });
  const two = told(
    view({ seat: 0, chips: 2, cards: [card("b"), card("d"), card("a", ["g"])] }, { seat: 1, cards: [card("c")] }),
  );
  const plain = told(two);
  const now = shared(one, two);
  expect(now).toEqual(plain);
  expect(now).not.toBe(one);
  expect(now.empires[0]).not.toBe(one.empires[0]);
  expect(now.empires[1]).toBe(one.empires[1]);
  // By their ids, wherever they lie now.
  expect(now.empires[0]?.cards[0]).toBe(one.empires[0]?.cards[1]);
  expect(now.empires[0]?.cards[2]).not.toBe(one.empires[0]?.cards[0]);
});

test("what has come or gone is a change", () => {
  const one = view({ seat: 0, cards: [card("a"), card("b")] });
  expect(shared(one, view({ seat: 0, cards: [card("a")] })).empires[0]?.cards).toHaveLength(1);
  expect(shared({ a: 1 }, { b: 1 })).toEqual({ b: 1 });
  expect(shared([1], { 0: 1 })).toEqual({ 0: 1 });
  expect(shared(undefined, one)).toBe(one);
});

test("bytes are compared whole", () => {
  const [one, same, other] = [
    [1, 2],
    [1, 2],
    [1, 3],
  ].map((bytes) => ({ bytes: new Uint8Array(bytes) }));
  expect(shared(one, same)).toBe(one);
  expect(shared(one, other)).toBe(other);
});
