/**
 * QR codes (ISO/IEC 18004): bytes, error correction level L, versions 1 to 10, mask 0 to 7 by the least penalty.
 *
 * Enough for an address of 271 bytes.
 */

/** Of each version: bytes of data, bytes of correction in a block, blocks of the first and of the second length. */
const VERSIONS: readonly (readonly [
  correction: number,
  blocks: readonly (readonly [count: number, data: number])[],
])[] = [
  [7, [[1, 19]]],
  [10, [[1, 34]]],
  [15, [[1, 55]]],
  [20, [[1, 80]]],
  [26, [[1, 108]]],
  [18, [[2, 68]]],
  [20, [[2, 78]]],
  [24, [[2, 97]]],
  [30, [[2, 116]]],
  [
    18,
    [
      [2, 68],
      [2, 69],
    ],
  ],
];
/** Centres of alignment patterns, by version. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// The field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1.
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = value;
  LOGS[value] = power;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (one: number, other: number) =>
  one && other ? (POWERS[((LOGS[one] ?? 0) + (LOGS[other] ?? 0)) % 255] ?? 0) : 0;

/** The correction of a block: what is left of its data, divided by the generator. */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, POWERS[power] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, place) => (rest[at + place] = (rest[at + place] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** All bytes of a code, data and correction, in the order in which they are drawn; with the version they need. */
function bytesOf(text: string): { version: number; bytes: number[] } {
  const content = [...new TextEncoder().encode(text)];
  const capacity = (version: number) =>
    (VERSIONS[version - 1]?.[1] ?? []).reduce((sum, [count, data]) => sum + count * data, 0);
  const header = (version: number) => (version < 10 ? 12 : 20);
  const version =
    VERSIONS.findIndex((_, index) => header(index + 1) + content.length * 8 <= capacity(index + 1) * 8) + 1;
  if (!version) throw new RangeError("This text is too long for a code.");
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(content.length, version < 10 ? 8 : 16);
  for (const byte of content) push(byte, 8);
  push(0, Math.min(4, capacity(version) * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity(version); pad ^= 0xec ^ 0x11) data.push(pad);

  const [extra, groups] = VERSIONS[version - 1] ?? [0, []];
  const blocks: number[][] = [];
  let from = 0;
  for (const [count, length] of groups)
    for (let block = 0; block < count; block += 1) blocks.push(data.slice(from, (from += length)));
  const corrections = blocks.map((block) => correction(block, extra));
  const woven = (all: readonly number[][]) =>
    Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) =>
      all.flatMap((each) => (each[at] === undefined ? [] : [each[at]])),
    ).flat();
  return { version, bytes: [...woven(blocks), ...woven(corrections)] };
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** A number with its remainder by a polynomial behind it. */
function checked(value: number, polynomial: number, length: number): number {
  let rest = value << length;
  const top = 31 - Math.clz32(polynomial);
  for (let bit = 31 - Math.clz32(rest); bit >= top; bit = 31 - Math.clz32(rest)) {
    if (!rest) break;
    rest ^= polynomial << (bit - top);
  }
  return (value << length) | rest;
}

class Matrix {
  readonly dark: boolean[][];
  private readonly fixed: boolean[][];

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  }

  put(row: number, column: number, dark: boolean): void {
    const [cells, fixed] = [this.dark[row], this.fixed[row]];
    if (!cells || !fixed || column < 0 || column >= this.size) return;
    cells[column] = dark;
    fixed[column] = true;
  }

  free(row: number, column: number): boolean {
    return !this.fixed[row]?.[column];
  }

  /** Squares within squares around a centre: dark where the distance says so. */
  pattern(row: number, column: number, radius: number, dark: (distance: number) => boolean): void {
    for (let down = -radius; down <= radius; down += 1)
      for (let right = -radius; right <= radius; right += 1)
        this.put(row + down, column + right, dark(Math.max(Math.abs(down), Math.abs(right))));
  }
}

function format(matrix: Matrix, mask: number): void {
  const { size } = matrix;
  const bits = checked((1 << 3) | mask, 0x537, 10) ^ 0x5412;
  const bit = (index: number) => Boolean((bits >> index) & 1);
  for (let index = 0; index < 15; index += 1) {
    const near = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const far = index < 8 ? size - 1 - index : index < 9 ? 7 : 14 - index;
    matrix.put(near, 8, bit(index));
    matrix.put(8, far, bit(index));
  }
  matrix.put(size - 8, 8, true);
}

function frame(version: number): Matrix {
  const matrix = new Matrix(version * 4 + 17);
  const { size } = matrix;
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    matrix.pattern(row, column, 4, (distance) => distance < 4 && distance !== 2);
  const centres = ALIGNMENT[version - 1] ?? [];
  for (const row of centres)
    for (const column of centres)
      if (matrix.free(row, column)) matrix.pattern(row, column, 2, (distance) => distance !== 1);
  for (let at = 8; at < size - 8; at += 1) {
    if (matrix.free(6, at)) matrix.put(6, at, at % 2 === 0);
    if (matrix.free(at, 6)) matrix.put(at, 6, at % 2 === 0);
  }
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let index = 0; index < 18; index += 1) {
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
      matrix.put(far, near, Boolean((bits >> index) & 1));
      matrix.put(near, far, Boolean((bits >> index) & 1));
    }
  }
  format(matrix, 0);
  return matrix;
}

/** Put bits into what is free, by columns of two from the right, up and down in turn. */
function fill(matrix: Matrix, bytes: readonly number[], mask: number): void {
  const { size } = matrix;
  let index = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!matrix.free(row, column)) continue;
        const bit = ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
        const cells = matrix.dark[row];
        if (cells) cells[column] = Boolean(bit) !== (MASKS[mask]?.(row, column) ?? false);
        index += 1;
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks, patterns like the corners', and too much of one shade. */
function penalty({ dark, size }: Matrix): number {
  const line = (at: (index: number) => boolean) => {
    const text = Array.from({ length: size }, (_, index) => (at(index) ? "1" : "0")).join("");
    const runs = [...text.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0);
    return runs + 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  };
  let sum = 0;
  let count = 0;
  for (let one = 0; one < size; one += 1) {
    sum += line((other) => dark[one]?.[other] ?? false) + line((other) => dark[other]?.[one] ?? false);
    for (let other = 0; other < size; other += 1) {
      if (dark[one]?.[other]) count += 1;
      const square = [dark[one]?.[other], dark[one]?.[other + 1], dark[one + 1]?.[other], dark[one + 1]?.[other + 1]];
      if (square.every((each) => each !== undefined && each === square[0])) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((count * 20) / (size * size) - 10));
}

/** The squares of a code, row by row; true is dark. */
export function qr(text: string): boolean[][] {
  const { version, bytes } = bytesOf(text);
  let best: { matrix: Matrix; points: number } | undefined;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const matrix = frame(version);
    fill(matrix, bytes, mask);
    format(matrix, mask);
    const points = penalty(matrix);
    if (!best || points < best.points) best = { matrix, points };
  }
  return best?.matrix.dark ?? [];
}
