import { afterEach, expect, test, vi } from "vitest";
import { AccountService, canUsePasskeys, createPasskey, Guest, PasskeyService, usePasskey } from "../src/index.js";
import { lobby, MemoryStore } from "./server.js";

const buffer = (...bytes: number[]): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** A browser whose passkey answers like this. */
function browser(answer: unknown): { create: ReturnType<typeof vi.fn>; get: ReturnType<typeof vi.fn> } {
  const credentials = { create: vi.fn(() => Promise.resolve(answer)), get: vi.fn(() => Promise.resolve(answer)) };
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials });
  return credentials;
}

afterEach(() => vi.unstubAllGlobals());

test("options become bytes, and the answer becomes text, both ways of base64url", async () => {
  const credentials = browser({
    rawId: buffer(251, 255, 254),
    response: { clientDataJSON: buffer(1), attestationObject: buffer(2, 3), getTransports: () => ["internal"] },
  });
  const options = {
    challenge: "-_8",
    rp: { id: "localhost", name: "Galaxy Tables" },
    user: { id: "YWRh", name: "Ada", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [{ id: "AQI", type: "public-key", transports: ["usb"] }],
    attestation: "none",
  };
  const credential = JSON.parse(await createPasskey(JSON.stringify(options))) as unknown;
  expect(credentials.create).toHaveBeenCalledWith({
    publicKey: {
      ...options,
      challenge: Uint8Array.of(251, 255),
      user: { ...options.user, id: Uint8Array.of(97, 100, 97) },
      excludeCredentials: [{ id: Uint8Array.of(1, 2), type: "public-key", transports: ["usb"] }],
    },
  });
  expect(credential).toEqual({
    id: "-__-",
    rawId: "-__-",
    type: "public-key",
    response: { clientDataJSON: "AQ", attestationObject: "AgM", transports: ["internal"] },
  });
});

test.each([
  [buffer(97), { userHandle: "YQ" }],
  [null, {}],
])("a passkey is used with whose it is, where it says so: %o", async (userHandle, said) => {
  const credentials = browser({
    rawId: buffer(7),
    response: { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle },
  });
  const { signal } = new AbortController();
  const options = JSON.stringify({ challenge: "AA", rpId: "localhost", userVerification: "preferred" });
  const credential = JSON.parse(await usePasskey(options, { signal, mediation: "conditional" })) as unknown;
  expect(credentials.get).toHaveBeenCalledWith({
    publicKey: {
      challenge: Uint8Array.of(0),
      rpId: "localhost",
      userVerification: "preferred",
      allowCredentials: [],
    },
    signal,
    mediation: "conditional",
  });
  expect(credential).toEqual({
    id: "Bw",
    rawId: "Bw",
    type: "public-key",
    response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "Aw", ...said },
  });
});

test("a browser that gives nothing is as a player who does not want to", async () => {
  browser(null);
  await expect(usePasskey('{"challenge": "AA"}')).rejects.toMatchObject({ name: "NotAllowedError" });
});

test("where there are no passkeys, that can be asked", () => {
  expect(canUsePasskeys()).toBe(false);
  browser(null);
  expect(canUsePasskeys()).toBe(true);
});

const RESPONSES = {
  rawId: buffer(7),
  response: {
    clientDataJSON: buffer(1),
    attestationObject: buffer(2),
    authenticatorData: buffer(2),
    signature: buffer(3),
    userHandle: null,
    getTransports: () => [],
  },
};
const GUEST = JSON.stringify({ text: "of the guest", expires: Date.now() + 3_600_000, refresh: "r", player: "p1" });

test("a guest who adds a passkey goes on as the account that they are now", async () => {
  browser(RESPONSES);
  const store = new MemoryStore();
  store.setItem("galaxytables.guest", GUEST);
  const bearers: (string | null)[] = [];
  const connection = lobby(
    ({ rpc }) => {
      rpc(PasskeyService.method.beginPasskeyRegistration, () => ({
        options: '{"challenge": "AA", "user": {"id": "AA"}}',
      }));
      rpc(PasskeyService.method.completePasskeyRegistration, ({ name, deviceLabel }) => ({
        wayIn: { id: "1", label: `${name} at ${deviceLabel}` },
        token: "of the account",
        refreshToken: "refreshes",
      }));
      rpc(AccountService.method.getAccount, (_, { requestHeader }) => {
        bearers.push(requestHeader.get("authorization"));
        return {};
      });
    },
    new Guest("", store),
  );
  expect((await connection.addPasskey("Key", { deviceLabel: "Firefox" })).label).toBe("Key at Firefox");
  await connection.accounts.getAccount({});
  expect(bearers).toEqual(["Bearer of the account"]);
  expect(JSON.parse(store.getItem("galaxytables.guest") ?? "")).toMatchObject({
    text: "of the account",
    refresh: "refreshes",
    player: "p1",
  });
});

test.each([
  ["", [null, null]],
  [GUEST, ["Bearer of the guest", "Bearer of the guest"]],
])("who signs in by a passkey need be nobody, and is kept: %s", async (kept, expected) => {
  browser(RESPONSES);
  const store = new MemoryStore();
  if (kept) store.setItem("galaxytables.guest", kept);
  const bearers: (string | null)[] = [];
  const connection = lobby(
    ({ rpc }) => {
      rpc(PasskeyService.method.beginPasskeySignIn, (_, { requestHeader }) => {
        bearers.push(requestHeader.get("authorization"));
        return { options: '{"challenge": "AA"}' };
      });
      rpc(PasskeyService.method.completePasskeySignIn, (_, { requestHeader }) => {
        bearers.push(requestHeader.get("authorization"));
        return { playerId: "p2", name: "Ada", token: "of the account", refreshToken: "refreshes" };
      });
    },
    new Guest("", store),
  );
  const { account, token } = await connection.signInByPasskey();
  expect([account.name, token.text, token.player, bearers]).toEqual(["Ada", "of the account", "p2", expected]);
  expect(JSON.parse(store.getItem("galaxytables.guest") ?? "")).toMatchObject({ text: "of the account", player: "p2" });
});
