/** The page as an app of the system: its shell is kept, and its icon says how many tables wait. */

/** Whether this page was kept, and came without a server. */
const kept = "kept" in document.documentElement.dataset;

/** Keep the shell of the page, once it is there. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  // Where the browser keeps nothing, the page is as it was before.
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** A server has answered: a page that was kept gives way to the server's own, if that is another one. */
export async function giveWay(): Promise<void> {
  if (!kept) return;
  const main = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
  const answer = await fetch("/", { cache: "no-store" }).catch(() => undefined);
  if (answer?.ok && main && !(await answer.text()).includes(main)) location.reload();
}

/** Show on the app's icon how many tables wait for the player. */
export function badge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  const shown = count ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  // Who has not installed the page has no such icon.
  shown?.catch(() => undefined);
}
