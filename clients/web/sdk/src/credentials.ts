import { Backoff } from "./backoff.js";
import type { Door, Identity, Token } from "./identity.js";

/** The part of a token's life after which it is renewed. */
const RENEWED_AT = 0.5;

/** The token of one player at one server: obtained once, renewed in time. */
export class Credentials {
  private token?: Token;
  private renewAt = Infinity;
  private changing?: Promise<void>;
  private readonly backoff = new Backoff(60_000, 3_600_000);

  constructor(
    private readonly identity: Identity,
    private readonly door: Door,
  ) {}

  /** The token now; empty before the first call that needed one. */
  get present(): string {
    return this.token?.text ?? "";
  }

  /** Whose the token is, where that was told. */
  get player(): string | undefined {
    return this.token?.player;
  }

  /** A token for a call; renewed beside it when half of its life is over. */
  async bearer(): Promise<string> {
    if (!this.token) await this.change(async () => this.take(await this.identity.obtain(this.door)));
    if (Date.now() > this.renewAt) {
      this.renewAt = Date.now() + this.backoff.next();
      void this.change(() => this.renew()).catch(() => undefined);
    }
    return this.present;
  }

  /** Whether there is another token than the refused one: it was renewed meanwhile, or is now. Throws why there is none. */
  async replace(refused: string): Promise<boolean> {
    if (this.changing) await this.changing.catch(() => undefined);
    if (this.token && this.token.text === refused) await this.change(() => this.renew());
    return this.present !== refused;
  }

  /** Go on with another token of the same player; a refresh token that came with the former one stays good. */
  async exchange(text: string, expires: number): Promise<void> {
    while (this.changing) await this.changing.catch(() => undefined);
    const token = { ...this.token, text, expires };
    this.take(token);
    this.identity.exchanged?.(token);
  }

  /** Go on as the account to which the player has signed in. */
  async signIn(token: Token): Promise<void> {
    while (this.changing) await this.changing.catch(() => undefined);
    this.take(token);
    this.identity.signedIn?.(token);
  }

  private async renew(): Promise<void> {
    if (this.token) this.take(await this.identity.renew(this.door, this.token));
  }

  private take(token: Token): void {
    this.token = token;
    this.renewAt = Date.now() + Math.max(60_000, (token.expires - Date.now()) * RENEWED_AT);
    this.backoff.reset();
  }

  /** One change at a time: whoever comes meanwhile waits for it. */
  private change(work: () => Promise<void>): Promise<void> {
    this.changing ??= work().finally(() => (this.changing = undefined));
    return this.changing;
  }
}
