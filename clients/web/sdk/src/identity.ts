/**
 * Who calls: where a token comes from, and how it is renewed.
 *
 * - `new Guest(name)`: a new guest, or with a store (`localStorage`) the one that was kept there;
 * - `new Bearer(token)`: whoever the token belongs to;
 * - `new SignedIn(token)`: the account of a completed sign-in.
 *
 * A token is asked for at the first call that needs one, and renewed when half of its life is over: by the refresh token
 * that came with it, which is good for one use. That use has a request id from the moment on in which the refresh token is
 * known, so it may be repeated, by whichever tab finds both in the store, after whatever has happened meanwhile.
 */
import { Code } from "@connectrpc/connect";
import { UnauthenticatedError } from "./errors.js";

/** A token, and when it expires: milliseconds since 1970, infinite where that is not known. */
export interface Token {
  readonly text: string;
  readonly expires: number;
  /** The refresh token that came with it, if one did, and the request id of its use. */
  readonly refresh?: string;
  readonly request?: string;
  /** Whose it is, where that was told. */
  readonly player?: string;
}

/** The calls that can be made before one is anybody. */
export interface Door {
  createGuest(name: string): Promise<Token>;
  renew(token: string): Promise<Token>;
  refresh(refreshToken: string, requestId: string): Promise<Token>;
}

/** Where a token comes from. */
export interface Identity {
  obtain(door: Door): Promise<Token>;
  /** A fresh token in place of one that is still good, or has just expired. */
  renew(door: Door, token: Token): Promise<Token>;
  /** There is another token for the same player: the one that it takes the place of need not be kept. */
  exchanged?(token: Token): void;
  /** The player has signed in: from now on this is the token, of an account that may be another player. */
  signedIn?(token: Token): void;
}

/** What of `localStorage` is used. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Whoever a token belongs to. */
export class Bearer implements Identity {
  constructor(private readonly token: string) {}

  obtain(): Promise<Token> {
    return Promise.resolve({ text: this.token, expires: Infinity });
  }

  renew(door: Door, token: Token): Promise<Token> {
    return renewed(door, token);
  }
}

/** The account of a completed sign-in, by the token that came of it. */
export class SignedIn implements Identity {
  constructor(private readonly token: Token) {}

  obtain(): Promise<Token> {
    return Promise.resolve(this.token);
  }

  renew(door: Door, token: Token): Promise<Token> {
    return renewed(door, token);
  }
}

/** A fresh token for the same player. */
async function renewed(door: Door, { text, refresh, request, player }: Token): Promise<Token> {
  const fresh = await (refresh ? door.refresh(refresh, request ?? "") : door.renew(text));
  return player === undefined ? fresh : { ...fresh, player };
}

/**
 * A guest, made at the first call that needs one; with a store the same one the next time, and in other tabs.
 *
 * Tabs use the refresh token that is in the store, whichever of them put it there. Two that do so at once say the same
 * request id, and get the same answer.
 */
export class Guest implements Identity {
  constructor(
    private readonly guestName: string,
    private readonly store?: Store,
    private readonly key = "galaxytables.guest",
  ) {}

  /** Whether somebody is kept in a store already. */
  static kept(store: Store, key = "galaxytables.guest"): boolean {
    return read(store, key) !== undefined;
  }

  /** The id of the player who is kept in a store, where that is known. */
  static keptPlayer(store: Store, key = "galaxytables.guest"): string | undefined {
    return read(store, key)?.player;
  }

  /** Forget who is kept: for good, since the token is the only key to the player. */
  static forget(store: Store, key = "galaxytables.guest"): void {
    store.removeItem(key);
  }

  async obtain(door: Door): Promise<Token> {
    const kept = this.store && read(this.store, this.key);
    if (kept) return kept;
    if (!this.guestName) throw new UnauthenticatedError(Code.Unauthenticated, "Nobody is kept here.", "TOKEN_MISSING");
    return this.keep(await door.createGuest(this.guestName));
  }

  async renew(door: Door, token: Token): Promise<Token> {
    const kept = this.store && read(this.store, this.key);
    // Somebody else was made here in another tab, or this one was forgotten: this tab goes on as who it is, for itself.
    if (this.store && (!kept || kept.player !== token.player)) return renewed(door, token);
    // Another tab may have renewed it meanwhile.
    if (kept && kept.text !== token.text && kept.expires > Math.max(token.expires, Date.now())) return kept;
    return this.keep(await renewed(door, kept ?? token));
  }

  exchanged(token: Token): void {
    const kept = this.store && read(this.store, this.key);
    if (kept && kept.player === token.player) this.keep({ ...kept, text: token.text, expires: token.expires });
  }

  signedIn(token: Token): void {
    this.keep(token);
  }

  private keep(token: Token): Token {
    this.store?.setItem(this.key, JSON.stringify(token));
    return token;
  }
}

function read(store: Store, key: string): Token | undefined {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null || !("text" in kept) || typeof kept.text !== "string")
      return undefined;
    const { text, expires, refresh, request, player } = kept as Record<string, unknown>;
    return {
      text: text as string,
      expires: typeof expires === "number" ? expires : Infinity,
      ...(typeof refresh === "string" && { refresh }),
      ...(typeof request === "string" && { request }),
      ...(typeof player === "string" && { player }),
    };
  } catch {
    return undefined;
  }
}
