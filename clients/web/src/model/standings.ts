/** How many points each seat has in a position, as its view tells. */
import type { Message } from "@bufbuild/protobuf";
import type { BeyondView } from "galaxytables-client/gen/galaxytables/beyond/v1/beyond_pb";
import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import type { RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import type { RollView } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";

import type { TableController } from "./tableController.js";

type Points = ReadonlyMap<number, number>;

const POINTS: Readonly<Record<string, (view: never) => Points>> = {
  "galaxytables.beyond.v1.BeyondView": (view: BeyondView) =>
    new Map(view.factions.map(({ seat, total }) => [seat, total])),
  "galaxytables.jump.v1.JumpView": (view: JumpView) => new Map(view.empires.map(({ seat, vp }) => [seat, vp])),
  "galaxytables.race.v1.RaceView": (view: RaceView) =>
    new Map(view.empires.map(({ seat, tally }) => [seat, tally?.total ?? 0])),
  "galaxytables.roll.v1.RollView": (view: RollView) =>
    new Map(
      view.empires.map(({ seat, score }) => [
        seat,
        score ? score.chips + score.developments + score.worlds + score.bonuses : 0,
      ]),
    ),
};

/** Whether points can be told by round: they are read from views of this type, and a second round has begun. */
export const tells = (view: Message | undefined, rounds: number): boolean =>
  view !== undefined && view.$typeName in POINTS && rounds > 1;

/** The points of each seat; none where a view of this type does not tell them. */
export function pointsOf(view: Message): Points {
  const read = POINTS[view.$typeName] as ((view: Message) => Points) | undefined;
  return read?.(view) ?? new Map<number, number>();
}

/** Points by seat over positions, one after the other. */
export function seriesOf(views: readonly Message[]): Map<number, number[]> {
  const series = new Map<number, number[]>();
  for (const view of views)
    for (const [seat, points] of pointsOf(view)) series.set(seat, [...(series.get(seat) ?? []), points]);
  return series;
}

/** Points by seat at the end of each round, and when each was over, by the event that was told then; the last one is the end. */
export async function pointsByRound({ past, now }: Pick<TableController, "past" | "now">): Promise<{
  series: ReadonlyMap<number, readonly number[]>;
  ends: readonly { round: number; event?: number | undefined }[];
}> {
  const begun = past.rounds();
  const views = await past.atRounds();
  return {
    series: seriesOf(now.view ? [...views, now.view] : views),
    ends: begun.map(({ round }, index) => ({ round, event: begun[index + 1]?.event })),
  };
}
