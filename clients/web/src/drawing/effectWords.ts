/** What a technology of Beyond the Sun does, in a few words: those of its action, else of its first power with operations. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { groupsOf, numberOf, numbersOf, wordOf } from "../model/catalogue.js";
import type { Say } from "../model/wording.js";
import { roman } from "./roman.js";

type Facts = readonly Fact[];

/** So many operations are told; who wants to know more looks at the card. */
const TOLD = 2;
/** The figure that each operation is told with. */
const FIGURES: Readonly<Record<string, (facts: Facts) => string>> = {
  gain_ore: (facts) => counted(facts, "n"),
  supply_to_pop: (facts) => counted(facts, "n"),
  build: (facts) => counted(facts, "level"),
  upgrade: () => "",
  jump: (facts) => counted(facts, "points"),
  teleport: () => "",
  automate: () => "",
  research: (facts) => levels(facts),
  colonize: () => "",
  shift_supply: () => "",
  private_tech: (facts) => levels(facts),
  copy_action: () => "",
};

/** A number; nothing for an amount that is counted on the table. */
function counted(facts: Facts, name: string): string {
  const number = numberOf(facts, name);
  return number === undefined ? "" : String(number);
}

function levels(facts: Facts): string {
  const single = numberOf(facts, "level");
  return (single === undefined ? numbersOf(facts, "level") : [single]).map(roman).join("/");
}

/** The operations, with those within others, in their order. */
function operations(facts: Facts): Facts[] {
  return groupsOf(facts, "effects").flatMap((operation) => [
    operation,
    ...operations(operation),
    ...groupsOf(operation, "options").flatMap(operations),
  ]);
}

/** A figure stays in the line of its word. */
function together(words: string): string {
  return words.trim().replace(/ (\S+)$/, "\u00a0$1");
}

export function effectWords(powers: readonly Power[], say: Say): string {
  for (const { facts } of [...powers].sort((one, other) => +(other.kind === "action") - +(one.kind === "action"))) {
    const told = operations(facts).flatMap((operation) => {
      const op = wordOf(operation, "op");
      const figure = FIGURES[op]?.(operation);
      return figure === undefined ? [] : [together(say(`beyond-does-${op.replaceAll("_", "-")}`, { figure }))];
    });
    if (told.length) return [...new Set(told)].slice(0, TOLD).join(say("beyond-does-then"));
  }
  return "";
}
