import { expect, test } from "vitest";
import { scaleOf } from "../src/model/scale.js";

test.each([
  [[], 1000, 1200],
  [[843, 1687], 800, 1800],
  [[-120, 3900], -1000, 4000],
])("a scale of %j reaches from %i to %i", (values, least, most) => {
  const scale = scaleOf(values);
  expect([scale.least, scale.most]).toEqual([least, most]);
  expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([least, most]);
  expect(scale.ticks.length).toBeLessThan(9);
  for (const value of values) expect(least <= value && value <= most).toBe(true);
});
