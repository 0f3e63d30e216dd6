// boardgame.io's own server with a trivial game, all in memory: `node server.js --port 8000`.
//
// Two players take turns; a turn is one move, which counts. Nothing else is switched on: no database, no credentials,
// no undo.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server');

const counting = {
  name: 'counting',
  setup: () => ({ moves: 0 }),
  moves: { count: ({ G }) => ({ moves: G.moves + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
};

const { values: given } = parseArgs({ options: { port: { type: 'string', default: '8000' } } });
await Server({ games: [counting], origins: [Origins.LOCALHOST] }).run(Number(given.port));
