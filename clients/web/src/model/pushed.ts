/** What the service worker does with a notification that was pushed: it is shown once, and a click leads to its table. */

/** A notification as the server pushes it. */
export interface Pushed {
  readonly id: string;
  /** One sentence in the player's language. */
  readonly text: string;
  /** Of two with the same tag the later one is shown. */
  readonly tag: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly made: number;
  /** Where the page shows what it is about. */
  readonly path: string;
}

/** What is kept with a notification that is shown; the page's own have only a path. */
export type Kept = Partial<Pick<Pushed, "id" | "made">> & Pick<Pushed, "path">;

/** Options that not all browsers know, and so not all types. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
}

/** What of a registration this needs. */
export interface Shower {
  showNotification(title: string, options: Options): Promise<void>;
  getNotifications(filter: { tag: string }): Promise<readonly { readonly data: unknown }[]>;
}

/** A tab. */
export interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: string): void;
}

export interface Tabs {
  matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Tab[]>;
  openWindow(url: string): Promise<unknown>;
}

const ICON = "/icon-192.png";
/** Where the ids of those that were shown are kept, as browsers keep files. */
const SHOWN = { cache: "notifications", file: "/notifications/shown" };
/** A repeat comes within a day; nobody gets so many in that time. */
const KEPT = 200;

/** What was pushed; undefined if it is nothing that can be shown. */
export function readPushed(content: unknown): Pushed | undefined {
  if (typeof content !== "object" || content === null) return undefined;
  const given = content as Readonly<Record<string, unknown>>;
  const text = (name: string, otherwise = ""): string => (typeof given[name] === "string" ? given[name] : otherwise);
  const id = text("id");
  if (!id || !text("text")) return undefined;
  const made = typeof given["made"] === "number" ? given["made"] : 0;
  return { id, text: text("text"), tag: text("tag", id), made, path: ownPath(text("path")) };
}

/** Show it, unless it was shown before, or a later one with its tag is shown. */
export async function showPushed(pushed: Pushed, shower: Shower, caches: CacheStorage): Promise<void> {
  const { id, text, tag, made, path } = pushed;
  const cache = await caches.open(SHOWN.cache);
  const shown = await readShown(cache);
  if (shown.includes(id)) return;
  const there = (await shower.getNotifications({ tag })).map(({ data }) => (data ?? {}) as Partial<Kept>);
  if (!there.some((other) => (other.made ?? 0) > made)) {
    // The page may have called already, by a notification of its own: then nothing sounds twice.
    const renotify = there.every((other) => other.id);
    const data: Kept = { id, made, path };
    await shower.showNotification(text, { tag, renotify, icon: ICON, data });
  }
  await cache.put(SHOWN.file, new Response(JSON.stringify([...shown, id].slice(-KEPT))));
}

/** Lead to where a notification points: in the tab that shows it, else in another tab of the page, else in a new one. */
export async function openPath(path: string, origin: string, tabs: Tabs): Promise<void> {
  const wanted = origin + path;
  const all = await tabs.matchAll({ type: "window", includeUncontrolled: true });
  const open = all.filter(({ url }) => new URL(url).pathname === "/");
  const there = open.find(({ url }) => url === wanted);
  if (there) return void (await there.focus());
  const [other] = open;
  try {
    if (!other) throw new Error("no tab is open");
    await other.focus();
    await other.navigate(wanted);
  } catch {
    // A tab that no worker looks after cannot be led anywhere.
    await tabs.openWindow(wanted);
  }
}

/** Let all tabs know that the browser has exchanged its subscription. */
export async function tellTabs(tabs: Tabs): Promise<void> {
  for (const tab of await tabs.matchAll({ type: "window", includeUncontrolled: true }))
    tab.postMessage("push subscription exchanged");
}

/** The path that is kept with a notification; the page's beginning if there is none. */
export const pathOf = (data: unknown): string => ownPath((data as Partial<Kept> | null)?.path ?? "");

/** A path within the page, and never another site. */
const ownPath = (path: string): string => (path.startsWith("/#/") ? path : "/");

async function readShown(cache: Cache): Promise<readonly string[]> {
  const kept: unknown = await (await cache.match(SHOWN.file))?.json().catch(() => undefined);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
}
