import { create } from "@bufbuild/protobuf";
import { PushSubscriptionSchema } from "galaxytables-client";
import { beforeEach, describe, expect, test } from "vitest";
import { BrowserPush, GIVEN } from "../src/model/browserPush.js";

const KEY = "BAD_-w";
const ENDPOINT = "https://push.example/1";

let permission: NotificationPermission;
let subscribed: { key: string } | undefined;
let endpoint: string;
let kept: Map<string, string>;
let reachable: boolean;
let calls: [string, object][];

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, "base64url")).buffer;
const subscription = () =>
  subscribed && {
    endpoint,
    options: { applicationServerKey: bytesOf(subscribed.key) },
    toJSON: () => ({ endpoint, keys: { p256dh: "point", auth: "secret" } }),
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
    if (subscribed && subscribed.key !== applicationServerKey)
      throw new DOMException("another key", "InvalidStateError");
    subscribed = { key: applicationServerKey };
    return subscription();
  },
} as unknown as PushManager;
const server = new Proxy(
  {},
  {
    get: (_, name: string) => async (request: object) => {
      calls.push([name, request]);
      return { key: KEY };
    },
  },
);
const store = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};

const pushOf = (more: object = {}, player = "ada") =>
  new BrowserPush(
    {
      permission: () => permission,
      pushes: async () => pushes,
      afterInstalling: false,
      ...more,
    },
    server as ConstructorParameters<typeof BrowserPush>[1],
    store,
    player,
  );
const known = async () => [create(PushSubscriptionSchema, { id: await idOf(ENDPOINT) })];
const idOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("base64url");

beforeEach(() => {
  [permission, subscribed, reachable, calls] = ["granted", undefined, true, []];
  [endpoint, kept] = [ENDPOINT, new Map()];
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

describe("a browser that has exchanged its subscription", () => {
  const OTHER = "https://push.example/2";
  beforeEach(async () => {
    await pushOf().turnOn(KEY, "Firefox on Linux");
    [calls, endpoint] = [[], OTHER];
  });
  const renewed = async () => [
    ["getPushKey", {}],
    ["addPushSubscription", { endpoint: OTHER, p256dh: "point", auth: "secret", name: "Firefox on Linux" }],
    ["removePushSubscription", { subscriptionId: await idOf(ENDPOINT) }],
  ];

  test("gives the server the other one, once", async () => {
    await pushOf().renew();
    await pushOf().renew();
    expect(calls).toEqual(await renewed());
  });

  test("subscribes anew if it has none any more", async () => {
    subscribed = undefined;
    await pushOf().renew();
    expect(calls).toEqual(await renewed());
  });

  test("tries again at the next visit if its push service cannot be reached", async () => {
    [subscribed, reachable] = [undefined, false];
    await pushOf().renew();
    expect(calls).toEqual([["getPushKey", {}]]);
    [reachable, calls] = [true, []];
    await pushOf().renew();
    expect(calls).toEqual(await renewed());
  });

  test("gives nothing for another player, without leave, or once it was turned off", async () => {
    await pushOf({}, "bob").renew();
    permission = "default";
    await pushOf().renew();
    permission = "granted";
    await pushOf().turnOff();
    calls = [];
    await pushOf().renew();
    kept.set(GIVEN, "nonsense");
    await pushOf().renew();
    expect(calls).toEqual([]);
  });

  test("stays removed where the subscription is the same, and was removed elsewhere", async () => {
    endpoint = ENDPOINT;
    await pushOf().renew();
    expect(calls).toEqual([]);
  });
});
