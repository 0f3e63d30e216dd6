import { create } from "@bufbuild/protobuf";
import { DieColour, DieFace, EmpireSchema, Phase } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { describe, expect, test } from "vitest";
import { kinds, likelySelector, NOBODY_MOVES, wild, worker, workersOf } from "../src/games/roll/plan.js";
import { prompt } from "./builders.js";

const target = (id: string) => ({
  standsFor: { case: id.startsWith("die") ? ("piece" as const) : ("place" as const), value: id },
});
const asked = (...options: [string, ...string[]][]) =>
  prompt({ options: options.map(([id, ...targets]) => ({ id, targets: targets.map(target) })) });

const white = (id: string, face: DieFace) => ({ id, colour: DieColour.HOME, face });
const empire = create(EmpireSchema, {
  strip: [
    { id: "I:0", phase: Phase.EXPLORE, workers: [white("die:1", DieFace.EXPLORE), white("die:2", DieFace.EXPLORE)] },
    { id: "II:0", phase: Phase.DEVELOP },
    { id: "III:0", phase: Phase.SETTLE },
  ],
  wild: [
    white("die:3", DieFace.WILD),
    white("die:4", DieFace.WILD),
    { id: "die:5", colour: DieColour.GENES, face: DieFace.WILD },
  ],
});
const [one, two, three, four, five] = workersOf(empire);
if (!one || !two || !three || !four || !five) throw new Error("The empire has five workers.");

describe("a plan", () => {
  test("shows one of the workers that make no difference, and answers with the one that is offered", () => {
    expect(kinds(empire, workersOf(empire)).map(({ id }) => id)).toEqual(["die:1", "die:3", "die:5"]);
    const given = worker("assign.selector", empire, two, "II:0");
    expect(given.picks(asked(["wild", "die:3", "II:0"], ["home", "die:1", "II:0"]))).toEqual(["home"]);
    expect(given.picks(asked(["wild", "die:3", "II:0"]))).toBeUndefined();
    expect([...given.moves]).toEqual([["die:2", ["II:0"]]]);
    expect(worker("assign.selector", empire, one, "I:0").moves.size).toBe(0);
  });

  test("lets a worker select that stands there, else a wild one", () => {
    expect(likelySelector(empire, Phase.EXPLORE)?.id).toBe("die:1");
    expect(likelySelector(empire, Phase.SETTLE)?.id).toBe("die:3");
    expect(likelySelector(create(EmpireSchema), Phase.SETTLE)).toBeUndefined();
  });

  test("sends wild dice where they were shown, and those that stay are no picks", () => {
    const given = wild(empire, [four, five], new Map([["die:4", Phase.SETTLE]]), Phase.EXPLORE);
    // The server offers the twin of the die that was shown.
    const options: [string, ...string[]][] = ["die:3", "die:5"].flatMap((die) =>
      ["II:0", "III:0"].map((place): [string, ...string[]] => [`${die}>${place}`, die, place]),
    );
    expect(given.picks(asked(...options))).toEqual(["die:3>III:0"]);
    expect([...given.moves]).toEqual([
      ["die:4", ["III:0"]],
      ["die:5", ["I:0"]],
    ]);
    expect(wild(empire, [four, five], new Map(), Phase.EXPLORE).picks(asked(...options))).toEqual([]);
    expect(wild(empire, [five], new Map(), Phase.EXPLORE).picks(asked(...options))).toBeUndefined();
  });

  test("never sends two dice by the option of one", () => {
    const goals = new Map([
      ["die:3", Phase.SETTLE],
      ["die:4", Phase.SETTLE],
    ]);
    const given = wild(empire, [three, four], goals, Phase.EXPLORE);
    const options: [string, ...string[]][] = [
      ["a", "die:3", "III:0"],
      ["b", "die:4", "III:0"],
    ];
    expect(given.picks(asked(...options))).toEqual(["a", "b"]);
  });

  test("moves nobody more where that is offered", () => {
    const done = { id: "done", targets: [{ standsFor: { case: "action" as const, value: "done" } }] };
    expect(NOBODY_MOVES.picks(prompt({ options: [{ id: "dictate" }, done] }))).toEqual(["done"]);
    expect(NOBODY_MOVES.picks(asked(["dictate", "dictate:0"]))).toBeUndefined();
  });
});
