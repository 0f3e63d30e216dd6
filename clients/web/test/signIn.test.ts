import { describe, expect, test } from "vitest";
import { deviceLabel } from "../src/lib/device.js";
import {
  type Begun,
  keepBegun,
  passkeyFault,
  passkeysAt,
  refusedBy,
  returnedFrom,
  stateOf,
  takeBegun,
  welcome,
} from "../src/model/signIn.js";
import { MemoryStore } from "../sdk/test/server.js";

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const begun = (state: string, since = NOW): Begun => ({
  state,
  secret: `secret of ${state}`,
  route: "/table/x",
  provider: "Example",
  links: false,
  since,
});

describe("what a provider led back with", () => {
  test("is read where providers lead back to, and nowhere else", () => {
    const search = "?state=s&code=c%2Fd&iss=https%3A%2F%2Fid.example";
    const returned = { state: "s", code: "c/d", issuer: "https://id.example", error: "" };
    expect(returnedFrom({ pathname: "/sign-in", search })).toEqual(returned);
    expect(returnedFrom({ pathname: "/", search })).toBeUndefined();
    expect(returnedFrom({ pathname: "/sign-in", search: "" })).toBeUndefined();
  });

  test("may be that the player did not want to, or something else", () => {
    const error = returnedFrom({ pathname: "/sign-in", search: "?state=s&error=access_denied" })?.error ?? "";
    expect(refusedBy("Example", error).message).toBe("sign-in-cancelled");
    expect(refusedBy("Example", "server_error").message).toBe("sign-in-not-done");
  });
});

describe("a sign-in that has begun", () => {
  test("is known by the state of the provider's address, and taken once", () => {
    const store = new MemoryStore();
    keepBegun(store, begun(stateOf("https://id.example/auth?client_id=x&state=one")));
    keepBegun(store, begun("two"));
    expect(takeBegun(store, "one", NOW + MINUTE)).toEqual(begun("one"));
    expect(takeBegun(store, "one", NOW + MINUTE)).toBeUndefined();
    expect(takeBegun(store, "two", NOW + MINUTE)).toEqual(begun("two"));
    expect(store.items.size).toBe(0);
  });

  test("is forgotten after ten minutes, or when many others began since", () => {
    const store = new MemoryStore();
    keepBegun(store, begun("old"));
    expect(takeBegun(store, "old", NOW + 10 * MINUTE)).toBeUndefined();
    for (const state of ["a", "b", "c", "d", "e"]) keepBegun(store, begun(state));
    expect(["a", "e"].map((state) => takeBegun(store, state, NOW)?.state)).toEqual([undefined, "e"]);
  });

  test("whose traces are damaged is none", () => {
    for (const damaged of ["{", "null", '"x"']) {
      const store = new MemoryStore();
      store.setItem("galaxytables.signIns", damaged);
      expect(takeBegun(store, "s", NOW)).toBeUndefined();
    }
  });
});

test.each([
  [undefined, "a", true, "signed-in-new"],
  [{ id: "a", name: "Gast", isAccount: false }, "a", true, "signed-in-new-guest"],
  [{ id: "g", name: "Gast", isAccount: false }, "a", false, "signed-in-joined"],
  [undefined, "a", false, "signed-in-back"],
  [{ id: "a", name: "Ada", isAccount: true }, "a", false, "signed-in-back"],
  [{ id: "b", name: "Ben", isAccount: true }, "a", false, "signed-in-back"],
])("who was %o and is %s (new: %s) is told: %s", (before, playerId, isNew, message) => {
  const outcome = welcome(before, { playerId, name: "Ada", isNew });
  expect([outcome.message, outcome.values["name"], outcome.failed]).toEqual([message, "Ada", false]);
  expect(outcome.values["guest"]).toBe(message === "signed-in-joined" ? "Gast" : undefined);
});

test.each([
  ["https:", "tables.example", "here"],
  ["http:", "localhost", "here"],
  ["http:", "tables.example", "nowhere"],
  ["http:", "127.0.0.1", "nowhere"],
  ["https:", "[::1]", "nowhere"],
  ["https:", "192.0.2.1", "nowhere"],
])("passkeys at %s//%s: %s", (protocol, hostname, where) => {
  expect(passkeysAt({ protocol, hostname }, true)).toBe(where);
  expect(passkeysAt({ protocol, hostname }, false)).toBe(where === "here" ? "browser" : "nowhere");
});

test("what a browser says of a passkey becomes a sentence, and any other mistake stays one", () => {
  const said = (name: string) => passkeyFault(new DOMException("", name));
  expect(["NotAllowedError", "InvalidStateError", "SecurityError", "UnknownError"].map(said)).toEqual([
    "passkey-none",
    "passkey-known",
    "passkey-elsewhere",
    "passkey-failed",
  ]);
  expect(() => passkeyFault(new TypeError("a mistake"))).toThrow("a mistake");
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Microsoft Edge on Windows",
  ],
  ["", ""],
])("a device is called after its browser and system: %s", (userAgent, label) => {
  expect(deviceLabel((_, values) => `${values?.["browser"]} on ${values?.["system"]}`, userAgent)).toBe(label);
});
