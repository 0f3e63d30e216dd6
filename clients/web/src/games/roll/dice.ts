/** Dice: their colours as words, their faces as the phases that they show. */
import {
  type Column,
  DieColour,
  DieFace,
  type Empire,
  Phase,
  type RollView,
  Step,
  type Worker,
} from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Option } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Mark, placesOf } from "../../model/answer.js";
import type { Ahead } from "../../model/carrying.js";
import type { IconName } from "../../lib/icons.js";

/** `home`, `military` and so on; for goods the words that the game has for them. */
export function colourOf(colour: DieColour): string {
  return DieColour[colour].toLowerCase();
}

export interface PhaseSign {
  readonly word: string;
  readonly number: string;
  readonly icon: IconName;
}

const SIGNS: Readonly<Partial<Record<Phase, PhaseSign>>> = {
  [Phase.EXPLORE]: { word: "explore", number: "I", icon: "eye" },
  [Phase.DEVELOP]: { word: "develop", number: "II", icon: "gear" },
  [Phase.SETTLE]: { word: "settle", number: "III", icon: "flag" },
  [Phase.PRODUCE]: { word: "produce", number: "IV", icon: "plus" },
  [Phase.SHIP]: { word: "ship", number: "V", icon: "bag" },
};

export function signOf(phase: Phase): PhaseSign {
  return SIGNS[phase] ?? { word: "", number: "", icon: "star" };
}

/** The phase whose tile an option stands for. */
export function phaseOf(option: Option | undefined, { phases }: RollView): Phase | undefined {
  const places = option ? placesOf(option) : [];
  return phases.find(({ id }) => places.includes(id))?.phase;
}

/** The icon of a face; faces are numbered as the phases, a wild one is a star. */
export function faceIcon(face: DieFace): IconName | undefined {
  if (face === DieFace.UNSPECIFIED) return undefined;
  return face === DieFace.WILD ? "star" : signOf(face as number as Phase).icon;
}

/** Whether a phase is under way: steps of phases follow each other as the phases do. */
export function underWay(view: RollView, phase: Phase): boolean {
  return view.step - Step.EXPLORE === phase - Phase.EXPLORE;
}

/** An empire with its workers where they are to go; they stand there last. */
export function settled(empire: Empire, going: Ahead): Empire {
  const columns = [...empire.strip, ...(empire.dictate ? [empire.dictate] : [])];
  const workers = [...columns.flatMap((column) => column.workers), ...empire.wild];
  const goal = ({ id }: Worker) => columns.find((column) => going.get(id)?.includes(column.id));
  const moved = (column: Column): Column => ({
    ...column,
    workers: [
      ...column.workers.filter((worker) => (goal(worker) ?? column) === column),
      ...workers.filter((worker) => goal(worker) === column && !column.workers.includes(worker)),
    ],
  });
  return {
    ...empire,
    strip: empire.strip.map(moved),
    ...(empire.dictate && { dictate: moved(empire.dictate) }),
    wild: empire.wild.filter((worker) => !goal(worker)),
  };
}

/**
 * Where a worker can be carried although the question does not place it: the next one does.
 *
 * A phase is selected, or Dictate used, before the die is named. Of a worker that moves the phase is asked later.
 */
export function ahead(empire: Empire, tiles: RollView["phases"], marks: ReadonlyMap<string, readonly Mark[]>) {
  const alone = (id: string) => marks.get(id)?.some(({ option, first }) => first && placesOf(option).length === 1);
  const chosen = empire.strip.filter(({ phase }) => tiles.some((tile) => tile.phase === phase && alone(tile.id)));
  const dictated = empire.dictate && alone(empire.dictate.id) ? [empire.dictate] : [];
  const loose = [...chosen, ...dictated].map(({ id }) => id);
  const found = new Map<string, readonly string[]>();
  const everybody = [...empire.strip.flatMap(({ workers }) => workers), ...empire.wild];
  for (const { id } of everybody) if (!marks.has(id) && loose.length) found.set(id, loose);
  for (const { id: home, workers } of empire.strip)
    for (const { id } of workers) {
      const own = marks.get(id) ?? [];
      const leaves = own.length === 1 && own.every(({ option }) => placesOf(option)[1] === home);
      if (leaves)
        found.set(
          id,
          empire.strip.flatMap((column) => (column.id === home ? [] : [column.id])),
        );
    }
  return found;
}
