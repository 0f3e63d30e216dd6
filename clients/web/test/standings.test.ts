import { create } from "@bufbuild/protobuf";
import { SeatScoreSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { barsOf } from "../src/model/standings.js";

test("points below 0 have no bar, and the next bar begins where the last one ends", () => {
  const parts = [
    { source: "levels", points: 5 },
    { source: "events", points: -2 },
    { source: "outposts", points: 0 },
    { source: "colonies", points: 3 },
  ];
  const bars = barsOf(create(SeatScoreSchema, { parts }), ["levels", "events", "outposts", "colonies", "none"], 24, 10);
  expect(bars.map(({ source, x, width }) => [source, x, width])).toEqual([
    ["levels", 24, 50],
    ["colonies", 74, 30],
  ]);
});
