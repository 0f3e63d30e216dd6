import { create } from "@bufbuild/protobuf";
import { GameOfferSchema, type Store } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { keepOpponent, opponentFor } from "../src/model/opponent.js";

const offer = (game: string, ...bots: string[]) =>
  create(GameOfferSchema, { description: { game, leastSeats: 2 }, bots });
const RACE = offer("race", "easy", "normal", "hard");

function storing(kept?: string): Store {
  let value = kept ?? null;
  return {
    getItem: () => value,
    setItem: (_, text) => void (value = text),
    removeItem: () => void (value = null),
  };
}

describe("whom one plays against at once", () => {
  test("is the usual bot, rated", () => {
    expect(opponentFor(RACE, storing())).toEqual({ bot: "normal", rated: true });
  });

  test("is as chosen last for that game alone", () => {
    const store = storing();
    keepOpponent("race", { bot: "hard", rated: false }, store);
    keepOpponent("jump", { bot: "easy", rated: true }, store);
    expect(opponentFor(RACE, store)).toEqual({ bot: "hard", rated: false });
    expect(opponentFor(offer("jump", "easy", "normal"), store)).toEqual({ bot: "easy", rated: true });
    expect(opponentFor(offer("roll", "normal"), store)).toEqual({ bot: "normal", rated: true });
  });

  test.each([["{"], ["3"], ["null"], ['{"race":{"bot":"gone","rated":"no"}}']])(
    "is as usual where %s was kept",
    (kept) => {
      expect(opponentFor(RACE, storing(kept))).toEqual({ bot: "normal", rated: true });
    },
  );

  test("is nobody where only people are wanted", () => {
    const store = storing();
    keepOpponent("race", { bot: "", rated: true }, store);
    expect(opponentFor(RACE, store)).toEqual({ bot: "", rated: true });
  });

  test("is nobody where there are no bots", () => {
    expect(opponentFor(offer("chess"), storing()).bot).toBe("");
  });
});
