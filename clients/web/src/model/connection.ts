/** Whether what is shown is what the server says now. */
import type { Lost } from "galaxy-tables-sdk";
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

  readonly lost = ({ attempt, wait }: Lost): void => this.set({ state: "lost", attempt, wait });

  over(): void {
    this.set({ state: "over" });
  }
}
