// Positions: a game as bytes that a caller keeps, and those of late that are still at hand.
import { createHash } from 'node:crypto';

import { Refusal } from './refusal.js';

// Changes whenever a game is other data than before.
export const FORM = Buffer.from('liars_dice 1');
const CHECK_BYTES = 16;
const KEPT = 1000;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
export const digestOf = (position) => sha256(position).subarray(0, 16);

const kept = new Map();

/** A game as bytes: the form, a check sum, the data. Equal games give equal bytes. */
export function encode(game) {
  const data = Buffer.from(JSON.stringify(game));
  const position = Buffer.concat([FORM, sha256(data).subarray(0, CHECK_BYTES), data]);
  const digest = digestOf(position).toString('hex');
  kept.delete(digest);
  kept.set(digest, position);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return position;
}

export function decode(position) {
  const data = position.subarray(FORM.length + CHECK_BYTES);
  const check = position.subarray(FORM.length, FORM.length + CHECK_BYTES);
  if (!position.subarray(0, FORM.length).equals(FORM) || !sha256(data).subarray(0, CHECK_BYTES).equals(check)) {
    throw new Refusal('INVALID_POSITION', 'these bytes are no position of this game');
  }
  return JSON.parse(data.toString());
}

/** The game of a `PositionRef`. */
export function gameAt(reference) {
  const { digest, position } = reference ?? {};
  if (position !== undefined) {
    if (digest.length && !digestOf(position).equals(digest)) {
      throw new Refusal('INVALID_POSITION', 'the digest is of other bytes');
    }
    return decode(position);
  }
  const known = kept.get(digest.toString('hex'));
  if (!known) throw new Refusal('POSITION_NOT_CACHED', 'send the position itself');
  return decode(known);
}
