/** How a game came out: who won and by what, and how points are counted up source by source. */
import type { SeatScore } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";

/** Points of a source that one seat has more than another; less than 0 where it has fewer. */
export interface Lead {
  readonly source: string;
  readonly points: number;
}

/** Who won a game that was played out, and how far ahead. */
export interface Outcome {
  readonly winners: readonly number[];
  /** The seat behind the winner; none where several won, or there is nobody else. */
  readonly next?: number;
  /** Points between them; 0 where a tie was broken. */
  readonly by: number;
  /** Of which sources they come, the largest lead first. */
  readonly leads: readonly Lead[];
  /** What broke a tie: the winner's number, and that of the seat behind. */
  readonly tieBreak?: readonly [number, number];
}

/** Seats from the first place to the last one. */
export function ranked(scores: readonly SeatScore[]): SeatScore[] {
  return [...scores].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/** The sources of points that any seat has, as the game tells them. */
export function sourcesOf(scores: readonly SeatScore[]): string[] {
  return [...new Set(scores.flatMap(({ parts }) => parts.map(({ source }) => source)))];
}

/** How many colours there are for sources: at least as many as any game has. */
export const TONES = 8;

/** Where a source is about worlds of a kind, the colour is that of the kind. */
const KINDS: Readonly<Record<string, number>> = { novelty: 1, alien: 2, genes: 3, rare: 4, grey: 8 };

/** The colour of each source, from 1: no two have the same one. */
export function tonesOf(sources: readonly string[]): ReadonlyMap<string, number> {
  const tones = new Map<string, number>();
  for (const source of sources) {
    const [kind = "", what] = source.split(/[-_]/);
    if (what === "worlds" && KINDS[kind]) tones.set(source, KINDS[kind]);
  }
  const taken = new Set(tones.values());
  const free = Array.from({ length: TONES }, (_, index) => index + 1).filter((tone) => !taken.has(tone));
  for (const source of sources) if (!tones.has(source)) tones.set(source, free.shift() ?? TONES);
  return tones;
}

export function pointsFrom({ parts }: SeatScore, source: string): number {
  return parts.find((part) => part.source === source)?.points ?? 0;
}

export function outcomeOf(scores: readonly SeatScore[]): Outcome {
  const order = ranked(scores);
  const winners = order.flatMap(({ rank, seat }) => (rank === 1 ? [seat] : []));
  const [first, next] = order;
  if (winners.length !== 1 || !first || !next) return { winners, by: 0, leads: [] };
  const leads = sourcesOf(scores)
    .map((source) => ({ source, points: pointsFrom(first, source) - pointsFrom(next, source) }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => b.points - a.points);
  const by = first.total - next.total;
  const breaks = first.tieBreaks.map((own, index) => [own, next.tieBreaks[index] ?? 0] as const);
  const tieBreak = by === 0 ? breaks.find(([own, other]) => own !== other) : undefined;
  return { winners, next: next.seat, by, leads, ...(tieBreak && { tieBreak }) };
}

/**
 * The points of a seat by source, counted up so far.
 *
 * Sources are counted one after the other: after `counted` of them, a part of one counts in part.
 */
export function countedUp(score: SeatScore, sources: readonly string[], counted: number): Map<string, number> {
  return new Map(
    sources.map((source, index) => {
      const share = Math.min(1, Math.max(0, counted - index));
      return [source, Math.round(pointsFrom(score, source) * share)];
    }),
  );
}
