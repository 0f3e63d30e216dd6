/** What explorers do, as one answer: who stocks, who scouts, and what the first Scout abandons. */
import type { DieColour, Empire, Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { Phase } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Option, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Given } from "../../../model/answer.js";
import { type Catalogue, wordOf } from "../../../model/catalogue.js";
import { colourOf } from "../dice.js";
import { powersOf } from "./dictate.js";
import { each, firstOf, NOWHERE } from "./workers.js";

export const TASKS = ["stock", "scout"] as const;
export type Task = (typeof TASKS)[number];

export function explorersOf({ strip }: Empire): readonly Worker[] {
  return strip.find(({ phase }) => phase === Phase.EXPLORE)?.workers ?? [];
}

/** Colours of explorers that make a difference. */
export function toldApart(empire: Empire, catalogue: Catalogue): ReadonlySet<string> {
  const powers = powersOf(empire, catalogue).filter(({ moment }) => moment === "explore");
  return new Set(powers.map(({ facts }) => wordOf(facts, "die_colour")).filter(Boolean));
}

/** The task that an option is; undefined for what explorers do not do. */
export function taskOf({ targets }: Option): Task | undefined {
  return TASKS.find((task) => targets.some(({ standsFor }) => standsFor.case === "action" && standsFor.value === task));
}

/** The option by which an explorer does a task, or one that makes no difference to it. */
export function optionFor(
  { options }: Prompt,
  explorers: readonly Worker[],
  apart: ReadonlySet<string>,
  task: Task,
  colour: DieColour,
): Option | undefined {
  const groupOf = (each: DieColour | undefined) => {
    const word = each === undefined ? "" : colourOf(each);
    return apart.has(word) ? word : "";
  };
  const asked = (option: Option) => explorers.find(({ id }) => id === firstOf(option))?.colour;
  return options.find((option) => taskOf(option) === task && groupOf(asked(option)) === groupOf(colour));
}

/** Explorers with their tasks, in the order in which they do them: what is drawn comes last. */
export function inTurn(explorers: readonly Worker[], tasks: ReadonlyMap<string, Task>): [Worker, Task][] {
  return TASKS.flatMap((task) =>
    explorers.filter(({ id }) => tasks.get(id) === task).map((worker): [Worker, Task] => [worker, task]),
  );
}

/** The tasks after the first one, until something is drawn, with the tiles that are abandoned for it. */
export function tasksLeft(
  explorers: readonly Worker[],
  apart: ReadonlySet<string>,
  turns: readonly [Worker, Task][],
  abandoned: ReadonlySet<string>,
): Given[] {
  const scout = turns.findIndex(([, task]) => task === "scout");
  const until = scout < 0 ? turns : turns.slice(0, scout + 1);
  const given: Given[] = until.slice(1).map(([{ colour }, task]) => ({
    kind: "explore.task",
    picks(prompt) {
      const option = optionFor(prompt, explorers, apart, task, colour);
      return option && [option.id];
    },
    moves: NOWHERE,
  }));
  return scout < 0 ? given : [...given, ofTiles("explore.abandon", [...abandoned])];
}

/** An answer with tiles, in their order. */
export function ofTiles(kind: string, tiles: readonly string[]): Given {
  return {
    kind,
    picks: (prompt) => each(prompt, tiles, (option, id) => firstOf(option) === id),
    moves: NOWHERE,
  };
}
