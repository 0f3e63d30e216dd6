/** A puzzle is answered as a question at a table is, and the day's is the same for everybody. */
import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { GameOfferSchema, Lobby } from "galaxytables-client";
import { PuzzleSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { createRouterTransport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import {
  daily,
  difficultyOf,
  expectedOf,
  following,
  outlinesOf,
  PuzzleController,
  puzzlesOf,
  seatsOf,
  themeOf,
} from "../src/model/puzzles.js";
import { noteAnswered, statesOf } from "../src/lib/puzzles.js";
import { routeOf } from "../src/model/route.js";
import { options, prompt } from "./builders.js";

const offer = (game: string, ...puzzles: string[]) => create(GameOfferSchema, { description: { game, puzzles } });
const OFFERS = [offer("roll", "r1", "r2", "r3"), offer("none"), offer("jump", "j1", "j2")];
const day = (number: number) => daily(OFFERS, number * 86_400_000 + 1_000);

test("the day's puzzle changes its game from day to day, and comes again when all had their turn", () => {
  expect([0, 1, 2, 3, 4].map(day)).toEqual([
    { game: "jump", id: "j1" },
    { game: "roll", id: "r1" },
    { game: "jump", id: "j2" },
    { game: "roll", id: "r2" },
    { game: "jump", id: "j1" },
  ]);
  expect(daily(OFFERS, 86_400_000 - 1)).toEqual(day(0));
  expect(daily([offer("none")], 0)).toBeUndefined();
});

test("one goes on with what is not solved yet, else with the next", () => {
  const ids = puzzlesOf(OFFERS, "roll");
  expect(following(ids, new Set())).toBe("r1");
  expect(following(ids, new Set(["r1"]))).toBe("r2");
  expect(following(ids, new Set(["r3"]), "r2")).toBe("r1");
  expect(following(ids, new Set(ids), "r3")).toBe("r1");
  expect(following(["r1"], new Set(), "r1")).toBe("r1");
  expect(puzzlesOf(OFFERS, "chess")).toEqual([]);
});

const win = (percent: bigint) => ({ name: "win_percent", value: { case: "number" as const, value: percent } });
const PUZZLE = create(PuzzleSchema, {
  id: "p",
  seats: 2,
  prompt: prompt({ seat: 1, most: 2, options: options("a", "b", "c") }),
  answers: [
    { picks: ["a", "b"], facts: [win(70n)], solves: true },
    { picks: ["a", "c"], facts: [win(70n)], solves: true },
    { picks: ["c"], facts: [win(55n)] },
  ],
  explanation: { bars: [{ component: "x", reason: { kind: "too_dear" } }] },
});

function opened() {
  const judged: boolean[] = [];
  const lobby = new Lobby({ transport: createRouterTransport(() => undefined), patience: 0 });
  const seats = seatsOf(PUZZLE, { id: "me", name: "Ann" }, "Opponent");
  const controller = new PuzzleController(lobby, PUZZLE, { game: "jump", name: "1", seats }, (right) =>
    judged.push(right),
  );
  return { controller, judged };
}

test("the best answer solves it, in any order and with any of equal pieces", async () => {
  for (const picks of [
    ["b", "a"],
    ["a", "c"],
  ]) {
    const { controller, judged } = opened();
    expect(controller.answer?.prompt.id).toBe("1");
    await controller.submit(picks);
    expect([judged, controller.told, controller.answer]).toEqual([[true], true, undefined]);
    expect(controller.outcome?.picks).toEqual(controller.right.picks);
    expect([...picks].sort()).toEqual(controller.right.picks);
  }
});

test("another answer leaves the question open, and says what it is worth", async () => {
  const { controller, judged } = opened();
  controller.mark("c");
  await controller.submit();
  expect([judged, controller.told, controller.answer?.picks]).toEqual([[false], false, ["c"]]);
  expect(controller.given && expectedOf(controller.given).win).toBe(55);
  expect(controller.outcome).toBeUndefined();
});

test("a puzzle whose answer is told is not solved", async () => {
  const { controller, judged } = opened();
  controller.reveal();
  await controller.submit(["a", "b"]);
  expect([judged, controller.outcome?.best]).toEqual([[false], ["a", "b"]]);
});

test("why not is told without asking the server", async () => {
  const { controller } = opened();
  await controller.explain();
  expect(controller.explained?.bars[0]?.reason?.kind).toBe("too_dear");
});

test.each(["en", "ja"])("each kind of question that puzzles ask has a theme, in %s", (language) => {
  const words = readFileSync(new URL(`../src/words/${language}/puzzles.ftl`, import.meta.url), "utf8");
  for (const game of ["beyond", "jump", "race", "roll"]) {
    const path = new URL(`../../../services/${game}/galaxytables_${game}/puzzles.json`, import.meta.url);
    const { puzzles } = JSON.parse(readFileSync(path, "utf8")) as { puzzles: { kind: string }[] };
    const themes = new Set(puzzles.map(({ kind }) => themeOf(game, kind)));
    expect([...themes].filter((theme) => !words.includes(`\n${theme} = `))).toEqual([]);
  }
});

test("a puzzle has an address", () => {
  expect(routeOf("/puzzles/race")).toEqual({ kind: "puzzles", name: "race" });
  expect(routeOf("/puzzles/race/1a2b")).toEqual({ kind: "puzzles", name: "race", puzzle: "1a2b" });
  expect(routeOf("/puzzles")).toMatchObject({ kind: "nothing" });
  expect(routeOf("/learn/race/1a2b")).toMatchObject({ kind: "nothing" });
});

test("a puzzle that was failed once and solved later is solved; those of other games stay new", () => {
  noteAnswered("race", "p", false);
  expect(["p", "q"].map(statesOf("race"))).toEqual(["failed", "new"]);
  noteAnswered("race", "p", true);
  noteAnswered("race", "p", false);
  expect([statesOf("race")("p"), statesOf("jump")("p")]).toEqual(["solved", "new"]);
});

test("a game that does not outline its puzzles has them all the same, of no difficulty", () => {
  const [outline] = outlinesOf(OFFERS, "roll");
  expect(outline).toMatchObject({ id: "r1", kind: "" });
  expect(outline && difficultyOf(outline)).toBe("");
});
