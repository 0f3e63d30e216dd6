import { create } from "@bufbuild/protobuf";
import { EventSource } from "galaxytables-client";
import { JumpViewSchema } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { RollViewSchema } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { EventSchema, type Event } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { overTime } from "../src/drawing/plot.js";
import { handOf } from "../src/model/hands.js";
import { happened } from "../src/model/happened.js";

const told = (number: number, event: Event) => ({
  number,
  event,
  source: EventSource.GAME,
  withdrawn: false,
  time: number,
});
const log = [
  told(1, create(EventSchema, { facts: [{ name: "card", value: { case: "component", value: "before" } }] })),
  told(
    2,
    create(EventSchema, {
      facts: [
        { name: "worlds", value: { case: "components", value: { ids: ["a", "b"] } } },
        { name: "slot", value: { case: "word", value: "II4" } },
        { name: "type", value: { case: "word", value: "military" } },
        { name: "vp", value: { case: "number", value: 3n } },
      ],
      privateParts: [{ facts: [{ name: "cards", value: { case: "components", value: { ids: ["c"] } } }] }],
    }),
  ),
  told(3, create(EventSchema, { facts: [{ name: "end", value: { case: "place", value: "A1" } }] })),
];

test("a moment is about the pieces and places that its events name, and about nothing that came before", () => {
  expect([...happened({ first: 2, last: 3 }, log)]).toEqual(["a", "b", "II4", "c", "A1"]);
});

test("a seat holds its hand and what it has drawn; in a game without hands nothing", () => {
  const card = (id: string) => ({ id, component: `the ${id}` });
  const ids = (view: Parameters<typeof handOf>[0]) => handOf(view).map(({ id }) => id);
  expect(ids(create(RaceViewSchema, { hand: [card("1")], drawn: [card("2")] }))).toEqual(["1", "2"]);
  expect(ids(create(JumpViewSchema, { hand: [card("3")] }))).toEqual(["3"]);
  expect(ids(create(RollViewSchema, {}))).toEqual([]);
});

test("points stand over the line of time where their rounds ended", () => {
  const [line] = overTime(new Map([[0, [5, 10]]]), [26, 51], { first: 1, last: 51 }, 100, 40);
  const places = line?.line.match(/[ML][\d.]+/g)?.map((place) => Number(place.slice(1)));
  expect(places).toEqual([0, 50, 100]);
});
