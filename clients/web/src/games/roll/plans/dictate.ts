/** Dictate as one answer: who rests, who moves, and where to. */
import type { Empire, Phase, Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Power } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import type { Given } from "../../../model/answer.js";
import { type Catalogue, numberOf } from "../../../model/catalogue.js";
import { alike, columnOf, each, firstOf, NOWHERE, worker, workersOf } from "./workers.js";

/** Powers that move workers besides Dictate, or let it be used again. */
const MOVING = ["reassign", "reassign_by_majority", "dictate_repeat"];

export interface Dictated {
  readonly rests?: Worker;
  /** Who moves, in their order, and to which phase; that may not be chosen yet. */
  readonly moves: ReadonlyMap<string, Phase | undefined>;
}

export const NOT_DICTATED: Dictated = { moves: new Map() };

/** The powers of an empire's tiles. */
export function powersOf({ tiles }: Empire, catalogue: Catalogue): Power[] {
  return tiles.flatMap(({ component }) => catalogue.get(component)?.powers ?? []);
}

/** How many workers Dictate moves at most. */
export function mostMoved(empire: Empire, catalogue: Catalogue): number {
  const counts = powersOf(empire, catalogue).filter(({ kind }) => kind === "dictate_count");
  return Math.max(1, ...counts.map(({ facts }) => numberOf(facts, "max") ?? 1));
}

/** Whether tiles may move workers, too. */
export function tilesMove(empire: Empire, catalogue: Catalogue): boolean {
  return powersOf(empire, catalogue).some(({ kind }) => MOVING.includes(kind));
}

/** Let a worker move, or no longer; where there is room for no other, another one takes its place. */
export function turnMover({ rests, moves }: Dictated, id: string, most: number): Dictated {
  const left = [...moves].filter(([other]) => other !== id);
  const kept = moves.has(id) ? left : [...left.slice(0, most - 1), [id, undefined] as const];
  return { ...(rests && { rests }), moves: new Map(kept) };
}

/** What has been decided of it, as far as each step is: of an empire whose workers stand where the plan has put them. */
export function dictate(empire: Empire, { rests, moves }: Dictated): Given[] {
  const [area, movers] = [empire.dictate?.id ?? "", workersOf(empire).filter(({ id }) => moves.has(id))];
  const used: Given = {
    kind: "assign.power",
    picks({ options }) {
      const option = options.find((one) => firstOf(one) === area);
      return option && [option.id];
    },
    moves: NOWHERE,
  };
  if (!rests) return [used];
  const rested = [used, worker("assign.dictate", empire, rests, area)];
  if (!movers.length) return rested;
  const named: Given = {
    kind: "assign.workers",
    picks: (prompt) => each(prompt, [...moves.keys()], (option, id) => twins(empire, id).has(firstOf(option))),
    moves: NOWHERE,
  };
  return [...rested, named, ...sent(empire, moves)];
}

/** Where workers go that are named, as far as that is decided. */
export function sent(empire: Empire, moves: Dictated["moves"]): Given[] {
  const goals = [...moves];
  const open = goals.findIndex(([, phase]) => phase === undefined);
  return goals.slice(0, open < 0 ? goals.length : open).map(([id, phase]) => ({
    kind: "assign.to",
    picks: (prompt) => toPhase(prompt, empire, moves, id),
    moves: new Map(phase === undefined ? [] : [[id, [columnOf(empire, phase)]]]),
  }));
}

/** The option that sends the worker whom a question is about where it is to go. */
function toPhase({ facts, options }: Prompt, empire: Empire, moves: Dictated["moves"], next: string) {
  const value = facts.find(({ name }) => name === "worker")?.value;
  const asked = value?.case === "piece" ? value.value : "";
  // The next one, unless the rules have sent it already, as there was one way only.
  const moved = [next, ...moves.keys()].find((id) => twins(empire, id).has(asked)) ?? "";
  const phase = moves.get(moved);
  const goal = phase === undefined ? "" : columnOf(empire, phase);
  const option = options.find(({ targets }) =>
    targets.some(({ standsFor }) => standsFor.case === "place" && standsFor.value === goal),
  );
  return option && [option.id];
}

function twins(empire: Empire, id: string): ReadonlySet<string> {
  const found = workersOf(empire).find((one) => one.id === id);
  return found ? alike(empire, found) : new Set();
}
