import { create } from "@bufbuild/protobuf";
import { RatingSchema, RatingTerms, UnratedReason, Words } from "galaxytables-client";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ratedWords, ratingText, skillText } from "../src/model/rated.js";

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

test("a rating is the number that leaderboards go by, and tells what it comes of", () => {
  const rating = create(RatingSchema, { mean: 21.44, deviation: 8.06, value: -2.8 });
  expect([ratingText(rating), skillText(rating)]).toEqual(["−2.8", "21.4 ± 8.1"]);
});
