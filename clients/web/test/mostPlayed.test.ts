/** Which of somebody's ratings a list shows. */
import { describe, expect, test } from "vitest";
import { mostPlayed } from "../src/model/rated.js";

const JUMP = { game: "jump", games: 4 };
const RACE = { game: "race", games: 9 };
const RACE_MORE = { game: "race", games: 12 };

describe("the rating that is shown of somebody", () => {
  test("is that of the pool with most games", () => {
    expect(mostPlayed([JUMP, RACE_MORE, RACE])).toBe(RACE_MORE);
  });
  test("is of the game that is named, whatever else they play more", () => {
    expect(mostPlayed([RACE, JUMP], "jump")).toBe(JUMP);
  });
  test("is none where they are not rated", () => {
    expect(mostPlayed([RACE], "roll")).toBeUndefined();
    expect(mostPlayed([])).toBeUndefined();
  });
});
