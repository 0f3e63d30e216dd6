import { expect, test } from "vitest";
import { developmentArt, worldArt } from "../src/drawing/art.js";

const paths = (marks: readonly { path: string }[]) => marks.map(({ path }) => path).join(" ");
const dashed = (production: string) =>
  worldArt("alpha_centauri", production).map(({ dashes = [] }) => dashes.length > 0);

test("a component looks the same at all times, and like no other", () => {
  for (const art of [(id: string) => worldArt(id, "production"), (id: string) => developmentArt(id, "settle")]) {
    expect(art("alpha_centauri")).toEqual(art("alpha_centauri"));
    expect(paths(art("alpha_centauri"))).not.toBe(paths(art("earths_lost_colony")));
  }
});

test("what a world produces is told by its halo: one of dashes for a windfall, none where there is nothing", () => {
  const marks = (production: string) => worldArt("alpha_centauri", production).length;
  expect(marks("windfall")).toBe(marks("") + 1);
  expect(marks("production")).toBe(marks("") + 1);
  expect(dashed("windfall")).toContain(true);
  expect(dashed("production")).not.toContain(true);
});

test("a development bears the sign of what it does most", () => {
  expect(paths(developmentArt("mining_robots", "settle"))).not.toBe(paths(developmentArt("mining_robots", "explore")));
});

test("bands and continents stay within the disc of their planet", () => {
  for (const id of ["alpha_centauri", "earths_lost_colony", "new_sparta", "rebel_base"])
    expect(worldArt(id, "").some(({ disc, at }) => disc && at?.scale)).toBe(true);
});
