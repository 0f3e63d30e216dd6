// Players of Galaxy Tables: the lobby's public API, a `PlayMany` stream each.
import { Connection } from './grpc.js';

const FINISHED = 3;

/** Plays one table after another for the same players; gives a promise of the first being in play. */
export async function keepTable({ server, game, views }, number, tally) {
  const players = ['0', '1'].map((seat) => new Player(server, views, tally));
  const [host, guest] = players;
  await Promise.all(players.map((player, seat) => player.arrive(`Player ${number}.${seat}`)));
  const begin = async () => {
    const { table } = await host.tables('CreateTable', { game, seats: 2, visibility: 2 });
    await guest.tables('JoinTable', { tableId: table.invitation });
    await guest.tables('SetReady', { tableId: table.id, ready: true });
    await host.tables('StartTable', { tableId: table.id });
    tally.matches += 1;
    let playing = players.length;
    const over = () => {
      playing -= 1;
      if (!playing) begin();
    };
    players.forEach((player) => player.play(table.id, over));
  };
  await begin();
}

class Player {
  constructor(server, views, tally) {
    this.connection = new Connection(server);
    this.views = views;
    this.tally = tally;
    this.sent = new Map();
    this.answers = [];
    this.ids = 0;
  }

  async arrive(name) {
    const { token } = await this.connection.call('PlayerService', 'CreateGuest', { name });
    this.connection.token = token;
    this.stream = this.connection.stream('PlayService', 'PlayMany', ({ responses }) => this.heard(responses));
  }

  tables(method, request) {
    return this.connection.call('TableService', method, request);
  }

  play(tableId, over) {
    this.tableId = tableId;
    this.over = over;
    this.answered = new Set();
    this.watch = this.next();
    this.stream.write({ requests: [{ id: this.watch, watch: { tableId, views: this.views } }] });
  }

  heard(responses) {
    for (const response of responses) this.told(response);
    if (this.answers.length) this.stream.write({ requests: this.answers.splice(0) });
  }

  told({ id, update, submitted, failure }) {
    if (submitted) {
      this.tally.accepted(this.sent.get(Number(id)));
      this.sent.delete(Number(id));
    } else if (failure) {
      this.tally.refused += 1;
      this.sent.delete(Number(id));
    } else if (update?.tableId === this.tableId) {
      if (update.state === FINISHED) this.over();
      else update.prompts.forEach((prompt) => this.answer(prompt));
    }
  }

  answer(prompt) {
    if (this.answered.has(prompt.id)) return;
    this.answered.add(prompt.id);
    const picks = prompt.hasRule ? prompt.defaultPicks : anyPicks(prompt);
    const id = this.next();
    this.sent.set(id, performance.now());
    const requestId = `player-${String(id).padStart(8, '0')}`;
    this.answers.push({ id, submit: { tableId: this.tableId, promptId: prompt.id, picks, requestId } });
  }

  next() {
    this.ids += 1;
    return this.ids;
  }
}

/** Some legal answer of a prompt without a rule. */
function anyPicks({ options, least, most }) {
  const count = least + Math.floor(Math.random() * (most - least + 1));
  const ids = options.map((option) => option.id);
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(Math.random() * (ids.length - at));
    [ids[at], ids[other]] = [ids[other], ids[at]];
  }
  return ids.slice(0, count);
}
