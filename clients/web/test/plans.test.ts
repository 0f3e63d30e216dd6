import { create } from "@bufbuild/protobuf";
import {
  ColumnSchema,
  DieColour,
  DieFace,
  EmpireSchema,
  Phase,
} from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { settled } from "../src/games/roll/dice.js";
import { likelySelector, NOBODY_MOVES, wild } from "../src/games/roll/plans/assign.js";
import { dictate, mostMoved, NOT_DICTATED, tilesMove, turnMover } from "../src/games/roll/plans/dictate.js";
import { inTurn, ofTiles, optionFor, tasksLeft, toldApart } from "../src/games/roll/plans/explore.js";
import { recall, recallable } from "../src/games/roll/plans/recruit.js";
import { shipper, shippersOf } from "../src/games/roll/plans/ship.js";
import { kinds, worker, workersOf } from "../src/games/roll/plans/workers.js";
import { prompt } from "./builders.js";

const target = (id: string) => {
  const [kind = "", name = ""] = id.split(":");
  if (kind === "act") return { standsFor: { case: "action" as const, value: name } };
  return { standsFor: { case: ["die", "tile"].includes(kind) ? ("piece" as const) : ("place" as const), value: id } };
};
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

  test("lets a worker select that stands there, else a wild one, else one of those who are most", () => {
    expect(likelySelector(empire, Phase.EXPLORE)?.id).toBe("die:1");
    expect(likelySelector(empire, Phase.SETTLE)?.id).toBe("die:3");
    const few = create(EmpireSchema, { ...empire, wild: [] });
    expect(likelySelector(few, Phase.SETTLE)?.id).toBe("die:1");
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
    expect(NOBODY_MOVES.picks(asked(["dictate", "dictate:0"], ["done", "act:done"]))).toEqual(["done"]);
    expect(NOBODY_MOVES.picks(asked(["dictate", "dictate:0"]))).toBeUndefined();
  });
});

const tile = (id: string, powers: { kind: string; moment: string; max?: number; colour?: string }[]) =>
  [
    id,
    create(ComponentSchema, {
      id,
      powers: powers.map(({ kind, moment, max, colour }) => ({
        kind,
        moment,
        facts: [
          ...(max ? [{ name: "max", value: { case: "number" as const, value: BigInt(max) } }] : []),
          ...(colour ? [{ name: "die_colour", value: { case: "word" as const, value: colour } }] : []),
        ],
      })),
    }),
  ] as const;

describe("Dictate in a plan", () => {
  // Two wild dice have joined the explorers.
  const dictating = settled(
    { ...empire, dictate: create(ColumnSchema, { id: "dictate:0" }) },
    new Map([
      ["die:3", ["I:0"]],
      ["die:5", ["II:0"]],
    ]),
  );
  const asks = (die: string) => {
    const to = asked(["settle", die, "III:0"], ["develop", die, "II:0"], ["explore", die, "I:0"]);
    to.facts.push(create(FactSchema, { name: "worker", value: { case: "piece", value: die } }));
    return to;
  };

  test("is answered as far as it is decided: who rests, who moves, and where to", () => {
    const power = asked(["done", "act:done"], ["dictate", "dictate:0"]);
    expect(dictate(dictating, NOT_DICTATED).map(({ kind, picks }) => [kind, picks(power)])).toEqual([
      ["assign.power", ["dictate"]],
    ]);
    const rests = { ...NOT_DICTATED, rests: five };
    expect(dictate(dictating, rests).map(({ kind }) => kind)).toEqual(["assign.power", "assign.dictate"]);
    expect(dictate(dictating, rests)[1]?.picks(asked(["genes", "die:5", "dictate:0"]))).toEqual(["genes"]);
    const open = turnMover(rests, "die:2", 1);
    expect(
      dictate(dictating, open)
        .map(({ kind }) => kind)
        .slice(2),
    ).toEqual(["assign.workers"]);
    const whole = dictate(dictating, { ...open, moves: new Map([["die:2", Phase.SETTLE]]) });
    // The server offers the twin of the die that was shown.
    expect(whole[2]?.picks(asked(["wild", "die:3", "I:0"], ["home", "die:1", "I:0"]))).toEqual(["home"]);
    expect(whole[3]?.picks(asks("die:1"))).toEqual(["settle"]);
    expect([...(whole[3]?.moves ?? [])]).toEqual([["die:2", ["III:0"]]]);
    // It is not what was planned any more.
    expect(whole[2]?.picks(asked(["genes", "die:5", "II:0"]))).toBeUndefined();
    expect(whole[3]?.picks(asks("die:5"))).toBeUndefined();
  });

  test("sends twins to the phase of each, and whoever has one way only is passed over", () => {
    const moves = new Map([
      ["die:1", Phase.SETTLE],
      ["die:2", Phase.DEVELOP],
    ]);
    const [, , named, first, second] = dictate(dictating, { rests: five, moves });
    expect(named?.picks(asked(["a", "die:1", "I:0"], ["b", "die:2", "I:0"]))).toEqual(["a", "b"]);
    expect([first?.picks(asks("die:1")), second?.picks(asks("die:2"))]).toEqual([["settle"], ["develop"]]);
    const wilds = dictate(dictating, { rests: five, moves: new Map([["die:3", Phase.SETTLE], ...moves]) });
    expect(wilds[3]?.picks(asks("die:1"))).toEqual(["settle"]);
  });

  test("moves as many as tiles say, of whom another takes the place where there is room for one", () => {
    const catalogue = new Map([
      tile("more", [{ kind: "dictate_count", moment: "assign", max: 3 }]),
      tile("moving", [{ kind: "reassign", moment: "assign", max: 2 }]),
    ]);
    const having = (...components: string[]) =>
      create(EmpireSchema, { tiles: components.map((component) => ({ component })) });
    expect([mostMoved(having(), catalogue), mostMoved(having("moving", "more"), catalogue)]).toEqual([1, 3]);
    expect([tilesMove(having("more"), catalogue), tilesMove(having("moving"), catalogue)]).toEqual([false, true]);
    const one = turnMover(turnMover(NOT_DICTATED, "die:1", 1), "die:2", 1);
    expect([...one.moves.keys()]).toEqual(["die:2"]);
    expect([...turnMover(one, "die:2", 1).moves.keys()]).toEqual([]);
    expect([...turnMover(one, "die:4", 3).moves.keys()]).toEqual(["die:2", "die:4"]);
  });
});

describe("explorers in a plan", () => {
  const explorer = (id: string, colour: DieColour) => ({ id, colour, face: DieFace.EXPLORE });
  const having = create(EmpireSchema, {
    tiles: [{ component: "stocking" }],
    strip: [
      {
        id: "I:0",
        phase: Phase.EXPLORE,
        workers: [
          explorer("die:1", DieColour.HOME),
          explorer("die:2", DieColour.RARE),
          explorer("die:3", DieColour.MILITARY),
        ],
      },
    ],
  });
  const explorers = having.strip[0]?.workers ?? [];
  const catalogue = new Map([tile("stocking", [{ kind: "stock_amount", moment: "explore", colour: "military" }])]);
  const apart = toldApart(having, catalogue);
  const question = asked(
    ["stock", "act:stock", "die:1"],
    ["stock:military", "act:stock", "die:3"],
    ["scout", "act:scout", "die:1"],
    ["scout:military", "act:scout", "die:3"],
    ["rearrange", "act:rearrange"],
  );

  test("do a task by the option of their colour where that makes a difference, else by that of the others", () => {
    const by = (colour: DieColour, task: "stock" | "scout") => optionFor(question, explorers, apart, task, colour)?.id;
    expect(by(DieColour.MILITARY, "stock")).toBe("stock:military");
    expect(by(DieColour.RARE, "stock")).toBe("stock");
    expect(by(DieColour.HOME, "scout")).toBe("scout");
  });

  test("stock before they scout, and what is drawn is looked at before anybody goes on", () => {
    const tasks = new Map([
      ["die:1", "scout"],
      ["die:2", "stock"],
      ["die:3", "stock"],
    ] as const);
    const turns = inTurn(explorers, tasks);
    expect(turns.map(([{ id }, task]) => [id, task])).toEqual([
      ["die:2", "stock"],
      ["die:3", "stock"],
      ["die:1", "scout"],
    ]);
    const given = tasksLeft(explorers, apart, turns, new Set(["tile:8"]));
    expect(given.map(({ kind }) => kind)).toEqual(["explore.task", "explore.task", "explore.abandon"]);
    expect(given[0]?.picks(question)).toEqual(["stock:military"]);
    expect(given[2]?.picks(asked(["a", "tile:7"], ["b", "tile:8"]))).toEqual(["b"]);
    expect(given[2]?.picks(asked(["a", "tile:7"]))).toBeUndefined();
    const twice = inTurn(explorers, new Map([...tasks, ["die:2", "scout"]] as const));
    expect(tasksLeft(explorers, apart, twice, new Set()).map(({ kind }) => kind)).toEqual([
      "explore.task",
      "explore.abandon",
    ]);
    expect(tasksLeft(explorers, apart, turns.slice(0, 2), new Set()).map(({ kind }) => kind)).toEqual(["explore.task"]);
  });

  test("have tiles put in the order that was given", () => {
    const order = ofTiles("explore.worlds", ["tile:2", "tile:1"]);
    expect(order.picks(asked(["one", "tile:1"], ["two", "tile:2"]))).toEqual(["two", "one"]);
  });
});

describe("shippers and recruits in a plan", () => {
  test("are of a colour each, whatever they show, and extra ones by themselves", () => {
    const shipping = (id: string, face: DieFace, colour = DieColour.HOME) => ({ id, colour, face });
    const having = create(EmpireSchema, {
      strip: [
        {
          id: "V:0",
          phase: Phase.SHIP,
          workers: [
            shipping("die:1", DieFace.SHIP),
            shipping("die:2", DieFace.WILD),
            shipping("die:3", DieFace.SHIP, DieColour.GENES),
            { id: "extra", colour: DieColour.GENES, virtual: true },
          ],
        },
      ],
    });
    const found = shippersOf(having);
    expect(found.map(({ id }) => id)).toEqual(["die:1", "die:3", "extra"]);
    const [, second] = having.strip[0]?.workers ?? [];
    if (!second) throw new Error("There is a second one.");
    expect(shipper(having, second).picks(asked(["genes", "die:3"], ["home", "die:1"]))).toEqual(["home"]);
    expect(shipper(having, second).picks(asked(["genes", "die:3"]))).toBeUndefined();
  });

  test("are recalled from where they build and from worlds", () => {
    const having = create(EmpireSchema, {
      developments: { tiles: [{ component: "building" }], dice: [{ id: "die:1" }] },
      worlds: {},
      tiles: [{ component: "empty" }, { component: "full", goods: [{ id: "die:2" }] }],
    });
    expect(recallable(having).map(({ on, dice }) => [on, dice.map(({ id }) => id)])).toEqual([
      ["building", ["die:1"]],
      ["full", ["die:2"]],
    ]);
    const question = asked(["developments:home", "die:1"], ["full:home", "die:2"]);
    expect(recall(new Set(["die:2"])).picks(question)).toEqual(["full:home"]);
    expect(recall(new Set()).picks(question)).toEqual([]);
    expect(recall(new Set(["die:9"])).picks(question)).toBeUndefined();
  });
});
