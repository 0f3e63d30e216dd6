import { describe, expect, it } from "vitest";
import { type Held, type Row, signsWidth, widthOf, worded } from "../src/drawing/room.js";

const LETTERS = 15;
const row = (said: string): Row => ({ moment: "settle", badge: "III", signs: [{ text: "+1" }], powers: [], said });
const short = row("+1 military");
const long = row("pay for a military world at its defense, and once more for each of its kind that lies here already");
const held = (...rows: Row[]): Held => ({ name: "Mine", rows });
const hand = { width: 190, height: 155 };

describe("the room of a card for words", () => {
  it("holds a short sentence on a small card, and a long one on a larger", () => {
    expect(worded(held(short), { width: 96, height: 144 }, LETTERS, false)).toEqual([true]);
    expect(worded(held(long), { width: 96, height: 144 }, LETTERS, false)).toEqual([false]);
    expect(worded(held(long), hand, LETTERS, false)).toEqual([true]);
  });
  it("goes to as many lines as it holds, and one that has none takes nothing from the others", () => {
    const all = worded(held(long, long, long, short), { width: 190, height: 180 }, LETTERS, false);
    expect(all).toEqual([true, false, false, true]);
    expect(worded(held(row(""), short), hand, LETTERS, false)).toEqual([false, true]);
  });
  it("goes first to what has no sign but that there are words", () => {
    const unsigned = { ...short, signs: [{ icon: "words" as const }] };
    const room = { width: 96, height: 112 };
    expect(worded(held(short), room, LETTERS, false)).toEqual([true]);
    expect(worded(held(short, unsigned), room, LETTERS, false)).toEqual([false, true]);
  });
  it("is less beneath a long name, above a foot, and beside a good", () => {
    const room = { width: 110, height: 165 };
    const fits = (card: Held) => worded(card, room, LETTERS, false).filter(Boolean).length;
    const rows = [short, short, short];
    expect(fits(held(...rows))).toBe(3);
    expect(fits({ ...held(...rows), name: "Interstellar Casus Belli Union" })).toBeLessThan(3);
    expect(fits({ ...held(...rows), footed: true, keywords: true })).toBeLessThan(3);
    const card = held(row("draw 1 card if a good is here now"));
    const strip = { width: 150, height: 74 };
    expect(worded(card, strip, LETTERS, true)).toEqual([true]);
    expect(worded({ ...card, goods: true }, strip, LETTERS, true)).toEqual([false]);
  });
  it("counts signs that are as wide as high twice", () => {
    expect(widthOf("採掘")).toBeGreaterThan(widthOf("abc"));
    expect(signsWidth({ ...short, signs: [{ text: "+1" }, { icon: "sword" }] })).toBeGreaterThan(signsWidth(short));
  });
});
