/** What this device is called in the list of devices. */
import Bowser from "bowser";
import type { Say } from "../model/wording.js";

/** Browser and system, as far as they say who they are; empty if they do not. */
export function deviceLabel(say: Say, userAgent = navigator.userAgent): string {
  if (!userAgent) return "";
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return say("device-label", { browser: browser.name, system: os.name });
  return browser.name ?? os.name ?? "";
}
