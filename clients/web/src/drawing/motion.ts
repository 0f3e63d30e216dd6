/** What moved between two pictures of a table: told by the ids of pieces, whatever the game. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of a die: what is up; empty where nothing is. */
  readonly face?: string;
}

export type Move =
  | { readonly kind: "move"; readonly id: string; readonly from: Box; readonly to: Box }
  | { readonly kind: "enter"; readonly id: string; readonly to: Box }
  | { readonly kind: "leave"; readonly id: string; readonly from: Box };

/** Nearer than this nothing has moved, as a reader sees it. */
const STILL = 6;

/**
 * The moves that lead from one picture to the next one.
 *
 * Where more than `most` pieces come or go the table was set up anew, and nothing is told; pieces that all shift the same
 * way were shifted by what was laid beside them, and stay.
 */
export function moves(before: ReadonlyMap<string, Box>, after: ReadonlyMap<string, Box>, most = 24): Move[] {
  if (!before.size) return [];
  const moved: Extract<Move, { kind: "move" }>[] = [];
  const others: Move[] = [];
  for (const [id, to] of after) {
    const from = before.get(id);
    if (!from) others.push({ kind: "enter", id, to });
    else if (Math.hypot(to.x - from.x, to.y - from.y) > STILL) moved.push({ kind: "move", id, from, to });
  }
  for (const [id, from] of before) if (!after.has(id)) others.push({ kind: "leave", id, from });
  if (others.length > most) return [];
  const shift = ({ from, to }: { from: Box; to: Box }) => `${Math.round(to.x - from.x)} ${Math.round(to.y - from.y)}`;
  const shifts = new Map<string, number>();
  for (const move of moved) shifts.set(shift(move), (shifts.get(shift(move)) ?? 0) + 1);
  const alone = moved.filter((move) => move.from.width !== move.to.width || (shifts.get(shift(move)) ?? 0) < 3);
  return [...alone.slice(0, most), ...others];
}

/** The dice that have rolled from one picture to the next one: another face is up than before. */
export function rolled(before: ReadonlyMap<string, Box>, after: ReadonlyMap<string, Box>): string[] {
  if (!before.size) return [];
  return [...after].flatMap(([id, { face }]) => (face && face !== before.get(id)?.face ? [id] : []));
}

/** How many points came where from one picture to the next one; who was not there before has gained none. */
export function gains(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): [string, number][] {
  return [...after].flatMap(([where, points]): [string, number][] => {
    const by = points - (before.get(where) ?? points);
    return by > 0 ? [[where, by]] : [];
  });
}
