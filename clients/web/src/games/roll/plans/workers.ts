/** Workers that a plan names before a question offers them: which of them make no difference, and where they stand. */
import type { Empire, Phase, Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Option, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Given, placesOf } from "../../../model/answer.js";

export const NOWHERE: ReadonlyMap<string, readonly string[]> = new Map();

/** All workers of an empire that stand at a phase, or are wild. */
export function workersOf(empire: Empire): Worker[] {
  return [...empire.strip.flatMap(({ workers }) => workers), ...empire.wild];
}

/** Where a worker stands: the id of its column, or nothing for a wild one. */
export function homeOf(empire: Empire, id: string): string {
  return empire.strip.find(({ workers }) => workers.some((worker) => worker.id === id))?.id ?? "";
}

/** The ids of the workers that make no difference to this one: a question offers one of them. */
export function alike(empire: Empire, worker: Worker): ReadonlySet<string> {
  const home = homeOf(empire, worker.id);
  const twins = workersOf(empire).filter(
    (each) =>
      each.colour === worker.colour &&
      each.face === worker.face &&
      each.virtual === worker.virtual &&
      homeOf(empire, each.id) === home,
  );
  return new Set(twins.map(({ id }) => id));
}

/** One of each kind of workers. */
export function kinds(empire: Empire, workers: readonly Worker[]): Worker[] {
  return workers.filter((worker, index) => {
    const twins = alike(empire, worker);
    return workers.findIndex(({ id }) => twins.has(id)) === index;
  });
}

export function columnOf(empire: Empire, phase: Phase): string {
  return empire.strip.find((column) => column.phase === phase)?.id ?? "";
}

/** The piece or place that an option acts upon. */
export function firstOf(option: Option): string {
  return placesOf(option)[0] ?? "";
}

/** An answer with one worker, whichever of those alike is offered. */
export function worker(kind: string, empire: Empire, chosen: Worker, onto = ""): Given {
  const twins = alike(empire, chosen);
  return {
    kind,
    picks({ options }) {
      const option = options.find((each) => twins.has(firstOf(each)));
      return option && [option.id];
    },
    moves: onto && homeOf(empire, chosen.id) !== onto ? new Map([[chosen.id, [onto]]]) : NOWHERE,
  };
}

/** The options for some pieces, each once: those that a question offers for them; undefined where one is not offered. */
export function each(
  { options }: Prompt,
  wanted: readonly string[],
  fits: (option: Option, id: string) => boolean,
): string[] | undefined {
  const found: string[] = [];
  for (const id of wanted) {
    const option = options.find((one) => !found.includes(one.id) && fits(one, id));
    if (!option) return undefined;
    found.push(option.id);
  }
  return found;
}
