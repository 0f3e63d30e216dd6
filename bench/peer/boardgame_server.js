// boardgame.io's own server: `node boardgame_server.js --port 8000 --game counting|race --cards ids|objects --redis URL`.
//
// Nothing is switched on that is not said: all in memory without `--redis`, no credentials, no undo.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { counting } from './counting.js';
import { raceShaped } from './race_shaped.js';
import { RedisStorage } from './redis_storage.js';

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server');

const { values: given } = parseArgs({
  options: {
    port: { type: 'string', default: '8000' },
    game: { type: 'string', default: 'counting' },
    cards: { type: 'string', default: 'ids' },
    redis: { type: 'string' },
  },
});
const game = given.game === 'race' ? raceShaped(given.cards) : counting;
const db = given.redis && new RedisStorage(given.redis);
await Server({ games: [game], origins: [Origins.LOCALHOST], ...(db && { db }) }).run(Number(given.port));
console.log('ready');
