// Echoes over gRPC's framing, a connection each: `node load.mjs --port 5000 --way stream --connections 200`.
//
// `stream` sends messages over one stream a connection, as a player does who is at a table; `call` makes a call for each;
// `raw` speaks no HTTP. Each sends its next message when the last has come back. Prints `counting` when the load has
// settled, and one line of JSON when it has counted.
import http2 from 'node:http2';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const FRAME_HEAD_BYTES = 5;

const { values: given } = parseArgs({
  options: {
    port: { type: 'string' },
    way: { type: 'string', default: 'stream' },
    connections: { type: 'string', default: '200' },
    bytes: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    settle: { type: 'string', default: '1' },
  },
});
const address = { host: '127.0.0.1', port: Number(given.port) };
const message = Buffer.alloc(FRAME_HEAD_BYTES + Number(given.bytes), 'x');
message[0] = 0;
message.writeUInt32BE(Number(given.bytes), 1);
let echoes = 0;
const failures = new Set();

/** Calls `back` each time as many bytes came as were sent; a message may come in pieces. */
function whole(back) {
  let missing = message.length;
  return (chunk) => {
    missing -= chunk.length;
    if (missing > 0) return;
    missing += message.length;
    echoes += 1;
    back();
  };
}

function request(session, method) {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/echo.Echo/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.on('error', ({ message }) => failures.add(message));
  return stream;
}

function call(session) {
  const stream = request(session, 'Call');
  let got = 0;
  stream.on('data', (chunk) => { got += chunk.length; });
  stream.on('close', () => {
    if (got !== message.length) return void failures.add('a call without its answer');
    echoes += 1;
    call(session);
  });
  stream.end(message);
}

const WAYS = {
  raw() {
    const socket = net.connect(address);
    socket.on('error', ({ message }) => failures.add(message));
    socket.on('data', whole(() => socket.write(message)));
    socket.write(message);
  },
  stream() {
    const stream = request(connect(), 'Talk');
    stream.on('data', whole(() => stream.write(message)));
    stream.write(message);
  },
  call() {
    call(connect());
  },
};

function connect() {
  const session = http2.connect(`http://${address.host}:${address.port}`);
  session.on('error', ({ message }) => failures.add(message));
  return session;
}

/** Whether a stream that we end is ended with a status, without which it is not gRPC. */
function hasStatus() {
  const session = connect();
  const stream = request(session, 'Talk');
  let status = false;
  stream.on('trailers', (trailers) => { status = trailers['grpc-status'] === '0'; });
  stream.resume();
  stream.end(message);
  return Promise.race([new Promise((done) => { stream.on('close', () => done(status)); }), sleep(2000, false)])
    .finally(() => session.destroy());
}

const status = given.way !== 'raw' && (await hasStatus());
for (let each = 0; each < Number(given.connections); each += 1) WAYS[given.way]();
await sleep(1000 * Number(given.settle));
console.log('counting');
echoes = 0;
const begun = performance.now();
await sleep(1000 * Number(given.seconds));
const seconds = (performance.now() - begun) / 1000;
console.log(JSON.stringify({ echoes, seconds, status, failures: [...failures] }));
process.exit(0);
