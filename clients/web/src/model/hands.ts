/** What seats hold, as their views tell it. */
import type { Message } from "@bufbuild/protobuf";
import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import type { RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";

interface Held {
  readonly id: string;
  readonly component: string;
}

const HANDS: Readonly<Record<string, (view: never) => readonly Held[]>> = {
  "galaxytables.jump.v1.JumpView": ({ hand }: JumpView) => hand,
  "galaxytables.race.v1.RaceView": ({ hand, drawn }: RaceView) => [...hand, ...drawn],
};

/** The cards that the seat of this view holds; none where its game has no hands. */
export function handOf(view: Message): readonly Held[] {
  const read = HANDS[view.$typeName] as ((view: Message) => readonly Held[]) | undefined;
  return read?.(view) ?? [];
}
