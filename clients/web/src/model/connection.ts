/** Whether what is shown is what the server says now. */
import type { Lost } from "galaxytables-client";
import { Watched } from "./watched.js";

export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "live" }
  | { readonly state: "lost"; readonly attempt: number; readonly wait: number }
  | { readonly state: "over" };

/** The connection of one stream. */
export class Line extends Watched<Connection> {
  constructor() {
    super({ state: "connecting" });
  }

  readonly heard = (): void => {
    if (this.value.state !== "live") this.set({ state: "live" });
  };

  /** The stream says that it is broken; after `wait` milliseconds it is opened again. */
  readonly lost = ({ attempt, wait }: Lost): void => this.set({ state: "lost", attempt, wait });

  /** A call was not answered, whatever the stream says. */
  unanswered(): void {
    if (this.value.state === "live") this.set({ state: "lost", attempt: 0, wait: 0 });
  }

  /** Wait until the server is heard again, or so many milliseconds, or until the signal. */
  again(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unsubscribe();
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done);
      const unsubscribe = this.subscribe(({ state }) => {
        if (state !== "lost") queueMicrotask(done);
      });
      if (signal.aborted) done();
    });
  }

  over(): void {
    this.set({ state: "over" });
  }
}
