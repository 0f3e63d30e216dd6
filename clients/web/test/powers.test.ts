import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ComponentSchema, PowerSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { KINDS } from "../src/drawing/kinds.js";
import { badgesOf, lines, printedIcons } from "../src/drawing/powers.js";

const badges = badgesOf(new Map());
const fact = (name: string, value: Fact["value"]) => create(FactSchema, { name, value });
const number = (name: string, value: number) => fact(name, { case: "number", value: BigInt(value) });
const group = (name: string, ...facts: Fact[]) =>
  fact(name, { case: "group", value: { $typeName: "galaxytables.rules.v1.FactGroup", facts } });
const power = (kind: string, moment: string, ...facts: Fact[]) => create(PowerSchema, { kind, moment, facts });

describe("powers in signs", () => {
  test("have a badge for their moment, and what they bring for whom", () => {
    const rebels = group("when", fact("keyword", { case: "word", value: "rebel" }));
    const genes = group("when", fact("good", { case: "word", value: "genes" }));
    const military = power("military", "settle", number("amount", 2), rebels);
    expect(lines([military], badges)).toEqual([
      {
        moment: "settle",
        badge: "III",
        signs: [{ text: "+2" }, { icon: "sword" }, { word: "rebel" }],
        powers: [military],
      },
    ]);
    expect(lines([power("discount", "settle", number("amount", 1), genes)], badges)[0]?.signs).toEqual([
      { text: "−1" },
      { good: "genes" },
    ]);
  });

  test("that bring dice show the sign that stands on them", () => {
    const brings = (colour: string) =>
      lines([power("gain_die", "immediate", fact("colour", { case: "word", value: colour }))], badges)[0]?.signs[2];
    expect(["military", "consumption", "genes", "home"].map(brings)).toEqual([
      { icon: "sword" },
      { icon: "cup" },
      { good: "genes" },
      { word: "home" },
    ]);
  });

  test("that signs cannot say are left to the sentence", () => {
    const unknown = power("of_tomorrow", "explore");
    expect(lines([unknown], badges)).toEqual([
      { moment: "explore", badge: "I", signs: [{ icon: "words" }], powers: [unknown] },
    ]);
  });

  test("that count say for what, where signs can", () => {
    const counted = (...of: Fact[]) =>
      lines([power("military", "settle", number("amount", 1), group("per", ...of))], badges)[0]?.signs;
    const military = fact("military", { case: "flag", value: true });
    const world = fact("kind", { case: "word", value: "world" });
    const [amount, per] = [[{ text: "+1" }, { icon: "sword" }], { text: "/" }];
    expect(counted(fact("good", { case: "word", value: "rare" }))).toEqual([...amount, per, { good: "rare" }]);
    expect(counted(world, military)).toEqual([...amount, per, { icon: "sword" }]);
    expect(counted(number("cost", 6))).toEqual([{ icon: "words" }]);
  });

  test("that move workers say how many, of which colours, and where to", () => {
    const words = (name: string, ...all: string[]) =>
      fact(name, { case: "words", value: { $typeName: "galaxytables.rules.v1.WordList", words: all } });
    const moved = power(
      "reassign",
      "assign",
      number("most", 2),
      group("workers", words("colours", "genes")),
      words("to", "settle"),
    );
    expect(lines([moved], badges)[0]?.signs).toEqual([
      { text: "2" },
      { icon: "die" },
      { good: "genes" },
      { text: "→" },
      { text: "III" },
    ]);
  });

  test("say once that there is scoring at the end", () => {
    const ends = [power("endgame_card", "end", number("vp", 1)), power("endgame_card", "end", number("vp", 2))];
    expect(lines(ends, badges)).toEqual([{ moment: "end", badge: "★", signs: [{ icon: "chip" }], powers: ends }]);
  });

  test("have the numbers of the game's own phases", () => {
    const tile = (phase: string, of: number) =>
      create(ComponentSchema, {
        id: phase,
        facts: [fact("phase", { case: "word", value: phase }), number("number", of)],
      });
    const own = badgesOf(new Map([tile("produce", 4), tile("ship", 5)].map((each) => [each.id, each])));
    expect([own["explore"], own["produce"], own["ship"]]).toEqual(["I", "IV", "V"]);
  });

  test("icons that are printed stand in a line of their own", () => {
    expect(printedIcons([number("explore_icons", 2), number("military_icons", 0)])).toEqual([
      { moment: "", badge: "", signs: [{ text: "+2" }, { icon: "eye" }, { text: " " }], powers: [] },
    ]);
    expect(printedIcons([])).toEqual([]);
  });
});

describe("no sign is a riddle", () => {
  const RIDDLE = /[…•?]/u;

  test("whatever the kind, the moment and the figures", () => {
    const kinds = [...Object.keys(KINDS), "of_tomorrow"];
    const moments = [...Object.keys(badges), "completion", "setup", "static", "", "of_tomorrow"];
    const all = kinds.flatMap((kind) => moments.flatMap((moment) => lines([power(kind, moment)], badges)));
    expect(all).toHaveLength(kinds.length * moments.length);
    for (const { badge, signs } of all) {
      expect(signs).not.toEqual([]);
      expect([badge, ...signs.map((sign) => ("text" in sign ? sign.text : ""))].join("")).not.toMatch(RIDDLE);
    }
  });

  test("in what is drawn of a card", () => {
    const card = fileURLToPath(new URL("../src/lib/Card.svelte", import.meta.url));
    expect(readFileSync(card, "utf8")).not.toMatch(/["'>][…•?]["'<]|\}[…•?]\{/u);
  });

  test("each line knows the sentences that say the same", () => {
    const gamble = power("gamble_ante", "consume");
    expect(lines([gamble], badges)[0]).toMatchObject({ signs: [{ icon: "words" }], powers: [gamble] });
  });
});
