/** Questions that belong together, answered in one: a phase with its worker and the wild dice, a good with its shipper. */
import { type Empire, Phase, type Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Option, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Given, placesOf } from "../../model/answer.js";

const NOWHERE: ReadonlyMap<string, readonly string[]> = new Map();

/** All workers of an empire that stand at a phase, or are wild. */
export function workersOf(empire: Empire): Worker[] {
  return [...empire.strip.flatMap(({ workers }) => workers), ...empire.wild];
}

/** Where a worker stands: the id of its column, or nothing for a wild one. */
function homeOf(empire: Empire, { id }: Worker): string {
  return empire.strip.find(({ workers }) => workers.some((worker) => worker.id === id))?.id ?? "";
}

/** Workers that make no difference: a question offers one of them. */
export function alike(empire: Empire, worker: Worker): Worker[] {
  const home = homeOf(empire, worker);
  return workersOf(empire).filter(
    (each) =>
      each.colour === worker.colour &&
      each.face === worker.face &&
      each.virtual === worker.virtual &&
      homeOf(empire, each) === home,
  );
}

/** One of each kind of workers. */
export function kinds(empire: Empire, workers: readonly Worker[]): Worker[] {
  return workers.filter((worker, index) => {
    const twins = new Set(alike(empire, worker).map(({ id }) => id));
    return workers.findIndex(({ id }) => twins.has(id)) === index;
  });
}

export function columnOf(empire: Empire, phase: Phase): string {
  return empire.strip.find((column) => column.phase === phase)?.id ?? "";
}

/** The worker that selects a phase unless the player names another: one that stands there, else a wild one. */
export function likelySelector(empire: Empire, phase: Phase): Worker | undefined {
  return empire.strip.find((column) => column.phase === phase)?.workers[0] ?? empire.wild[0];
}

/** An answer with one worker, whichever of those alike is offered. */
export function worker(kind: string, empire: Empire, chosen: Worker, onto = ""): Given {
  const twins = new Set(alike(empire, chosen).map(({ id }) => id));
  return {
    kind,
    picks({ options }) {
      const option = options.find((each) => twins.has(placesOf(each)[0] ?? ""));
      return option && [option.id];
    },
    moves: onto && homeOf(empire, chosen) !== onto ? new Map([[chosen.id, [onto]]]) : NOWHERE,
  };
}

/** Where the wild dice go that are left: each to the phase that was selected, or to another one. */
export function wild(
  empire: Empire,
  left: readonly Worker[],
  goals: ReadonlyMap<string, Phase>,
  selected: Phase,
): Given {
  const sent = left.map((die) => ({ die, phase: goals.get(die.id) ?? selected }));
  return {
    kind: "assign.wild",
    picks: (prompt) => picksOf(prompt, empire, sent, selected),
    moves: new Map(sent.map(({ die, phase }) => [die.id, [columnOf(empire, phase)]])),
  };
}

interface Sent {
  readonly die: Worker;
  readonly phase: Phase;
}

function picksOf(prompt: Prompt, empire: Empire, sent: readonly Sent[], selected: Phase): string[] | undefined {
  const offered = new Set(prompt.options.map((option) => placesOf(option)[0] ?? ""));
  if (offered.size !== sent.length) return undefined;
  const used = new Set<string>();
  const picks: string[] = [];
  for (const { die, phase } of sent) {
    if (phase === selected) continue;
    const option = elsewhere(prompt.options, empire, die, phase, used);
    if (!option) return undefined;
    used.add(placesOf(option)[0] ?? "");
    picks.push(option.id);
  }
  return picks;
}

function elsewhere(options: readonly Option[], empire: Empire, die: Worker, phase: Phase, used: ReadonlySet<string>) {
  const [twins, goal] = [new Set(alike(empire, die).map(({ id }) => id)), columnOf(empire, phase)];
  return options.find((option) => {
    const [piece = "", place] = placesOf(option);
    return twins.has(piece) && !used.has(piece) && place === goal;
  });
}

/** Nobody is moved any more by Dictate or by tiles. */
export const NOBODY_MOVES: Given = {
  kind: "assign.power",
  picks({ options }) {
    const done = options.find(({ targets }) =>
      targets.some(({ standsFor }) => standsFor.case === "action" && standsFor.value === "done"),
    );
    return done && [done.id];
  },
  moves: NOWHERE,
};
