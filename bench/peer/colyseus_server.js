// Colyseus with the least that can be a game, all in memory: `node colyseus_server.js --port 8000`.
//
// A choice counts, and the changed state goes to both players at once (not at the next beat of a clock, as is usual for
// games in real time).
import { parseArgs } from 'node:util';

import { Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const Counting = schema({ choices: t.uint32() });

class Counter extends Room {
  maxClients = 2;

  patchRate = null;

  state = new Counting();

  onCreate() {
    this.state.choices = 0;
    this.onMessage('choose', () => {
      this.state.choices += 1;
      this.broadcastPatch();
    });
  }
}

const { values: given } = parseArgs({ options: { port: { type: 'string', default: '8000' } } });
const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('game', Counter);
await server.listen(Number(given.port));
console.log('ready');
