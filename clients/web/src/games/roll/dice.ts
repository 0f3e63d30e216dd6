/** Dice: their colours as words, their faces as the phases that they show. */
import { DieColour, DieFace, Phase, type RollView, Step } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
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

/** The icon of a face; faces are numbered as the phases, a wild one is a star. */
export function faceIcon(face: DieFace): IconName | undefined {
  if (face === DieFace.UNSPECIFIED) return undefined;
  return face === DieFace.WILD ? "star" : signOf(face as number as Phase).icon;
}

/** Whether a phase is under way: steps of phases follow each other as the phases do. */
export function underWay(view: RollView, phase: Phase): boolean {
  return view.step - Step.EXPLORE === phase - Phase.EXPLORE;
}
