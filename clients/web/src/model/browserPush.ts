/**
 * Web Push in this browser: whether it can be told, is told, and how that is changed.
 *
 * A browser is told if it has a subscription with the server's key, and the server has that subscription for the player.
 */
import type { Lobby, PushSubscription as Known } from "galaxytables-client";

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

type Calls = Pick<Lobby["notifications"], "addPushSubscription" | "removePushSubscription">;

export class BrowserPush {
  constructor(
    private readonly browser: Browser,
    private readonly calls: Calls,
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
    return true;
  }

  /** This browser is told no more. */
  async turnOff(): Promise<void> {
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
async function idOf({ endpoint }: PushSubscription): Promise<string> {
  return encoded(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

function encoded(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
