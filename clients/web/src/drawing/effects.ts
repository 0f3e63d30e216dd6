/** What actions, bonuses and lasting powers of Beyond the Sun do, in signs: from their figures, whatever the card. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { componentsOf, groupOf, groupsOf, numberOf, numbersOf, wordOf, wordsOf } from "../model/catalogue.js";
import { roman } from "./roman.js";

/** What is drawn, on a field of 16 by 16; `SHAPES` of effectShapes.ts draw them. */
export type Shape =
  | "ore"
  | "person"
  | "cube"
  | "ship"
  | "jump"
  | "warp"
  | "research"
  | "food"
  | "either"
  | "colony"
  | "outpost"
  | "yard"
  | "copy"
  | "again"
  | "bolt"
  | "lasting"
  | "vp"
  | "achievement"
  | "strength"
  | "others"
  | "sun"
  | "spiral"
  | "lock";

export type EffectSign = { readonly text: string } | { readonly shape: Shape } | { readonly component: string };

/** Signs that stand in one line together. */
export type Chunk = readonly EffectSign[];

type Facts = readonly Fact[];

const text = (value: string | number): EffectSign => ({ text: String(value) });
const shape = (name: Shape): EffectSign => ({ shape: name });
const GIVES = text("›");

/** What amounts count. */
const METRICS: Readonly<Record<string, Shape>> = {
  controlled_locations: "outpost",
  controlled_shipyards: "yard",
  colonies: "colony",
  colonies_deck_b: "colony",
  takeovers_this_action: "outpost",
  techs_researched: "research",
  techs_level_3: "research",
  techs_level_4: "research",
  types_researched_level_ge_2: "research",
  population: "person",
  fleet_strength: "strength",
  automation_level: "achievement",
  empty_tracks: "either",
};
/** What a metric counts more narrowly than its shape says. */
const NARROWER: Readonly<Record<string, string>> = {
  colonies_deck_b: "B",
  techs_level_3: "III",
  techs_level_4: "IV",
  types_researched_level_ge_2: "≠",
};
const SOURCES: Readonly<Record<string, Shape>> = { pop: "person", supply: "cube" };
const DISCS: Readonly<Record<string, Shape>> = { food: "food", ore: "ore", either: "either" };
/** Where a ship is built, if not at a shipyard. */
const PLACES: Readonly<Record<string, readonly EffectSign[]>> = {
  sol: [shape("sun")],
  deep_space: [shape("spiral")],
  any: [text("∗")],
};
const CLASSES: Readonly<Record<string, Shape>> = { research: "research", colonize: "colony" };
const TRIGGERS: Readonly<Record<string, Shape>> = {
  colonized: "colony",
  researched: "research",
  control_gained: "outpost",
  produced_population: "person",
};
const WHO: Readonly<Record<string, string>> = { all: "", discoverer: "1", others: "+" };

function counted(metric: string): EffectSign[] {
  const narrower = NARROWER[metric];
  return [shape(METRICS[metric] ?? "achievement"), ...(narrower ? [text(narrower)] : [])];
}

/** An amount: a number, or what is counted on the table. */
function amount(facts: Facts, name: string): EffectSign[] {
  const group = groupOf(facts, name);
  if (!group) return [text(numberOf(facts, name) ?? 1)];
  const [plus, times, divide, max] = ["plus", "times", "divide", "max"].map((field) => numberOf(group, field) ?? 0);
  return [
    text(`${plus ? `${plus}+` : ""}${times}/${(divide ?? 1) > 1 ? divide : ""}`),
    ...counted(wordOf(group, "metric")),
    ...(max ? [text(`≤${max}`)] : []),
  ];
}

function levels(facts: Facts): EffectSign[] {
  const numbers = numbersOf(facts, "level");
  if (numbers.length) return [text(numbers.map(roman).join("/"))];
  const single = numberOf(facts, "level");
  return single === undefined ? amount(facts, "level") : [text(roman(single))];
}

/** What is paid. */
function cost(facts: Facts): EffectSign[] {
  const [ore, population] = [numberOf(facts, "cost_ore") ?? 0, numberOf(facts, "cost_population") ?? 0];
  return [
    ...(ore ? [text(ore), shape("ore")] : []),
    ...(population ? [text(population), shape("person")] : []),
    ...(ore || population ? [GIVES] : []),
  ];
}

/** The first chunk is led by these signs, the last is followed by those. */
function around(before: readonly EffectSign[], chunks: readonly Chunk[], after: readonly EffectSign[] = []): Chunk[] {
  if (!chunks.length) return [[...before, ...after]];
  return chunks.map((chunk, index) => [
    ...(index === 0 ? before : []),
    ...chunk,
    ...(index === chunks.length - 1 ? after : []),
  ]);
}

const OPERATIONS: Readonly<Record<string, (facts: Facts) => Chunk[]>> = {
  gain_ore: (facts) => [[text("+"), ...amount(facts, "n"), shape("ore")]],
  supply_to_pop: (facts) => [[text("+"), ...amount(facts, "n"), shape("person")]],
  build: (facts) => {
    const count = numberOf(facts, "n") ?? 1;
    return [
      [
        ...(count > 1 ? [text(`${count}×`)] : []),
        shape(SOURCES[wordOf(facts, "source")] ?? "cube"),
        GIVES,
        shape("ship"),
        text(numberOf(facts, "level") ?? 1),
        ...(PLACES[wordOf(facts, "at")] ?? []),
      ],
    ];
  },
  upgrade: (facts) => [[shape("ship"), text(`↑${numberOf(facts, "steps") ?? 1}`)]],
  jump: (facts) => [[shape("jump"), ...amount(facts, "points")]],
  teleport: (facts) => [[shape("warp"), text(numberOf(facts, "ships") ?? 1), shape("ship")]],
  automate: (facts) => {
    const count = numberOf(facts, "n") ?? 1;
    return [[...(count > 1 ? [text(`${count}×`)] : []), shape(DISCS[wordOf(facts, "kind")] ?? "either"), text("↑")]];
  },
  research: (facts) => [
    [
      shape("research"),
      ...levels(facts),
      ...(wordsOf(facts, "manner").includes("ignore_prerequisites") ? [text("!")] : []),
    ],
  ],
  colonize: (facts) => {
    const less = numberOf(facts, "strength_discount") ?? 0;
    return [[shape("colony"), ...(less ? [text(`−${less}`), shape("strength")] : [])]];
  },
  shift_supply: (facts) => [[text(numberOf(facts, "n") ?? 1), shape("cube"), text("⇄")]],
  private_tech: (facts) => [
    [
      shape("research"),
      ...levels(facts),
      text(`${numberOf(facts, "keep") ?? 1}/${numberOf(facts, "draw") ?? 1}`),
      shape("lock"),
    ],
  ],
  replay_immediate: () => [[shape("again"), shape("bolt")]],
  copy_action: (facts) => [[shape("copy"), shape(CLASSES[wordOf(facts, "action_class")] ?? "research")]],
  choose: (facts) => {
    const times = numberOf(facts, "times") ?? 1;
    const options = groupsOf(facts, "options").map(paid);
    const joined = options.flatMap((option, index) => around(index ? [text("/")] : [], option));
    return times > 1 ? around([text(`${times}×(`)], joined, [text(")")]) : joined;
  },
  may: (facts) => around([text("(")], paid(facts), [text(")")]),
  repeat: (facts) => around([text(`${numberOf(facts, "n") ?? 1}×`)], operations(facts)),
  for_each: (facts) => around([shape("others"), text(`${WHO[wordOf(facts, "who")] ?? ""}:`)], operations(facts)),
  unlock_guild: (facts) => [
    [shape("lock"), text("✕"), ...componentsOf(facts, "guild").map((component) => ({ component }))],
  ],
  add_system: (facts) => [[text("+"), shape("colony"), text(wordOf(facts, "deck"))]],
  attach_scoring: (facts) => [scored(facts)],
};

/** Points at the end. */
function scored(facts: Facts): Chunk {
  const scoring = groupOf(facts, "scoring") ?? [];
  const vp = [text(numberOf(scoring, "vp") ?? 1), shape("vp")];
  const metric = counted(wordOf(scoring, "metric"));
  const max = numberOf(scoring, "max") ?? 0;
  switch (wordOf(scoring, "kind")) {
    case "per":
      return [...vp, text("/"), ...metric, ...(max ? [text(`≤${max}`)] : [])];
    case "most":
      return [text("max"), ...metric, GIVES, ...vp];
    default:
      return [
        text("max"),
        shape("strength"),
        ...componentsOf(scoring, "location").map((component) => ({ component })),
        GIVES,
        ...vp,
      ];
  }
}

function operations(facts: Facts, name = "effects"): Chunk[] {
  return groupsOf(facts, name).flatMap((operation) => OPERATIONS[wordOf(operation, "op")]?.(operation) ?? []);
}

/** What is paid, then what it brings. */
function paid(facts: Facts): Chunk[] {
  const before = cost(facts);
  return before.length ? around(before, operations(facts)) : operations(facts);
}

/** Lasting powers. */
const LASTING: Readonly<Record<string, (facts: Facts) => Chunk[]>> = {
  skip_prerequisite: (facts) => [
    [
      shape("research"),
      text(numbersOf(facts, "levels").map(roman).join("/")),
      text(`−${numberOf(facts, "skip") ?? 1}/${numberOf(facts, "when_required") ?? 2}`),
    ],
  ],
  swap_pop_cost: (facts) => [
    [text(numberOf(facts, "count") ?? 1), shape("person"), text("="), text(numberOf(facts, "ore") ?? 1), shape("ore")],
  ],
  wild_tracks: () => [[shape("food"), text("="), shape("ore")]],
  long_jump: () => [[shape("jump"), text("1 = ∞")]],
  jump_bonus: (facts) => [[shape("jump"), text(`+${numberOf(facts, "points") ?? 1}`)]],
  discount: (facts) => [
    [
      shape(CLASSES[wordOf(facts, "action_class")] ?? "research"),
      text(`−${numberOf(facts, "ore") ?? 1}`),
      shape("ore"),
    ],
  ],
  trade_rate: (facts) => {
    const ore = [text(numberOf(facts, "ore") ?? 1), shape("ore")];
    switch (wordOf(facts, "trade")) {
      case "ore_to_pop":
        return [[...ore, GIVES, shape("person")]];
      case "retire_ship":
        return [[...ore, shape("ship"), GIVES, shape("person")]];
      default:
        return [[shape("person"), GIVES, ...ore]];
    }
  },
  once_per_turn: (facts) => around([text("1×")], paid(facts)),
  swap_placeholders: () => [[shape("achievement"), GIVES, shape("either")]],
  on: (facts) => around([shape(TRIGGERS[wordOf(facts, "trigger")] ?? "achievement"), text(":")], paid(facts)),
  end_score: (facts) => [scored(facts)],
};

/** A power of a component in signs; nothing where its sentence alone can tell it. */
export function effectSigns({ kind, facts }: Power): readonly Chunk[] {
  if (kind === "action") return paid(facts);
  if (kind === "bonus") return operations(facts);
  const signs = LASTING[kind]?.(facts) ?? [];
  const level = numberOf(facts, "from_level") ?? 0;
  return level ? around([shape("achievement"), text(`${level}+`)], signs) : signs;
}

/** What stands before a bonus, for when it comes. */
const MOMENTS: Readonly<Record<string, Shape>> = {
  immediate: "bolt",
  discovery: "bolt",
  control: "outpost",
  colonization: "colony",
};

/** The sign of when a power counts; none for an action, which has its space. */
export function momentSign({ kind, moment }: Power): Shape | undefined {
  return kind === "action" ? undefined : (MOMENTS[moment] ?? "lasting");
}

/** How wide signs are in one line, in ems: a sign is about as wide as it is high, a figure two thirds of that. */
export function emsOf(chunks: readonly Chunk[]): number {
  const [SIGN, LETTER, NAME, APART] = [1.12, 0.66, 6, 0.3];
  const wide = (sign: EffectSign) => ("shape" in sign ? SIGN : "text" in sign ? LETTER * sign.text.length : NAME);
  return chunks.flat().reduce((sum, sign) => sum + wide(sign), APART * Math.max(0, chunks.length - 1));
}
