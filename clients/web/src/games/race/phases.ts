/** The phases of a round: what is under way, what comes, and who brought it about. */
import { Phase, type RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import type { IconName } from "../../lib/icons.js";
import { type Catalogue, wordOf } from "../../model/catalogue.js";

export interface Step {
  readonly phase: Phase;
  /** The game's word for it. */
  readonly word: string;
  readonly number: string;
  readonly icon: IconName;
  readonly state: "off" | "now" | "next" | "done";
  /** Actions by which seats chose it: the seat, and the component of the action. */
  readonly by: readonly { readonly seat: number; readonly action: string }[];
}

const STEPS: readonly Pick<Step, "phase" | "word" | "number" | "icon">[] = [
  { phase: Phase.SEARCH, word: "search", number: "", icon: "star" },
  { phase: Phase.EXPLORE, word: "explore", number: "I", icon: "eye" },
  { phase: Phase.DEVELOP, word: "develop", number: "II", icon: "gear" },
  { phase: Phase.SETTLE, word: "settle", number: "III", icon: "flag" },
  { phase: Phase.CONSUME, word: "consume", number: "IV", icon: "bag" },
  { phase: Phase.PRODUCE, word: "produce", number: "V", icon: "plus" },
];
/** In the order of the round, with those that are part of it in some games only. */
const ORDER = [
  Phase.SEARCH,
  Phase.ORB,
  Phase.EXPLORE,
  Phase.DEVELOP,
  Phase.SETTLE,
  Phase.CONSUME,
  Phase.PRODUCE,
  Phase.ROUND_END,
  Phase.INVASION,
];

/** The phases to be shown: the five, and a search where somebody searches. */
export function steps(view: RaceView, catalogue: Catalogue): Step[] {
  const chosen = view.empires.flatMap(({ seat, actions }) => actions.map((action) => ({ seat, action })));
  const at = ORDER.indexOf(view.phase);
  return STEPS.map((step): Step => {
    const by = chosen.filter(({ action }) => phaseOf(action, catalogue) === step.word);
    const place = ORDER.indexOf(step.phase);
    const state =
      view.phase === step.phase
        ? "now"
        : view.agenda.includes(step.phase)
          ? "next"
          : by.length && at > place
            ? "done"
            : "off";
    return { ...step, state, by };
  }).filter(({ phase, state }) => phase !== Phase.SEARCH || state !== "off");
}

/** The phase that an action card brings about. */
export function phaseOf(action: string, catalogue: Catalogue): string {
  return wordOf(catalogue.get(action)?.facts ?? [], "phase");
}

/** The icon of an action card. */
export function iconOf(action: string, catalogue: Catalogue): IconName {
  const phase = phaseOf(action, catalogue);
  return STEPS.find(({ word }) => word === phase)?.icon ?? "star";
}
