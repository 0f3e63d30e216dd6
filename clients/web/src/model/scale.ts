/** The scale of a leaderboard: from where to where, and what is written on it. */

/** Of these steps the one with which a scale has few figures. */
const STEPS = [100, 200, 500, 1_000] as const;
const MAX_TICKS = 6;

export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly ticks: readonly number[];
}

/** A scale that holds all these values, with figures that are read at once. */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(1_000, ...values), Math.max(1_200, ...values)];
  const step = STEPS.find((each) => (high - low) / each < MAX_TICKS) ?? Math.ceil((high - low) / MAX_TICKS);
  const [least, most] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const ticks = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) => least + index * step);
  return { least, most, ticks };
}
