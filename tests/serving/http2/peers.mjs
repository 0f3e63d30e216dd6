// Two clients of others at a server of ours: `node peers.mjs <address> <folder of @grpc/grpc-js>`; prints what they saw as JSON.
//
// Messages go as bytes: they are echoed by galaxy.test/Echo, galaxy.test/Huge gives three large ones, galaxy.test/Wait waits.
import http2 from "node:http2";
import { createRequire } from "node:module";

const [, , address, folder] = process.argv;
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");
const SMALL = 500;
const LARGE = 900_000;
const AT_ONCE = 200;
const same = (buffer) => buffer;
const seen = {};

const client = new grpc.Client(address, grpc.credentials.createInsecure());
const bidi = (path, metadata, options) => client.makeBidiStreamRequest(path, same, same, metadata, options);
const ended = (call) => new Promise((done) => call.on("status", done).on("error", () => undefined));

{
  const call = bidi("/galaxy.test/Echo");
  const got = [];
  call.on("data", (message) => got.push(message));
  for (let number = 0; number < SMALL; number += 1) call.write(Buffer.from(`${number}`));
  call.write(Buffer.alloc(LARGE, 7));
  call.end();
  const status = await ended(call);
  seen.echo = status.code === 0 && got.length === SMALL + 1 && got[SMALL].equals(Buffer.alloc(LARGE, 7));
  seen.order = got.slice(0, SMALL).every((message, number) => message.toString() === `${number}`);
}
{
  const calls = Array.from({ length: AT_ONCE }, () => {
    const call = bidi("/galaxy.test/Echo");
    call.on("data", () => undefined);
    call.write(Buffer.from("x"));
    call.end();
    return ended(call);
  });
  seen.atOnce = (await Promise.all(calls)).filter(({ code }) => code === 0).length === AT_ONCE;
}
{
  const call = bidi("/galaxy.test/Huge");
  let bytes = 0;
  call.on("data", (message) => {
    bytes += message.length;
    call.pause();
    setTimeout(() => call.resume(), 20);
  });
  call.end();
  const read = new Promise((done) => call.on("end", done));
  const { code } = await ended(call);
  await read;
  seen.slowReader = code === 0 && bytes === 900_000;
}
{
  const call = bidi("/galaxy.test/Wait");
  call.on("data", () => undefined);
  setTimeout(() => call.cancel(), 50);
  seen.cancelled = (await ended(call)).code === grpc.status.CANCELLED;
}
{
  const call = bidi("/galaxy.test/Wait", new grpc.Metadata(), { deadline: Date.now() + 100 });
  call.on("data", () => undefined);
  seen.deadline = (await ended(call)).code === grpc.status.DEADLINE_EXCEEDED;
}
{
  const call = bidi("/galaxy.test/Nothing");
  call.on("data", () => undefined);
  const { code, details } = await ended(call);
  seen.unknown = code === grpc.status.UNIMPLEMENTED && details === "Method not found!";
}
{
  const call = bidi("/galaxy.test/Refuse");
  call.on("data", () => undefined);
  const { code, details, metadata } = await ended(call);
  seen.refused = code === 9 && details === "Nicht für 100 %\n" && metadata.get("why-bin")[0].equals(Buffer.from([0, 255]));
}
client.close();

const session = http2.connect(`http://${address}`, { settings: { initialWindowSize: 1_000, enablePush: false } });
const head = {
  ":method": "POST",
  ":path": "/galaxy.test/Echo",
  "content-type": "application/grpc",
  te: "trailers",
};
function message(content) {
  const whole = Buffer.alloc(5 + content.length);
  whole.writeUInt32BE(content.length, 1);
  content.copy(whole, 5);
  return whole;
}
function request(headers, body) {
  return new Promise((done) => {
    const stream = session.request(headers);
    const answer = { body: [], code: 0 };
    stream.on("response", (told) => (answer.head = told));
    stream.on("trailers", (told) => (answer.end = told));
    stream.on("data", (part) => answer.body.push(part));
    stream.on("error", () => undefined);
    stream.on("close", () => done({ ...answer, code: stream.rstCode, body: Buffer.concat(answer.body) }));
    stream.end(body);
  });
}
{
  const body = Buffer.concat([message(Buffer.alloc(50_000, 1)), message(Buffer.from("x"))]);
  const answer = await request(head, body);
  seen.nodeEcho = answer.head[":status"] === 200 && answer.end["grpc-status"] === "0" && answer.body.equals(body);
}
{
  const answer = await request({ ":method": "GET", ":path": "/" });
  seen.nodeGet = answer.head[":status"] === 405;
}
seen.nodePing = await new Promise((done) => session.ping(Buffer.from("12345678"), (error, _, told) => done(!error && told.toString() === "12345678")));
{
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => request(head, message(Buffer.alloc(2_000)))));
  seen.nodeAtOnce = answers.every(({ body }) => body.length === 2_005);
}
session.close();
console.log(JSON.stringify(seen));
