/** How many points each seat has in a position, as its view tells. */
import type { Message } from "@bufbuild/protobuf";
import type { SeatScore } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { BeyondView } from "galaxytables-client/gen/galaxytables/beyond/v1/beyond_pb";
import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import type { RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import type { RollView } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";

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

/** Whether points can be read from views of this type. */
export const tells = (view: Message | undefined): boolean => view !== undefined && view.$typeName in POINTS;

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

/** A source of points as a part of a bar. */
export interface Bar {
  readonly source: string;
  readonly points: number;
  readonly x: number;
  readonly width: number;
  readonly shade: number;
}

/** A bar for each source of points, one after the other; points below 0 take no room. */
export function barsOf(score: SeatScore, sources: readonly string[], start: number, perPoint: number): Bar[] {
  let x = start;
  return sources.flatMap((source, index) => {
    const points = score.parts.find((part) => part.source === source)?.points ?? 0;
    const width = Math.max(0, points) * perPoint;
    const bar = { source, points, x, width, shade: 1 - (index % 4) * 0.2 };
    x += width;
    return width ? [bar] : [];
  });
}
