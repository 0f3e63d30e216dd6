// Serves Liar's Dice on GALAXYTABLES_LISTEN until it is asked to stop.
import grpc from '@grpc/grpc-js';

import * as calls from './calls.js';
import { replay } from './record.js';
import { Refusal } from './refusal.js';
import { Health, RulesService, rpcError } from './wire.js';

const INTERNAL = 13;
const MOST_BYTES = 64 * 1024 * 1024;
const NO_CALL = new Refusal('UNKNOWN_CALL', 'this request holds no call that is known here');

const UNARY = {
  Describe: calls.describe,
  CheckOptions: calls.checkOptionsCall,
  NewGame: calls.newGame,
  Apply: calls.apply,
  Undo: calls.undo,
  Close: calls.close,
  View: calls.view,
  Replay: replay,
  ReplayTo: calls.replayTo,
  Components: calls.components,
  Explain: calls.explain,
  Words: calls.words,
};
const IN_SESSION = {
  new_game: calls.newGame,
  apply: calls.apply,
  undo: calls.undo,
  view: calls.view,
  check_options: calls.checkOptionsCall,
  close: calls.close,
  explain: calls.explain,
};

function refusalOf(error) {
  if (error instanceof Refusal) return error;
  console.error(error);
  return { code: INTERNAL, reason: 'INTERNAL', message: 'the rules failed', metadata: {} };
}

function unary(call) {
  return ({ request }, callback) => {
    try {
      callback(null, call(request));
    } catch (error) {
      callback(rpcError(refusalOf(error)));
    }
  };
}

/** A session: whatever one call ends in, the stream goes on. */
function session(stream) {
  stream.on('data', (request) => stream.write({ answers: request.calls.map(answerTo) }));
  stream.on('end', () => stream.end());
  stream.on('error', () => stream.end());
}

function answerTo(asked) {
  const name = Object.keys(IN_SESSION).find((each) => asked[each]);
  try {
    if (!name) throw NO_CALL;
    return { id: asked.id, [name]: IN_SESSION[name](asked[name]) };
  } catch (error) {
    const { code, reason, message, metadata } = refusalOf(error);
    return { id: asked.id, refusal: { code, reason, message, metadata } };
  }
}

const server = new grpc.Server({ 'grpc.max_receive_message_length': MOST_BYTES });
const unaryCalls = Object.entries(UNARY).map(([name, call]) => [name, unary(call)]);
server.addService(RulesService, { ...Object.fromEntries(unaryCalls), Session: session });
server.addService(Health, { Check: (_, callback) => callback(null, { status: 'SERVING' }) });

const address = process.env.GALAXYTABLES_LISTEN ?? '127.0.0.1:5105';
server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error) => {
  if (error) {
    console.error(`${address}: ${error.message}`);
    process.exit(2);
  }
  console.log(`liars_dice at ${address}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.tryShutdown(() => process.exit(0));
    setTimeout(() => server.forceShutdown(), 4000).unref();
  });
}
