/** The few tips of a first game: at the opening hand, which no lesson deals, and when the end is near. */
import type { Message } from "@bufbuild/protobuf";
import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import type { RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import type { RollView } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";

/** The questions about the opening hand. */
const OPENINGS: Readonly<Record<string, string>> = { jump: "opening.discard", race: "setup.discard" };
/** The questions at which a turn is planned. */
const PLANS: Readonly<Record<string, RegExp>> = {
  jump: /^choose\.(card|world)$/,
  race: /^actions\.choose$/,
  roll: /^assign\.phase$/,
};
/** The points at which a game of Jump Drive is nearly over, of 50. */
const NEAR_VP = 35;
/** So many tiles end a game of Roll. */
const TILES = 12;
const FEW = 3;
/** So few chips may go in a round. */
const CHIPS = 6;

const NEAR: Readonly<Record<string, (view: never) => boolean>> = {
  "galaxytables.jump.v1.JumpView": ({ empires }: JumpView) => empires.some(({ vp }) => vp >= NEAR_VP),
  "galaxytables.race.v1.RaceView": ({ empires, pool }: RaceView) =>
    pool <= CHIPS || empires.some(({ cards, tableauEnd }) => cards.length >= tableauEnd - FEW),
  "galaxytables.roll.v1.RollView": ({ empires, vpPool }: RollView) =>
    vpPool <= CHIPS || empires.some(({ tiles }) => tiles.length >= TILES - FEW),
};

/** Whether a question is about the opening hand. */
export const opens = (game: string, kind: string): boolean => OPENINGS[game] === kind;

/** The message with the tip for a question of a first game; empty where there is none. */
export function tipOf(game: string, kind: string, view: Message | undefined): string {
  if (opens(game, kind)) return `tip-${game}-opening`;
  if (!view || !PLANS[game]?.test(kind)) return "";
  const near = NEAR[view.$typeName] as ((view: Message) => boolean) | undefined;
  return near?.(view) ? `tip-${game}-end` : "";
}
