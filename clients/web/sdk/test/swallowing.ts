/** A server over real sockets, behind a proxy that swallows: connections stay open, and nothing more passes over them. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type ConnectRouter, createConnectRouter } from "@connectrpc/connect";
import { createFetchHandler } from "@connectrpc/connect/protocol";

type Handler = (request: Request) => Promise<Response>;

async function answer(handlers: Map<string, Handler>, message: IncomingMessage, response: ServerResponse) {
  const handler = handlers.get(message.url ?? "");
  if (!handler) return void response.writeHead(404).end();
  const parts: Uint8Array[] = [];
  for await (const part of message) parts.push(part as Uint8Array);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const request = new Request(`http://there${message.url}`, {
    method: message.method,
    headers,
    body: message.method === "POST" ? Buffer.concat(parts) : undefined,
    signal: gone.signal,
  });
  const made = await handler(request);
  response.writeHead(made.status, Object.fromEntries(made.headers));
  response.flushHeaders();
  try {
    if (made.body) for await (const part of made.body) response.write(part);
  } catch {
    // Whoever asked has gone.
  }
  response.end();
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export interface Proxy {
  readonly baseUrl: string;
  /** How many bytes did not pass. */
  swallowed(): number;
  /** Swallow what passes over the connections of now from here on; later ones work. */
  swallow(directions: { up?: boolean; down?: boolean }): void;
  close(): void;
}

/** Serve these routes behind such a proxy. */
export async function swallowing(routes: (router: ConnectRouter) => void): Promise<Proxy> {
  const router = createConnectRouter();
  routes(router);
  const handlers = new Map(router.handlers.map((each) => [each.requestPath, createFetchHandler(each)]));
  const server = createHttpServer((message, response) => void answer(handlers, message, response));
  const port = await listening(server);
  const [clients, servers, dead] = [new Set<Socket>(), new Set<Socket>(), new Set<Socket>()];
  let swallowed = 0;
  const carry = (from: Socket, to: Socket) => {
    from.on("data", (data) => {
      if (dead.has(to)) swallowed += data.length;
      else to.write(data);
    });
    from.on("end", () => dead.has(to) || to.end());
    from.on("error", () => dead.has(to) || to.destroy());
  };
  const proxy = createServer((client) => {
    const there = connect(port, "127.0.0.1");
    clients.add(client);
    servers.add(there);
    carry(client, there);
    carry(there, client);
  });
  const baseUrl = `http://127.0.0.1:${await listening(proxy)}`;
  return {
    baseUrl,
    swallowed: () => swallowed,
    swallow({ up, down }) {
      for (const each of [...(up ? servers : []), ...(down ? clients : [])]) dead.add(each);
    },
    close() {
      for (const each of [...clients, ...servers]) each.destroy();
      proxy.close();
      server.close();
    },
  };
}
