/** The service worker: keeps the shell of the page. */
import { type Build, Shell } from "./model/shell.js";

/** What of this file a worker has; its types and those of a page exclude each other. */
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
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
