/** The page as an app of the system: its shell is kept, and its icon says how many tables wait. */

/** Whether this page was kept, and came without a server. */
const kept = "kept" in document.documentElement.dataset;

/** Keep the shell of the page, once it is there. */
export function keepShell(): void {
  const register = () => void pageWorker();
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** The page's service worker at work; undefined where the browser has none, and the page is as it was before. */
export async function pageWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return undefined;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    const { active, installing, waiting } = registration;
    return active || (await activated(installing ?? waiting)) ? registration : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody is told by this browser any more; the server learns that from the push service. */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // A browser without service workers, or without pushes, tells nobody.
  }
}

/** Whether a service worker gets to work. */
function activated(worker: ServiceWorker | null): Promise<boolean> {
  return new Promise((done) => {
    const look = () => {
      if (!worker || worker.state === "redundant") done(false);
      else if (worker.state === "activated") done(true);
    };
    worker?.addEventListener("statechange", look);
    look();
  });
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
