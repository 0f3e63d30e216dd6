// Players of boardgame.io's server: its protocol over socket.io's own client, WebSocket only.
import { io } from 'socket.io-client';

// About as many choices as a game of the other side has; then a new match, since a server keeps a match's whole log.
const MOVES_A_MATCH = 150;

/** Plays one match after another at one table; gives a promise of its first being in play. */
export function keepTable({ server }, number, tally) {
  const players = ['0', '1'].map((seat) => new Player(server, seat, tally));
  const begin = (round) => {
    const match = `${number}.${round}`;
    tally.matches += 1;
    return Promise.all(players.map((player) => player.play(match, () => begin(round + 1))));
  };
  return begin(0);
}

class Player {
  constructor(server, seat, tally) {
    this.seat = seat;
    this.tally = tally;
    this.socket = io(`http://${server}/counting`, { transports: ['websocket'], forceNew: true });
    this.socket.on('update', (match, state) => this.told(match, state));
    this.socket.on('sync', (match, { state }) => {
      this.inPlay();
      this.told(match, state);
    });
  }

  /** Joins a match; `over` is called by the player who made its last move. */
  play(match, over) {
    this.match = match;
    this.over = over;
    this.state = -1;
    this.sent = 0;
    return new Promise((resolve) => {
      this.inPlay = resolve;
      this.socket.emit('sync', match, this.seat, undefined, 2);
    });
  }

  told(match, state) {
    if (match !== this.match || state._stateID <= this.state) return;
    this.state = state._stateID;
    if (this.sent) {
      this.tally.accepted(this.sent);
      this.sent = 0;
      if (state.G.moves >= MOVES_A_MATCH) {
        this.over();
        return;
      }
    }
    if (state.ctx.currentPlayer !== this.seat || state.G.moves >= MOVES_A_MATCH) return;
    this.sent = performance.now();
    const action = { type: 'MAKE_MOVE', payload: { type: 'count', args: [], playerID: this.seat } };
    this.socket.emit('update', action, this.state, match, this.seat);
  }
}
