// Players of any side, in one process: `node load.js --side boardgame --server host:port --tables 200 --seconds 4`.
//
// Every player has a connection of its own and answers at once whenever it is asked; a match that ends is followed by
// the next. No side's players model the game. Prints `counting` when all tables are in play and the load has settled,
// and one line of JSON when it has counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Tally } from './tally.js';

const SIDES = ['boardgame', 'colyseus', 'galaxytables'];
const SETTLE_MILLISECONDS = 1000;
const STARTS_AT_ONCE = 32;

const { values: given } = parseArgs({
  options: {
    side: { type: 'string' },
    server: { type: 'string' },
    tables: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '4' },
    game: { type: 'string', default: 'race' },
    views: { type: 'boolean', default: false },
  },
});
if (!SIDES.includes(given.side)) throw new Error(`no side ${given.side}; there are: ${SIDES.join(', ')}`);
const { keepTable } = await import(`./${given.side}_players.js`);
const tables = Number(given.tables);
const tally = new Tally();

/** Opens tables one after another, some at once, until all are in play. */
async function open() {
  const numbers = Array(tables).keys();
  const opener = async () => {
    for (const number of numbers) await keepTable(given, number, tally);
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, opener));
}

await open();
await sleep(SETTLE_MILLISECONDS);
console.log('counting');
const begun = performance.now();
const used = process.cpuUsage();
tally.counting = true;
await sleep(1000 * Number(given.seconds));
tally.counting = false;
const milliseconds = performance.now() - begun;
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify(tally.result(milliseconds, user + system)));
process.exit(0);
