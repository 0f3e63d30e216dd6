/** The service worker: keeps the shell of the page, and shows what is pushed while no page is open. */
import { openPath, pathOf, readPushed, type Shower, showPushed, tellTabs, type Tabs } from "./model/pushed.js";
import { type Build, Shell } from "./model/shell.js";

/** What of this file a worker has; its types and those of a page exclude each other. */
interface Worker {
  readonly registration: Shower & { readonly scope: string };
  readonly clients: Tabs & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate" | "pushsubscriptionchange", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "push", listener: (event: Pushing) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Pushing extends Lasting {
  readonly data: { json(): unknown } | null;
}

interface Clicked extends Lasting {
  readonly notification: Notification;
}

/** Written by the build. */
declare const SHELL: Build;

const worker = globalThis as unknown as Worker;
const shell = new Shell(SHELL, location.origin, caches, (input, init) => fetch(input, init));

worker.addEventListener("install", (event) => event.waitUntil(shell.keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(shell.tidy().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const answer = shell.answer(event.request);
  if (answer) event.respondWith(answer);
});

// Notifications are shown one after the other, so that of two with the same id the second is known for a repeat.
let showing: Promise<void> = Promise.resolve();
worker.addEventListener("push", (event) => {
  const pushed = readPushed(parsed(event.data));
  if (!pushed) return;
  showing = showing.catch(() => undefined).then(() => showPushed(pushed, worker.registration, caches));
  event.waitUntil(showing);
});
// A worker has no token, so a tab tells the server: one that is open, else the next one.
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(tellTabs(worker.clients)));
worker.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPath(pathOf(notification.data), location.origin, worker.clients));
});

function parsed(data: Pushing["data"]): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}
