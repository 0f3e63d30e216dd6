/** Marks of cards that no power of theirs explains: what the page says of them beside the large card. */
import type { Component } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { numberOf, wordOf, wordsOf } from "./catalogue.js";

/** The messages that explain a component's marks, in the order in which they are printed. */
export function glossesOf({ facts }: Pick<Component, "facts">): string[] {
  const keywords = wordsOf(facts, "keywords");
  return [
    ...(wordOf(facts, "production") === "windfall" ? ["gloss-windfall"] : []),
    ...(keywords.includes("uplift") ? ["gloss-uplift"] : []),
    ...(keywords.includes("chromosome") ? ["gloss-chromosome"] : []),
    ...(numberOf(facts, "chromosome_icons") ? ["sign-jump-chromosome"] : []),
  ];
}
