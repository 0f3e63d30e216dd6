/** A phase, its worker and the wild dice, as one answer. */
import type { Empire, Phase, Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Option, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Given, placesOf } from "../../../model/answer.js";
import { alike, columnOf, firstOf, NOWHERE } from "./workers.js";

/** The worker that selects a phase unless the player names another: one that stands there, a wild one, or one of the most. */
export function likelySelector(empire: Empire, phase: Phase): Worker | undefined {
  const most = [...empire.strip].sort((one, other) => other.workers.length - one.workers.length)[0];
  return empire.strip.find((column) => column.phase === phase)?.workers[0] ?? empire.wild[0] ?? most?.workers[0];
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
  const offered = new Set(prompt.options.map(firstOf));
  if (offered.size !== sent.length) return undefined;
  const used = new Set<string>();
  const picks: string[] = [];
  for (const { die, phase } of sent) {
    if (phase === selected) continue;
    const option = elsewhere(prompt.options, empire, die, phase, used);
    if (!option) return undefined;
    used.add(firstOf(option));
    picks.push(option.id);
  }
  return picks;
}

function elsewhere(options: readonly Option[], empire: Empire, die: Worker, phase: Phase, used: ReadonlySet<string>) {
  const [twins, goal] = [alike(empire, die), columnOf(empire, phase)];
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
