import { create } from "@bufbuild/protobuf";
import { RatingSchema, RatingTerms, UnratedReason, Words } from "galaxytables-client";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  endWords,
  provisionalText,
  ratedState,
  ratedWords,
  ratingText,
  skillText,
  unratedWords,
} from "../src/model/rated.js";

const CATALOGUE = new URL("../../../services/lobby/galaxytables_lobby/words/", import.meta.url);
const words = (language: string) =>
  new Words(language, [readFileSync(new URL(`${language}/rated.ftl`, CATALOGUE), "utf8")]);
const reasons = Object.values(UnratedReason).filter((value) => typeof value === "number");

describe("whether a game is rated", () => {
  test.each(["en", "ja"])("is said in %s for every reason in other words", (language) => {
    const said = reasons.map((reason) => ratedWords(reason, RatingTerms.RATED, words(language)));
    expect(new Set(said).size).toBe(reasons.length);
    expect(said).not.toContain("");
  });

  test("is said of reasons that a later server has", () => {
    expect(ratedWords(99 as UnratedReason, RatingTerms.RATED, words("en"))).toBe("Not rated.");
  });

  test("says where nothing can be taken back", () => {
    const [usual, strict] = [RatingTerms.RATED, RatingTerms.STRICT].map((terms) =>
      ratedWords(UnratedReason.UNSPECIFIED, terms, words("en")),
    );
    expect(strict).not.toBe(usual);
  });
});

describe("the end of a game", () => {
  const { UNSPECIFIED: COUNTS, CASUAL, SHORT } = UnratedReason;
  const end = (table: UnratedReason, archived: Parameters<typeof endWords>[2]) =>
    [ratedState(table, archived), endWords(table, RatingTerms.RATED, archived, words("en"))] as const;

  test("is pending until the archive has the game, unless the table knows why it does not count", () => {
    expect(end(COUNTS, undefined)).toEqual(["pending", "Rating pending: whether the game counts follows in a moment."]);
    expect(end(CASUAL, undefined)).toEqual(["unrated", "Not rated: the host wants a casual game."]);
    expect(end(COUNTS, null)[0]).toBe("unknown");
  });

  test.each(reasons)("says what the archive says, whatever the table promised: %s", (unrated) => {
    const game = { rated: false, unrated };
    const [state, said] = end(COUNTS, game);
    expect([state, said]).toEqual(["unrated", unratedWords(game, words("en"))]);
    expect(said).toMatch(/^Not rated/);
  });

  test("says that a game counts once it does", () => {
    const counted = { rated: true, unrated: COUNTS };
    expect(end(COUNTS, counted)).toEqual(["rated", "Rated: it counts for everybody who plays, bots too."]);
    expect(unratedWords(counted, words("en"))).toBe("");
    expect(unratedWords({ rated: false, unrated: SHORT }, words("ja"))).toMatch(/^レーティング対象外/);
  });
});

test("a rating is the number that leaderboards go by, and tells what it comes of", () => {
  const rating = create(RatingSchema, { mean: 1643, deviation: 242, value: 917 });
  expect([ratingText(rating), skillText(rating)]).toEqual(["917", "1643 ± 242"]);
});

test("a provisional rating says how many games it still waits for, and nothing of games once there are enough", () => {
  const say = (name: string, values: Record<string, unknown> = {}) => JSON.stringify([name, values]);
  expect(provisionalText({ games: 2 }, say)).toBe(say("ratings-provisional-games", { games: 2, of: 10 }));
  expect(provisionalText({ games: 10 }, say)).toBe(say("ratings-provisional"));
});
