// Finished games, played again from their records.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { GAME, answerAnew, begin, checkVersion, end } from './calls.js';
import { checkPack } from './catalogue.js';
import * as rules from './game.js';
import { Refusal } from './refusal.js';
import { knowsDigest, recordDigest } from './wire.js';

/** Plays a record again; all but its sentences must come out the same. */
export function replay({ record }) {
  checkVersion(record.rules_version);
  checkPack(record.pack_digest);
  if (!knowsDigest(record)) {
    const difference = `no digest is known by the name ${record.digest_algorithm}`;
    return { verified: false, difference, digest: Buffer.alloc(0) };
  }
  const difference = differenceOf(record);
  return { verified: !difference, difference, digest: recordDigest(record) };
}

function differenceOf(record) {
  if (record.game !== GAME) return `the record is of ${record.game}`;
  if (!createHash('sha256').update(record.seed).digest().equals(record.commitment)) {
    return 'the seed does not fit the commitment';
  }
  try {
    return differs(record, played(record));
  } catch (error) {
    if (error instanceof Refusal) return `the record cannot be played: ${error.message}`;
    throw error;
  }
}

function played(record) {
  const { game, events } = begin(record);
  for (const choice of record.choices) events.push(...answerAnew(game, choice));
  const wasClosed = !['END_REASON_UNSPECIFIED', 'END_REASON_PLAYED_OUT'].includes(record.end_reason);
  if (wasClosed && !rules.isOver(game)) end(game, record.end_reason);
  return { game, events };
}

function differs(record, { game, events }) {
  if (!isDeepStrictEqual(record.options, game.options)) return 'the options differ';
  if (record.events.length !== events.length) return `${events.length} events happened, not ${record.events.length}`;
  const wrong = events.findIndex((event, index) => !isDeepStrictEqual(bare(event), bare(record.events[index])));
  if (wrong >= 0) return `event ${wrong + 1} differs`;
  const scores = rules.isOver(game) ? rules.scores(game) : [];
  if (!isDeepStrictEqual(bare(scores), bare(record.scores))) return 'the scores differ';
  const isTold = record.end_reason !== 'END_REASON_UNSPECIFIED';
  return isTold && record.end_reason !== game.end ? 'the end differs' : '';
}

/** What two messages must have in common: no sentences, nothing that says its default, numbers as text. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([name, part]) => name !== 'text' && !isNothing(part));
  return Object.fromEntries(entries.map(([name, part]) => [name, bare(part)]));
}

function isNothing(part) {
  return part === null || part === undefined || part.length === 0;
}
