/** A server in the same process, and errors as the platform makes them. */
import { Code, ConnectError, type ConnectRouter, createRouterTransport } from "@connectrpc/connect";
import { ErrorInfoSchema, RetryInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import { type Identity, Lobby } from "../src/index.js";

export function refusal(code: Code, reason: string, metadata: Record<string, string> = {}, retrySeconds?: number) {
  const info = { desc: ErrorInfoSchema, value: { reason, domain: "galaxytables.lobby", metadata } };
  const retry = { desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(retrySeconds ?? 0), nanos: 0 } } };
  const details = retrySeconds === undefined ? [info] : [info, retry];
  return new ConnectError(`refused: ${reason}`, code, undefined, details);
}

export const away = () => new ConnectError("away", Code.Unavailable);

export function lobby(routes: (router: ConnectRouter) => void, identity?: Identity, patience = 2000): Lobby {
  return new Lobby({ transport: createRouterTransport(routes), identity, patience });
}

export class MemoryStore {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}
