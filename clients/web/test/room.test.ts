import { describe, expect, it } from "vitest";
import { roomFrom, WIDTHS, widthOf } from "../src/drawing/room.js";

describe("the room of a card for words", () => {
  it("is there sooner for less", () => {
    const short = roomFrom("Mine", ["Settle: +1 military"], 0, 1);
    const long = roomFrom("Mine", ["Produce: draw a card for each of your worlds with a good of this sort"], 0, 1);
    expect(short).toBe(WIDTHS[0]);
    expect(long).toBeGreaterThan(short ?? 0);
  });
  it("is there for no sentence that no card can hold", () => {
    expect(
      roomFrom("Mine", Array<string>(9).fill("Settle: may pay for a military world as if it were none"), 0, 9),
    ).toBe(undefined);
  });
  it("is less beneath a long name and above a foot", () => {
    const sentence = ["Develop: draw two cards for each development"];
    const plain = roomFrom("Mine", sentence, 0, 1) ?? 0;
    expect(roomFrom("Interstellar Casus Belli Union", sentence, 2, 1)).toBeGreaterThan(plain);
  });
  it("counts signs that are as wide as high twice", () => {
    expect(widthOf("採掘")).toBeGreaterThan(widthOf("abc"));
  });
});
