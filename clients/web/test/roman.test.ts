import { expect, test } from "vitest";
import { roman } from "../src/drawing/roman.js";

test("numbers are Roman as they are written: four is IV", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 9, 12].map(roman)).toEqual(["", "I", "II", "III", "IV", "V", "VI", "IX", "XII"]);
});
