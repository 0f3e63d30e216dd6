// Provable chance, as docs/reference/chance.md tells it: all luck follows from a seed that was promised before anybody
// sat down, and from what every seat added.
import { createHash, createHmac } from 'node:crypto';

import { Refusal } from './refusal.js';

const LABEL = 'galaxy-tables chance 1';
const SEED_BYTES = 32;
const MOST_ENTROPY_BYTES = 64;
const ALL_DRAWS = 2n ** 64n;

/** The key of all draws, in hex. */
export function chanceKey(seed, entropy, seats) {
  const fits = entropy.length === 0 || entropy.length === seats;
  if (seed.length !== SEED_BYTES || !fits || entropy.some((part) => part.length > MOST_ENTROPY_BYTES)) {
    throw new Refusal('INVALID_SEED', `a seed has ${SEED_BYTES} bytes, and a seat adds at most ${MOST_ENTROPY_BYTES}`);
  }
  const mixed = createHash('sha256').update(LABEL).update(seed);
  for (let seat = 0; seat < seats; seat += 1) {
    const part = entropy[seat] ?? Buffer.alloc(0);
    mixed.update(Buffer.from([part.length])).update(part);
  }
  return mixed.digest('hex');
}

/** One of 0 .. outcomes - 1, all equally likely; `chance` has the key and counts its draws. */
export function below(chance, outcomes) {
  const fair = ALL_DRAWS - (ALL_DRAWS % BigInt(outcomes));
  for (;;) {
    const number = draw(chance.key, chance.draws);
    chance.draws += 1;
    if (number < fair) return Number(number % BigInt(outcomes));
  }
}

function draw(key, count) {
  const block = Buffer.alloc(8);
  block.writeBigUInt64BE(BigInt(Math.floor(count / 4)));
  return createHmac('sha256', Buffer.from(key, 'hex')).update(block).digest().readBigUInt64BE(8 * (count % 4));
}
