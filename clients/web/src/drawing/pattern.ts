/** The picture of a person: a small pattern, drawn from their id alone. On a field of 24 by 24. */
import { seeded } from "./seeded.js";

const ROWS = 5;
/** The left half, and the middle, which is its own mirror image. */
const COLUMNS = 3;
const CELL = 3.2;
const EDGE = (24 - ROWS * CELL) / 2;
/** So many of the cells drawn from are filled: neither a speck nor a block. */
const LEAST = 6;
const MOST = 10;

type Cell = (x: number, y: number) => string;

const at = (value: number) => value.toFixed(1);
const half = CELL / 2;
const CELLS: readonly Cell[] = [
  (x, y) => `M${at(x)} ${at(y)}h${CELL}v${CELL}h${-CELL}z`,
  (x, y) => `M${at(x)} ${at(y + half)}a${half} ${half} 0 1 0 ${CELL} 0a${half} ${half} 0 1 0 ${-CELL} 0z`,
  (x, y) => `M${at(x + half)} ${at(y)}l${half} ${half} ${-half} ${half} ${-half} ${-half}z`,
];

/** The outline of a player's pattern, always the same one. */
export function pattern(player: string): string {
  const next = seeded(`pattern ${player}`);
  const cell = CELLS[Math.floor(next() * CELLS.length)] ?? (() => "");
  const count = LEAST + Math.floor(next() * (MOST - LEAST + 1));
  const places = Array.from({ length: ROWS * COLUMNS }, (_, place) => ({ place, order: next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ place }) => place)
    .sort((one, other) => one - other);
  return places
    .flatMap((place) => {
      const [row, column] = [Math.floor(place / COLUMNS), place % COLUMNS];
      const columns = column === COLUMNS - 1 ? [column] : [column, ROWS - 1 - column];
      return columns.map((each) => cell(EDGE + each * CELL, EDGE + row * CELL));
    })
    .join("");
}
