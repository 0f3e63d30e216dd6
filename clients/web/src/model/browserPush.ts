/**
 * Web Push in this browser: whether it can be told, is told, and how that is changed.
 *
 * A browser is told if it has a subscription with the server's key, and the server has that subscription for the player.
 * Browsers exchange their subscriptions now and then. So what the server has been given is kept here, too, and the page gives
 * it the other one.
 */
import type { Lobby, PushSubscription as Known, Store } from "galaxytables-client";

/**
 * - `on`, `off`: can be changed here
 * - `denied`: the reader has said no, and only the browser's settings change that
 * - `install`: on iPhone and iPad only an installed page may be told
 * - `unsupported`: this browser cannot be told
 */
export type PushState = "on" | "off" | "denied" | "install" | "unsupported";

/** What this needs of a browser. */
export interface Browser {
  readonly permission: () => NotificationPermission;
  /** What the service worker subscribes by; undefined where there is nothing of that kind. */
  readonly pushes: () => Promise<PushManager | undefined>;
  /** Whether pushes come once the page is installed. */
  readonly afterInstalling: boolean;
}

type Calls = Pick<Lobby["notifications"], "addPushSubscription" | "removePushSubscription" | "getPushKey">;

/** What the server was given last: the subscription's id, whose it is, and under which name. */
interface Given {
  readonly id: string;
  readonly player: string;
  readonly name: string;
}

/** Where it is kept. */
export const GIVEN = "galaxytables.push";

export class BrowserPush {
  /** @param player the id of who is told */
  constructor(
    private readonly browser: Browser,
    private readonly calls: Calls,
    private readonly store: Store,
    private readonly player: string,
  ) {}

  /** How it is, given the server's key and the subscriptions that it has; with the id of this browser's own if it is on. */
  async look(key: string, known: readonly Known[]): Promise<{ readonly state: PushState; readonly id: string }> {
    const pushes = await this.browser.pushes();
    if (!pushes) return { state: this.browser.afterInstalling ? "install" : "unsupported", id: "" };
    if (this.browser.permission() === "denied") return { state: "denied", id: "" };
    const subscription = await pushes.getSubscription();
    const id = subscription && fits(subscription, key) ? await idOf(subscription) : "";
    return known.some((each) => each.id === id) ? { state: "on", id } : { state: "off", id: "" };
  }

  /** Subscribe under a name; the reader has given leave. Says whether the browser's push service took it. */
  async turnOn(key: string, name: string): Promise<boolean> {
    const pushes = await this.browser.pushes();
    const kept = await pushes?.getSubscription();
    // With another key than before, browsers refuse to subscribe.
    if (kept && !fits(kept, key)) await kept.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await pushes?.subscribe(options).catch(() => undefined);
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    if (!endpoint || !keys) return false;
    const { p256dh = "", auth = "" } = keys;
    await this.calls.addPushSubscription({ endpoint, p256dh, auth, name });
    const given: Given = { id: await idOf({ endpoint }), player: this.player, name };
    this.store.setItem(GIVEN, JSON.stringify(given));
    return true;
  }

  /**
   * Give the server the subscription for which the browser has exchanged the one before.
   *
   * One that the server has no longer, since the player removed it elsewhere, stays removed.
   */
  async renew(): Promise<void> {
    const given = readGiven(this.store.getItem(GIVEN));
    if (given?.player !== this.player || this.browser.permission() !== "granted") return;
    const pushes = await this.browser.pushes();
    const subscription = await pushes?.getSubscription();
    if (!pushes || (subscription && (await idOf(subscription)) === given.id)) return;
    const { key } = await this.calls.getPushKey({});
    if (await this.turnOn(key, given.name)) await this.calls.removePushSubscription({ subscriptionId: given.id });
  }

  /** This browser is told no more. */
  async turnOff(): Promise<void> {
    this.store.removeItem(GIVEN);
    const subscription = await (await this.browser.pushes())?.getSubscription();
    if (!subscription) return;
    // The server first: it would keep what the browser has ended until a push fails.
    await this.calls.removePushSubscription({ subscriptionId: await idOf(subscription) });
    await subscription.unsubscribe();
  }
}

function fits({ options }: PushSubscription, key: string): boolean {
  return options.applicationServerKey !== null && encoded(options.applicationServerKey) === key;
}

/** The id by which the server knows a subscription: the SHA-256 of its endpoint in base64url. */
async function idOf({ endpoint }: Pick<PushSubscription, "endpoint">): Promise<string> {
  return encoded(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

function readGiven(kept: string | null): Given | undefined {
  try {
    return kept ? (JSON.parse(kept) as Given) : undefined;
  } catch {
    return undefined;
  }
}

function encoded(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
