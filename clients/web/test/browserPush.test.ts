import { create } from "@bufbuild/protobuf";
import { PushSubscriptionSchema } from "galaxytables-client";
import { beforeEach, describe, expect, test } from "vitest";
import { BrowserPush } from "../src/model/browserPush.js";

const KEY = "BAD_-w";
const ENDPOINT = "https://push.example/1";

let permission: NotificationPermission;
let subscribed: { key: string } | undefined;
let reachable: boolean;
let calls: [string, object][];

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, "base64url")).buffer;
const subscription = () =>
  subscribed && {
    endpoint: ENDPOINT,
    options: { applicationServerKey: bytesOf(subscribed.key) },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: "point", auth: "secret" } }),
    unsubscribe: async () => {
      subscribed = undefined;
      calls.push(["unsubscribe", {}]);
      return true;
    },
  };
const pushes = {
  getSubscription: async () => subscription() ?? null,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (!reachable) throw new DOMException("push service error", "AbortError");
    if (subscribed) throw new DOMException("another key", "InvalidStateError");
    subscribed = { key: applicationServerKey };
    return subscription();
  },
} as unknown as PushManager;
const server = new Proxy({}, { get: (_, name: string) => async (request: object) => void calls.push([name, request]) });

const pushOf = (more: object = {}) =>
  new BrowserPush(
    {
      permission: () => permission,
      pushes: async () => pushes,
      afterInstalling: false,
      ...more,
    },
    server as ConstructorParameters<typeof BrowserPush>[1],
  );
const known = async () => [create(PushSubscriptionSchema, { id: await idOf(ENDPOINT) })];
const idOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("base64url");

beforeEach(() => {
  [permission, subscribed, reachable, calls] = ["granted", undefined, true, []];
});

describe("this browser", () => {
  test("is told once it has subscribed with the server's key, and the server knows it", async () => {
    const push = pushOf();
    expect(await push.look(KEY, [])).toEqual({ state: "off", id: "" });
    expect(await push.turnOn(KEY, "Firefox on Linux")).toBe(true);
    expect(calls).toEqual([
      ["addPushSubscription", { endpoint: ENDPOINT, p256dh: "point", auth: "secret", name: "Firefox on Linux" }],
    ]);
    expect(await push.look(KEY, await known())).toEqual({ state: "on", id: await idOf(ENDPOINT) });
    // Another player's, or removed elsewhere.
    expect((await push.look(KEY, [])).state).toBe("off");
  });

  test("subscribes anew where the server has another key than before", async () => {
    subscribed = { key: "BAAA" };
    expect((await pushOf().look(KEY, await known())).state).toBe("off");
    expect(await pushOf().turnOn(KEY, "Firefox on Linux")).toBe(true);
    expect([calls[0]?.[0], subscribed]).toEqual(["unsubscribe", { key: KEY }]);
  });

  test("is told no more, at the server first", async () => {
    subscribed = { key: KEY };
    await pushOf().turnOff();
    await pushOf().turnOff();
    expect(calls).toEqual([
      ["removePushSubscription", { subscriptionId: await idOf(ENDPOINT) }],
      ["unsubscribe", {}],
    ]);
  });

  test("says where its push service cannot be reached, and tells the server nothing", async () => {
    reachable = false;
    expect([await pushOf().turnOn(KEY, "Firefox on Linux"), calls]).toEqual([false, []]);
  });

  test("says why it cannot be told", async () => {
    const none = { pushes: async () => undefined };
    expect((await pushOf(none).look(KEY, [])).state).toBe("unsupported");
    expect((await pushOf({ ...none, afterInstalling: true }).look(KEY, [])).state).toBe("install");
    permission = "denied";
    expect((await pushOf().look(KEY, await known())).state).toBe("denied");
  });
});
