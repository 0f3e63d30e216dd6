/** This browser, as far as Web Push needs it. */
import { type Browser, BrowserPush } from "../model/browserPush.js";
import { refusalOf } from "../model/refusal.js";
import { pageWorker } from "./app.js";
import { page } from "./page.svelte.js";
import { canNotify } from "./signals.js";
import { store } from "./store.js";

/** Apple's touch devices push to installed pages alone; an iPad says that it is a Mac. */
const touchApple =
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const browser: Browser = {
  permission: () => Notification.permission,
  pushes: async () => (canNotify() && "PushManager" in globalThis ? (await pageWorker())?.pushManager : undefined),
  afterInstalling: touchApple && !matchMedia("(display-mode: standalone)").matches,
};

/** Web Push in this browser, for who looks at the page. */
export const browserPush = (player: string): BrowserPush =>
  new BrowserPush(browser, page.lobby.notifications, store, player);

/** Give the server what the browser has exchanged; where that fails, the next visit does. */
export async function renewPush(player: string): Promise<void> {
  await refusalOf(() => browserPush(player).renew());
}
