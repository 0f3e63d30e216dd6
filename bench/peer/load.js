// Players of either side, in one process: `node load.js --side boardgame --server host:port --tables 200 --seconds 5`.
//
// Every player has a connection of its own and answers at once whenever it is asked; a match that ends is followed by
// the next. Both sides speak their protocol without a client library's model of the game: socket.io's client for
// boardgame.io, Node's own HTTP/2 with gRPC's framing for Galaxy Tables. Prints one line of JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import * as boardgame from './boardgame.js';
import * as galaxy from './galaxy.js';
import { Tally } from './tally.js';

const SIDES = { boardgame, galaxy };
const SETTLE_MILLISECONDS = 2000;
const STARTS_AT_ONCE = 16;

const { values: given } = parseArgs({
  options: {
    side: { type: 'string' },
    server: { type: 'string' },
    tables: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '5' },
    game: { type: 'string', default: 'race' },
    views: { type: 'boolean', default: false },
  },
});
const tables = Number(given.tables);
const tally = new Tally();

/** Opens tables one after another, some at once, until all are in play. */
async function open() {
  const numbers = Array(tables).keys();
  const opener = async () => {
    for (const number of numbers) await SIDES[given.side].keepTable(given, number, tally);
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, opener));
}

await open();
await sleep(SETTLE_MILLISECONDS);
const begun = performance.now();
const used = process.cpuUsage();
const before = tally.all;
tally.counting = true;
await sleep(1000 * Number(given.seconds));
tally.counting = false;
const milliseconds = performance.now() - begun;
const { user, system } = process.cpuUsage(used);
const result = tally.result(tables, milliseconds);
result.client_us = (user + system) / Math.max(1, tally.all - before);
console.log(JSON.stringify(result));
process.exit(0);
