// The digest of a record, computed from its bytes and from docs/reference/record-digest.md alone: no protobuf library, no code of the
// platform. Reads one record a line, in hexadecimal; prints the canonical form and its SHA-256.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

// The messages of galaxytables/rules/v1/game.proto that a record is made of: field number -> type. `[]` is repeated, `?` has
// presence, `|` is a member of the message's oneof; `signed` is sint32 or sint64, `number` any other integer.
const RECORD = {
  1: 'bytes', 2: 'number', 3: 'bytes', 4: 'number', 5: 'map', 6: 'bytes', 7: 'bytes', 8: 'bytes[]', 9: () => [CHOICE],
  10: () => [EVENT], 11: () => [SCORE], 12: 'number', 13: 'number', 14: 'bytes',
};
const CHOICE = { 1: 'number', 2: 'bytes', 3: 'bytes[]' };
const EVENT = { 1: 'bytes', 2: 'number?', 3: () => [FACT], 4: 'bytes', 5: () => [PART] };
const PART = { 1: 'number', 2: () => [FACT], 3: 'bytes' };
const SCORE = { 1: 'number', 2: 'signed', 3: 'number', 4: () => [SCORE_PART], 5: 'signed[]' };
const SCORE_PART = { 1: 'bytes', 2: 'signed' };
const FACT = {
  1: 'bytes', 2: 'signed|', 3: 'bytes|', 4: 'bytes|', 5: () => TEXTS, 6: 'number|', 7: 'number|', 8: 'bytes|',
  9: 'bytes|', 10: () => TEXTS, 11: () => NUMBERS, 12: () => GROUP, 13: () => GROUPS,
};
const TEXTS = { 1: 'bytes[]' };
const NUMBERS = { 1: 'signed[]' };
const GROUP = { 1: () => [FACT] };
const GROUPS = { 1: () => [GROUP] };

const VARINT = 0;
const LENGTH = 2;
const FIXED = { 1: 8, 5: 4 };

/** A message of this shape in canonical form. */
function canonical(bytes, shape) {
  const values = new Map();
  for (const { number, kind, value } of fieldsOf(bytes)) {
    if (isMemberOfOneof(shape, number)) {
      for (const other of values.keys()) if (other !== number && isMemberOfOneof(shape, other)) values.delete(other);
    }
    const known = shape[number] !== undefined;
    values.set(number, [...(values.get(number) ?? []), known ? value : { kind, value }]);
  }
  const numbers = [...values.keys()].sort((one, other) => one - other);
  return Buffer.concat(numbers.map((number) => field(number, shape[number], values.get(number))));
}

function isMemberOfOneof(shape, number) {
  const type = shape[number];
  return typeof type === 'string' ? type.endsWith('|') : type !== undefined && !Array.isArray(type());
}

function field(number, type, values) {
  if (type === undefined) return Buffer.concat(values.map(({ kind, value }) => unknown(number, kind, value)));
  if (typeof type === 'function') {
    const shape = type();
    if (Array.isArray(shape)) return Buffer.concat(values.map((each) => delimited(number, canonical(each, shape[0]))));
    return delimited(number, canonical(Buffer.concat(values), shape)); // parts of one message
  }
  if (type === 'map') return map(number, values);
  if (type === 'bytes[]') return Buffer.concat(values.map((each) => delimited(number, each)));
  if (type === 'signed[]') {
    const packed = Buffer.concat(values.flatMap(numbersOf).map(varint));
    return packed.length ? delimited(number, packed) : packed;
  }
  const last = values.at(-1);
  const isDefault = typeof last === 'bigint' ? last === 0n : last.length === 0;
  if (isDefault && !/[?|]$/.test(type)) return Buffer.alloc(0);
  return typeof last === 'bigint' ? Buffer.concat([varint(tag(number, VARINT)), varint(last)]) : delimited(number, last);
}

/** Entries by the bytes of their keys; of two with the same key the last one counts. */
function map(number, entries) {
  const pairs = new Map();
  for (const entry of entries) {
    const parts = { 1: Buffer.alloc(0), 2: Buffer.alloc(0) };
    for (const part of fieldsOf(entry)) parts[part.number] = part.value;
    pairs.set(parts[1].toString('hex'), parts);
  }
  const inOrder = [...pairs.values()].sort((one, other) => Buffer.compare(one[1], other[1]));
  return Buffer.concat(
    inOrder.map((parts) => delimited(number, Buffer.concat([delimited(1, parts[1]), delimited(2, parts[2])]))),
  );
}

/** Numbers in a row come packed or one by one. */
function numbersOf(value) {
  if (typeof value === 'bigint') return [value];
  const numbers = [];
  for (let at = 0; at < value.length; ) {
    const [number, next] = readVarint(value, at);
    numbers.push(number);
    at = next;
  }
  return numbers;
}

function unknown(number, kind, value) {
  const start = varint(tag(number, kind));
  if (kind === VARINT) return Buffer.concat([start, varint(value)]);
  return kind === LENGTH ? delimited(number, value) : Buffer.concat([start, value]);
}

function* fieldsOf(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [start, next] = readVarint(bytes, at);
    const [number, kind] = [Number(start >> 3n), Number(start & 7n)];
    at = next;
    if (kind === VARINT) {
      const [value, after] = readVarint(bytes, at);
      at = after;
      yield { number, kind, value };
      continue;
    }
    let length = FIXED[kind];
    if (kind === LENGTH) {
      const [said, after] = readVarint(bytes, at);
      length = Number(said);
      at = after;
    }
    if (length === undefined || at + length > bytes.length) throw new Error('these bytes are no record');
    yield { number, kind, value: bytes.subarray(at, at + length) };
    at += length;
  }
}

function readVarint(bytes, at) {
  let value = 0n;
  for (let shift = 0n; at < bytes.length; shift += 7n) {
    const byte = BigInt(bytes[at]);
    at += 1;
    value |= (byte & 0x7fn) << shift;
    if (byte < 0x80n) return [BigInt.asUintN(64, value), at];
  }
  throw new Error('these bytes are no record');
}

function varint(value) {
  const bytes = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}

function tag(number, kind) {
  return (BigInt(number) << 3n) | BigInt(kind);
}

function delimited(number, content) {
  return Buffer.concat([varint(tag(number, LENGTH)), varint(BigInt(content.length)), content]);
}

for await (const line of createInterface({ input: process.stdin })) {
  const form = canonical(Buffer.from(line, 'hex'), RECORD);
  console.log(form.toString('hex'), createHash('sha256').update(form).digest('hex'));
}
