import { create } from "@bufbuild/protobuf";
import { EmpireSchema, Phase, RollViewSchema } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { describe, expect, test } from "vitest";
import { ahead, settled } from "../src/games/roll/dice.js";
import { marksOf } from "../src/model/answer.js";
import { arriving, going, setOut } from "../src/model/carrying.js";
import { prompt } from "./builders.js";

const target = (id: string) => ({
  standsFor: {
    case: id.startsWith("die") || id.startsWith("tile") ? ("piece" as const) : ("place" as const),
    value: id,
  },
});
const option = (id: string, ...targets: string[]) => ({ id, targets: targets.map(target) });
const marks = (...options: ReturnType<typeof option>[]) => marksOf(prompt({ most: options.length, options }));

const empire = create(EmpireSchema, {
  strip: [
    { id: "I:0", phase: Phase.EXPLORE, workers: [{ id: "die:1" }, { id: "die:2" }] },
    { id: "II:0", phase: Phase.DEVELOP },
  ],
  dictate: { id: "dictate:0" },
  wild: [{ id: "die:3" }],
});
const { phases } = create(RollViewSchema, {
  phases: [
    { id: "tile:I", phase: Phase.EXPLORE },
    { id: "tile:II", phase: Phase.DEVELOP },
  ],
});

const PHASE_CHOICE = marks(option("explore", "tile:I"), option("develop", "tile:II"));
const SELECTOR = marks(option("a", "die:1", "II:0"), option("b", "die:3", "II:0"));
const WORKERS = marks(option("a", "die:1", "I:0"), option("b", "die:2", "I:0"));
const TO = marks(option("develop", "die:1", "II:0"), option("settle", "die:1", "III:0"));

describe("a die is carried", () => {
  test("to a phase that is selected so, and then selects it", () => {
    expect(ahead(empire, phases, PHASE_CHOICE).get("die:1")).toEqual(["I:0", "II:0"]);
    expect(setOut(PHASE_CHOICE, "die:1", ["II:0", "tile:II"])?.id).toBe("develop");
    expect(arriving(SELECTOR, new Map([["die:1", ["II:0"]]]))).toMatchObject({ piece: "die:1", option: { id: "a" } });
  });

  test("away from where it stands, and then there", () => {
    expect(ahead(empire, phases, WORKERS).get("die:1")).toEqual(["II:0"]);
    expect(ahead(empire, phases, WORKERS).has("die:3")).toBe(false);
    expect(setOut(WORKERS, "die:1", ["II:0"])?.id).toBe("a");
    const way = new Map([
      ["die:2", ["III:0"]],
      ["die:1", ["II:0"]],
    ]);
    expect(arriving(TO, way)).toMatchObject({ piece: "die:1", option: { id: "develop" } });
  });

  test("to Dictate before it is asked for", () => {
    const power = marks(option("done"), option("dictate", "dictate:0"));
    expect(ahead(empire, phases, power).get("die:2")).toEqual(["dictate:0"]);
    expect(setOut(power, "die:2", ["dictate:0"])?.id).toBe("dictate");
  });

  test("nowhere that no question asks for", () => {
    expect(ahead(empire, phases, TO).size).toBe(0);
    expect(arriving(TO, new Map([["die:1", ["IV:0"]]]))).toBeUndefined();
    expect(setOut(TO, "die:1", ["IV:0"])).toBeUndefined();
  });
});

describe("where dice are going", () => {
  test("is what is marked, and what lies ahead while it is marked", () => {
    expect([...going(TO, ["develop"], new Map())]).toEqual([["die:1", ["II:0"]]]);
    const way = new Map([["die:1", ["II:0"]]]);
    expect([...going(WORKERS, ["a"], way)]).toEqual([["die:1", ["II:0"]]]);
    expect([...going(WORKERS, [], way)]).toEqual([]);
    expect([...going(PHASE_CHOICE, ["develop"], way)]).toEqual([["die:1", ["II:0"]]]);
  });

  test("is where they are drawn, last of those there", () => {
    const moved = settled(
      empire,
      new Map([
        ["die:1", ["II:0"]],
        ["die:3", ["I:0", "tile:I"]],
        ["die:2", ["dictate:0"]],
      ]),
    );
    expect(moved.strip.map(({ workers }) => workers.map(({ id }) => id))).toEqual([["die:3"], ["die:1"]]);
    expect([moved.dictate?.workers.map(({ id }) => id), moved.wild]).toEqual([["die:2"], []]);
    expect(settled(empire, new Map([["die:1", ["I:0"]]])).strip[0]?.workers.map(({ id }) => id)).toEqual([
      "die:1",
      "die:2",
    ]);
  });
});
