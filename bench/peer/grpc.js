// gRPC over Node's own HTTP/2, as thin as it can be: messages from protobufjs, each led by a flag and its length.
import http2 from 'node:http2';
import { fileURLToPath } from 'node:url';

import protobuf from 'protobufjs';

const PREFIX_BYTES = 5;

const protos = new protobuf.Root();
const folder = fileURLToPath(new URL('protos/', import.meta.url));
protos.resolvePath = (_, target) => (target.startsWith('google/') ? target : folder + target);
protos.loadSync(['players', 'tables', 'play'].map((name) => `galaxytables/lobby/v1/${name}.proto`));

/** A connection to one server, over which calls of the lobby's services are made with one player's token. */
export class Connection {
  constructor(server) {
    this.session = http2.connect(`http://${server}`);
    this.token = '';
  }

  /** A stream of a method: `write` takes requests, `onMessage` is called with each response. */
  stream(service, method, onMessage) {
    const { requestType, responseType } = lookUp(service, method);
    const stream = this.session.request({
      ':method': 'POST',
      ':path': `/galaxytables.lobby.v1.${service}/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    });
    stream.on('data', framed((bytes) => onMessage(responseType.decode(bytes))));
    return {
      write: (request) => stream.write(frame(requestType.encode(request).finish())),
      end: (request) => stream.end(frame(requestType.encode(request).finish())),
      stream,
    };
  }

  /** A unary call; rejects with the status where there is no answer. */
  call(service, method, request) {
    return new Promise((resolve, reject) => {
      const call = this.stream(service, method, resolve);
      const refuse = (headers) => {
        if (Number(headers['grpc-status'] ?? 0)) reject(new Error(`${method}: ${headers['grpc-message']}`));
      };
      call.stream.on('response', refuse);
      call.stream.on('trailers', refuse);
      call.stream.on('error', reject);
      call.end(request);
    });
  }
}

function lookUp(service, method) {
  const found = protos.lookupService(`galaxytables.lobby.v1.${service}`).methods[method].resolve();
  return { requestType: found.resolvedRequestType, responseType: found.resolvedResponseType };
}

function frame(message) {
  const framed = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, PREFIX_BYTES);
  return framed;
}

/** Takes what arrives in pieces of any size, and calls with each whole message. */
function framed(onBytes) {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (rest.length - at >= PREFIX_BYTES) {
      const end = at + PREFIX_BYTES + rest.readUInt32BE(at + 1);
      if (end > rest.length) break;
      onBytes(rest.subarray(at + PREFIX_BYTES, end));
      at = end;
    }
    rest = rest.subarray(at);
  };
}
