// Players of boardgame.io's server: its protocol over socket.io's own client, WebSocket only.
import { io } from 'socket.io-client';

import { anyPicks } from './race_shaped.js';

// About as many choices as a game of ours has; then a new match, since a server keeps a match's whole log.
const CHOICES_A_MATCH = 150;

/** Plays one match after another at one table; gives a promise of its first being in play. */
export function keepTable({ server }, number, tally) {
  const players = ['0', '1'].map((seat) => new Player(server, seat, tally));
  const begin = async (round) => {
    // No other load of the same server has a match of this name.
    const match = `${process.pid}.${number}.${round}`;
    tally.matches += 1;
    // One after another: the first who asks for a match makes it, and two at once would make it twice. Nobody chooses
    // before both have come, since who is still coming hears nothing.
    const states = [];
    for (const player of players) states.push(await player.join(match, () => begin(round + 1)));
    players.forEach((player, seat) => player.told(match, states[seat]));
  };
  return begin(0);
}

class Player {
  constructor(server, seat, tally) {
    this.seat = seat;
    this.tally = tally;
    this.socket = io(`http://${server}/game`, { transports: ['websocket'], forceNew: true });
    this.socket.on('update', (match, state) => this.told(match, state));
    this.socket.on('sync', (match, { state }) => this.joined(state));
  }

  /** Joins a match and gives its state; `over` is called by the player who made its last choice. */
  join(match, over) {
    this.match = match;
    this.over = over;
    this.state = -1;
    this.sent = 0;
    return new Promise((resolve) => {
      this.joined = resolve;
      this.socket.emit('sync', match, this.seat, undefined, 2);
    });
  }

  told(match, state) {
    if (match !== this.match || state._stateID <= this.state) return;
    this.state = state._stateID;
    const { G, ctx } = state;
    if (this.sent) {
      this.tally.accepted(this.sent);
      this.sent = 0;
      if (G.choices >= CHOICES_A_MATCH) {
        this.over();
        return;
      }
    }
    if (ctx.currentPlayer !== this.seat || G.choices >= CHOICES_A_MATCH) return;
    this.sent = performance.now();
    const args = G.prompt ? [anyPicks(G.prompt)] : [];
    const action = { type: 'MAKE_MOVE', payload: { type: 'choose', args, playerID: this.seat } };
    this.socket.emit('update', action, this.state, match, this.seat);
  }
}
