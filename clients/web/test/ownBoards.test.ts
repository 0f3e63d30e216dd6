import { describe, expect, test } from "vitest";
import { addressOf, makerAt } from "../src/model/ownBoards.js";

const answering =
  (json: unknown, ok = true) =>
  () =>
    Promise.resolve({ ok, json: () => Promise.resolve(json) });

describe("the board that a game brings", () => {
  test("is where the gateway says", async () => {
    const asked: string[] = [];
    const get = (address: string) => {
      asked.push(address);
      return answering({ goofspiel: "/boards/goofspiel/0123/board.js" })();
    };
    expect(await addressOf("goofspiel", get)).toBe("/boards/goofspiel/0123/board.js");
    expect(await addressOf("jump", get)).toBeUndefined();
    expect(asked).toEqual(["/boards.json", "/boards.json"]);
  });

  test("is none where that cannot be found out", async () => {
    expect(await addressOf("goofspiel", answering({ goofspiel: 1 }))).toBeUndefined();
    expect(await addressOf("goofspiel", answering({}, false))).toBeUndefined();
    expect(await addressOf("goofspiel", () => Promise.reject(new Error("no network")))).toBeUndefined();
  });

  test("is made by the function that its module exports", async () => {
    const make = () => ({ update() {} });
    expect(await makerAt("/b.js", () => Promise.resolve({ default: make }))).toBe(make);
    await expect(makerAt("/b.js", () => Promise.resolve({ board: make }))).rejects.toThrow("exports no function");
    await expect(makerAt("/b.js", () => Promise.reject(new SyntaxError("bad")))).rejects.toThrow("bad");
  });
});
