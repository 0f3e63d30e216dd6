/** Signing in: what the page remembers while the player is at a provider's page, and what has become of it. */
import type { ClientError, Store } from "galaxytables-client";

/** A sign-in that has begun at a provider. */
export interface Begun {
  readonly state: string;
  readonly secret: string;
  /** What the page showed. */
  readonly route: string;
  /** What the provider is called. */
  readonly provider: string;
  /** The provider becomes another way into the account. */
  readonly links: boolean;
  /** When it began: milliseconds since 1970. */
  readonly since: number;
}

/** What a provider led back with; an error where it signed nobody in. */
export interface Returned {
  readonly state: string;
  readonly code: string;
  readonly issuer: string;
  readonly error: string;
}

/** What the page says of a sign-in: a message of its own with values, or why the server refused it. */
export interface Outcome {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
  /** It did not come to be; the page may offer to sign in once more. */
  readonly failed: boolean;
  readonly again?: boolean;
  readonly failure?: ClientError;
}

/** Who the player was before, and whether that was an account. */
export interface Before {
  readonly id: string;
  readonly name: string;
  readonly isAccount: boolean;
}

/** Where providers lead back to. */
export const RETURN_PATH = "/sign-in";
const KEY = "galaxytables.signIns";
/** For how long the server remembers a sign-in. */
const LASTING_MS = 600_000;
/** Several tabs may sign in at once. */
const MAX_BEGUN = 4;

/** What an address carries that a provider led back to. */
export function returnedFrom({ pathname, search }: Pick<Location, "pathname" | "search">): Returned | undefined {
  if (pathname !== RETURN_PATH) return undefined;
  const given = new URLSearchParams(search);
  const [state = "", code = "", issuer = "", error = ""] = ["state", "code", "iss", "error"].map(
    (name) => given.get(name) ?? "",
  );
  return state ? { state, code, issuer, error } : undefined;
}

/** The state of a sign-in, as the address of the provider's page carries it. */
export function stateOf(authorizationAddress: string): string {
  return new URL(authorizationAddress).searchParams.get("state") ?? "";
}

export function keepBegun(store: Store, begun: Begun): void {
  store.setItem(KEY, JSON.stringify([...read(store, begun.since), begun].slice(-MAX_BEGUN)));
}

/** A sign-in that began here, once, if it is not too old. */
export function takeBegun(store: Store, state: string, now: number): Begun | undefined {
  const all = read(store, now);
  const others = all.filter((each) => each.state !== state);
  if (others.length) store.setItem(KEY, JSON.stringify(others));
  else store.removeItem(KEY);
  return all.find((each) => each.state === state);
}

function read(store: Store, now: number): readonly Begun[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Begun[]).filter(({ since }) => Math.abs(now - since) < LASTING_MS) : [];
  } catch {
    return [];
  }
}

/** What to say to who has signed in: whose account it is, and what has become of who they were before. */
export function welcome(
  before: Before | undefined,
  { playerId, name, isNew = false }: { playerId: string; name: string; isNew?: boolean },
): Outcome {
  const said = (message: string, values = {}): Outcome => ({ message, values: { name, ...values }, failed: false });
  if (isNew) return said(before ? "signed-in-new-guest" : "signed-in-new");
  if (before && !before.isAccount && before.id !== playerId) return said("signed-in-joined", { guest: before.name });
  return said("signed-in-back");
}

/** Why a provider signed nobody in. */
export function refusedBy(provider: string, error: string): Outcome {
  const message = error === "access_denied" ? "sign-in-cancelled" : "sign-in-not-done";
  return { message, values: { provider }, failed: true, again: true };
}

/** What the server refused. */
export function refused(failure: ClientError, again = true): Outcome {
  return { message: "", values: {}, failed: true, again, failure };
}

/** Whether passkeys can be used: `nowhere` at this address, or not by this `browser`. */
export function passkeysAt(
  { protocol, hostname }: Pick<Location, "protocol" | "hostname">,
  able: boolean,
): "here" | "browser" | "nowhere" {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const isSafe = protocol === "https:" || hostname === "localhost";
  if (isNumber || !isSafe) return "nowhere";
  return able ? "here" : "browser";
}

const FAULTS: ReadonlyMap<string, string> = new Map([
  ["NotAllowedError", "passkey-none"],
  ["AbortError", "passkey-none"],
  ["InvalidStateError", "passkey-known"],
  ["SecurityError", "passkey-elsewhere"],
]);

/** Why a browser neither made nor used a passkey, as a message of the page. Throws what no browser says. */
export function passkeyFault(error: unknown): string {
  if (!(error instanceof DOMException)) throw error;
  return FAULTS.get(error.name) ?? "passkey-failed";
}
