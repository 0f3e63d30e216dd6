/** Figures as lines: ratings over games, points over rounds. */

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Tick {
  readonly value: number;
  readonly y: number;
}

const LEFT = 32;
const MARGIN = 10;

/** Whole numbers at equal distances from `least` to `most`, about five of them. */
export function ticksOf(least: number, most: number): number[] {
  const span = Math.max(1, most - least);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((each) => span / each <= 5) ?? span);
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, index) => first + index * step);
}

/** A scale that puts `least` at the bottom and `most` at the top. */
function scale(least: number, most: number, height: number): (value: number) => number {
  const span = Math.max(1e-9, most - least);
  return (value) => height - MARGIN - ((value - least) / span) * (height - 2 * MARGIN);
}

const path = (points: readonly Point[]) =>
  points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** Where the `index`th of `count` lies from left to right; one alone lies in the middle. */
const across = (index: number, count: number, width: number) =>
  count < 2 ? (LEFT + width) / 2 : LEFT + MARGIN + (index / (count - 1)) * (width - LEFT - 2 * MARGIN);

/** A figure from game to game. */
export function plot(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; dots: readonly Point[]; ticks: readonly Tick[] } {
  const low = Math.min(...values);
  const high = Math.max(low + 1, ...values);
  const y = scale(low, high, height);
  const dots = values.map((value, index) => ({ x: across(index, values.length, width), y: y(value) }));
  return { line: path(dots), dots, ticks: ticksOf(low, high).map((value) => ({ value, y: y(value) })) };
}

/** Points of several seats by round; `columns` is where each round lies from left to right. */
export function rounds(
  series: ReadonlyMap<number, readonly number[]>,
  width: number,
  height: number,
): {
  lines: readonly { seat: number; line: string; dots: readonly Point[] }[];
  ticks: readonly Tick[];
  columns: readonly number[];
} {
  const all = [...series.values()].flat();
  const count = Math.max(0, ...[...series.values()].map(({ length }) => length));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const y = scale(low, high, height);
  return {
    lines: [...series].map(([seat, values]) => {
      const dots = values.map((value, index) => ({ x: across(index, values.length, width), y: y(value) }));
      return { seat, line: path(dots), dots };
    }),
    ticks: ticksOf(low, high).map((value) => ({ value, y: y(value) })),
    columns: Array.from({ length: count }, (_, index) => across(index, count, width)),
  };
}

/** Points of several seats over a line of time, whose ends are events: each of a round's points stands where it ended. */
export function overTime(
  series: ReadonlyMap<number, readonly number[]>,
  ends: readonly number[],
  { first, last }: { readonly first: number; readonly last: number },
  width: number,
  height: number,
): { seat: number; line: string }[] {
  const y = scale(0, Math.max(1, ...[...series.values()].flat()), height);
  const x = (event: number) => (width * (event - first)) / Math.max(1, last - first);
  return [...series].map(([seat, values]) => ({
    seat,
    line: path([{ x: 0, y: y(0) }, ...values.map((value, index) => ({ x: x(ends[index] ?? last), y: y(value) }))]),
  }));
}

/** The column nearest to a place, by its index; -1 where there is none. */
export function nearest(columns: readonly number[], x: number): number {
  const distances = columns.map((column) => Math.abs(column - x));
  return distances.indexOf(Math.min(...distances));
}

/** Of so many columns every how many has a label, so that no two are closer than `least`. */
export function labelled(columns: readonly number[], least: number): number {
  const [first = 0, second = Infinity] = columns;
  return Math.max(1, Math.ceil(least / Math.max(1, second - first)));
}
