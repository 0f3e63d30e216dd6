/** The phase in which a step of the past was made: the table as it stood after it is often in a later one. */
import { clone, type Message } from "@bufbuild/protobuf";
import {
  Phase as RacePhase,
  type RaceView,
  RaceViewSchema,
} from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { type RollView, RollViewSchema, Step } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";

type Shown = (after: never, before: never) => Message;

const SHOWN: Readonly<Record<string, Shown>> = {
  [RaceViewSchema.typeName]: (after: RaceView, before: RaceView) => {
    // What actions lead to is shown as they are revealed.
    if (after.round !== before.round || before.phase === RacePhase.ACTIONS || after.phase === before.phase)
      return after;
    const shown = clone(RaceViewSchema, after);
    const later = new Set([...before.agenda, after.phase, ...after.agenda]);
    later.delete(before.phase);
    [shown.phase, shown.agenda] = [before.phase, [...later]];
    return shown;
  },
  [RollViewSchema.typeName]: (after: RollView, before: RollView) => {
    if (after.round !== before.round || before.step <= Step.ASSIGN || after.step === before.step) return after;
    const shown = clone(RollViewSchema, after);
    [shown.step, shown.phases] = [before.step, before.phases];
    return shown;
  },
};

/** Whether views of this type show phases, so that a step wants to know what stood before it. */
export const showsPhases = ({ $typeName }: Message): boolean => $typeName in SHOWN;

/** The view after a step, in the phase that was under way before it. */
export function inStep(after: Message, before: Message | undefined): Message {
  if (before?.$typeName !== after.$typeName) return after;
  return SHOWN[after.$typeName]?.(after as never, before as never) ?? after;
}
