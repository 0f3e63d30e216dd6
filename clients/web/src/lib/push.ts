/** This browser, as far as Web Push needs it. */
import type { Browser } from "../model/browserPush.js";
import { pageWorker } from "./app.js";
import { canNotify } from "./signals.js";

/** Apple's touch devices push to installed pages alone; an iPad says that it is a Mac. */
const touchApple =
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const browser: Browser = {
  permission: () => Notification.permission,
  pushes: async () => (canNotify() && "PushManager" in globalThis ? (await pageWorker())?.pushManager : undefined),
  afterInstalling: touchApple && !matchMedia("(display-mode: standalone)").matches,
};
