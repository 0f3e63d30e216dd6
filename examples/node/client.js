// A whole front end in one file, written from the protos alone.
//
// Makes a guest, lists the games, opens a table with bots, plays it to the end, watches it from a second connection,
// prints the log and the scores, fetches the record and checks that the shuffles were fixed before the game began.
// Run it with `node client.js --help`; see README.md.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const protos = process.env.GALAXYTABLES_PROTOS ?? fileURLToPath(new URL('../../protos', import.meta.url));
const files = ['players', 'tables', 'play'].map((name) => `galaxytables/lobby/v1/${name}.proto`);
const definition = protoLoader.loadSync(files, {
  includeDirs: [protos], longs: String, enums: String, defaults: true, oneofs: true,
});
for (const method of Object.values(definition).flatMap((each) => Object.values(each))) {
  if (method.requestType) refuseUnknownFields(method);
}
const lobby = grpc.loadPackageDefinition(definition).galaxytables.lobby.v1;

/**
 * Makes a method refuse a request with a field that its message does not have: protobuf.js would leave it out in silence,
 * and a typo would go unnoticed. Over JSON, `galaxytables-strict: 1` has the gateway refuse such a request.
 */
function refuseUnknownFields(method) {
  const { requestSerialize, requestType } = method;
  const known = new Set(requestType.type.field.map((field) => field.name));
  method.requestSerialize = (request) => {
    const unknown = Object.keys(request).filter((name) => !known.has(name));
    if (unknown.length) throw new TypeError(`${requestType.type.name} has no ${unknown.join(', ')}`);
    return requestSerialize(request);
  };
}

// Errors are `google.rpc.Status` with one `ErrorInfo`, in the trailers.
const errors = new protobuf.Root();
errors.resolvePath = (_, target) => (target.startsWith('google/protobuf/') ? target : `${protos}/${target}`);
errors.loadSync(['google/rpc/status.proto', 'google/rpc/error_details.proto']);

/** The UPPER_SNAKE reason of an error; every error of the lobby carries one. */
function reasonOf(error) {
  const [bytes] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const details = bytes ? errors.lookupType('google.rpc.Status').decode(bytes).details : [];
  const info = details.find((detail) => detail.type_url.endsWith('google.rpc.ErrorInfo'));
  return info ? errors.lookupType('google.rpc.ErrorInfo').decode(info.value).reason : '';
}

/** Whether the same request may succeed later: a server restarts, a game's rules are away for a moment. */
function mayBeTriedAgain(error) {
  return [grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED].includes(error.code);
}

/** One person's connection to the lobby. */
class Client {
  static async connect(server, name) {
    const client = new Client(server);
    const { token } = await client.call(client.players, 'CreateGuest', { name });
    client.metadata.set('authorization', `Bearer ${token}`);
    return client;
  }

  constructor(server) {
    // Without an own pool, all clients of a process share one connection.
    const options = { 'grpc.use_local_subchannel_pool': 1 };
    this.players = new lobby.PlayerService(server, grpc.credentials.createInsecure(), options);
    this.tables = new lobby.TableService(server, grpc.credentials.createInsecure(), options);
    this.play = new lobby.PlayService(server, grpc.credentials.createInsecure(), options);
    this.metadata = new grpc.Metadata({ waitForReady: true });
  }

  /** A unary call as a promise. */
  call(service, method, request) {
    return new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + 10_000 };
      service[method](request, this.metadata, options, (error, response) => (error ? reject(error) : resolve(response)));
    });
  }

  /**
   * Watches a table until it is finished, whatever happens to the connection. Gives every update with those of its
   * events that were not given before, from the first one of the table on.
   */
  async* updates(tableId) {
    let nextEvent = 1;
    for (;;) {
      const stream = this.play.WatchTable({ tableId, fromEvent: nextEvent, language: 'en' }, this.metadata);
      try {
        for await (const { update } of stream) {
          if (!update) continue; // a heartbeat
          const first = nextEvent;
          const events = update.events.filter((event) => Number(event.number) >= first);
          nextEvent = Math.max(nextEvent, Number(update.lastEvent) + 1);
          yield { update, events };
          if (update.state === 'TABLE_STATE_FINISHED') return;
        }
      } catch (error) {
        if (!mayBeTriedAgain(error)) throw error;
      } finally {
        stream.cancel();
      }
      await sleep(500);
    }
  }

  /** Answers a prompt. A repeat with the same request id is never counted twice, so it is safe to insist. */
  async submit(tableId, prompt, picks) {
    const request = { tableId, promptId: prompt.id, picks, requestId: randomUUID() };
    for (;;) {
      try {
        return await this.call(this.play, 'SubmitChoice', request);
      } catch (error) {
        if (!mayBeTriedAgain(error)) throw error;
      }
      await sleep(500);
    }
  }

  close() {
    [this.players, this.tables, this.play].forEach((service) => service.close());
  }
}

/** Waits until the lobby has the game and somebody offers the bot; gives all games. */
async function waitForGame(client, game, bot, patience) {
  const end = Date.now() + patience * 1000;
  for (;;) {
    const { games } = await client.call(client.tables, 'ListGames', {});
    const found = games.find((offer) => offer.description?.game === game && offer.available);
    if (found?.bots.includes(bot)) return games;
    if (Date.now() > end) throw new Error(`no ${game} with bot ${bot} here`);
    await sleep(500);
  }
}

/** Opens a table, puts bots on all seats but the own, starts. */
async function openTable(client, game, bot, seats) {
  const { table } = await client.call(client.tables, 'CreateTable', { game, seats, entropy: randomBytes(32) });
  for (let seat = 1; seat < seats; seat += 1) {
    await client.call(client.tables, 'AddBot', { tableId: table.id, bot });
  }
  return (await client.call(client.tables, 'StartTable', { tableId: table.id })).table;
}

/** Picks the first options; where a rule says no, or somebody was faster, falls back or lets go. */
async function answer(client, tableId, prompt) {
  const count = Math.max(prompt.least, Math.min(1, prompt.most));
  const first = prompt.options.slice(0, count).map((option) => option.id);
  for (const picks of [first, prompt.defaultPicks]) {
    try {
      await client.submit(tableId, prompt, picks);
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'PROMPT_CLOSED') return;
      if (reason !== 'CHOICE_REFUSED') throw error;
    }
  }
}

/** An event in words: the own part where there is one, names instead of seats. */
function sentence(event, names) {
  const text = event.privateParts.find((part) => part.text)?.text ?? event.text;
  return text.replace(/\{seat (\d+)\}/g, (_, seat) => names[seat]);
}

/** Plays to the end and prints the log as this player reads it; gives the last update. */
async function play(client, tableId, names) {
  const answered = new Set();
  let last;
  for await (const { update, events } of client.updates(tableId)) {
    for (const { number, event } of events) console.log(`${number.padStart(4)}  ${sentence(event, names)}`);
    for (const prompt of update.prompts.filter(({ id }) => !answered.has(id))) {
      answered.add(prompt.id);
      await answer(client, tableId, prompt);
    }
    last = update;
  }
  return last;
}

/** Watches to the end; counts events, and prompts and private parts, of which a spectator gets none. */
async function spectate(client, tableId) {
  const seen = { events: 0, secrets: 0 };
  for await (const { update, events } of client.updates(tableId)) {
    seen.events += events.length;
    seen.secrets += update.prompts.length;
    for (const { event } of events) seen.secrets += event.privateParts.length;
  }
  return seen;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

async function main() {
  const { values: given } = parseArgs({
    options: {
      server: { type: 'string', default: '127.0.0.1:5100' },
      game: { type: 'string', default: 'jump' },
      bot: { type: 'string', default: 'random' },
      seats: { type: 'string', default: '2' },
      patience: { type: 'string', default: '30' },
      help: { type: 'boolean', default: false },
    },
  });
  if (given.help) {
    console.log('node client.js [--server host:port] [--game jump] [--bot random] [--seats 2] [--patience seconds]');
    return 0;
  }
  const client = await Client.connect(given.server, 'Nell');
  const offers = await waitForGame(client, given.game, given.bot, Number(given.patience));
  for (const { description } of offers) {
    if (!description) continue;
    const options = description.options.map((option) => `${option.name}=${option.defaultValue}`).join(', ');
    const { game, title, leastSeats, mostSeats } = description;
    console.log(`${game}: ${title}, ${leastSeats} to ${mostSeats} seats; options: ${options}`);
  }

  const table = await openTable(client, given.game, given.bot, Number(given.seats));
  const commitment = table.commitment.toString('hex');
  const names = table.seats.map((seat) => `${seat.player?.name ?? seat.bot} (${seat.number})`);
  const opened = offers.find(({ description }) => description?.game === given.game);
  const notice = opened?.description.sources?.notice;
  if (notice) console.log(`notice: ${notice}`);
  console.log(`table ${table.id}: ${names.join(', ')}; commitment ${commitment}`);
  const watcher = await Client.connect(given.server, 'Watcher');
  const [last, seen] = await Promise.all([play(client, table.id, names), spectate(watcher, table.id)]);

  for (const { seat, rank, total, parts } of last.scores.toSorted((one, other) => one.rank - other.rank)) {
    const sources = parts.map(({ source, points }) => `${source} ${points}`).join(', ');
    console.log(`${rank}. ${names[seat]}: ${total} (${sources})`);
  }
  console.log(`the spectator saw ${seen.events} of ${last.lastEvent} events, and ${seen.secrets} secrets`);

  const { record } = await client.call(client.play, 'GetRecord', { tableId: table.id });
  const holds = sha256(record.seed) === commitment && record.commitment.toString('hex') === commitment;
  const verdict = holds ? 'holds' : 'is BROKEN';
  console.log(`record: ${record.choices.length} choices, ${record.events.length} events; the commitment ${verdict}`);
  client.close();
  watcher.close();
  const complete = seen.events === Number(last.lastEvent) && seen.secrets === 0;
  return holds && complete && last.scores.length > 0 ? 0 : 1;
}

process.exitCode = await main();
