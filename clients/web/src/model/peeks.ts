/**
 * Small pictures of tables in play, asked for sparingly: each table once when it is first shown and whenever its entry in
 * the list has changed, and after that one table at a time, by turns. Whoever looks at the lobby costs the server at most
 * `MOST` calls at first and one in `EVERY` milliseconds later, and none while the page is hidden.
 */
import { ClientError, type Table } from "galaxytables-client";
import { Watched } from "./watched.js";

export const MOST = 8;
export const EVERY = 20_000;
/** Between two looks at whether there is something to ask. */
const PAUSE = 500;

export class Peeks<T> extends Watched<ReadonlyMap<string, T>> {
  private shown: readonly Table[] = [];
  private readonly asked = new Map<string, { readonly version: bigint; readonly at: number }>();
  private last = -Infinity;

  /** @param ask gives the picture of a table; undefined where there is none */
  constructor(private readonly ask: (table: Table) => Promise<T | undefined>) {
    super(new Map());
  }

  /** Show these tables; only the first `MOST` get pictures. */
  show(tables: readonly Table[]): void {
    this.shown = tables.slice(0, MOST);
    const ids = new Set(tables.map(({ id }) => id));
    for (const id of this.asked.keys()) if (!ids.has(id)) this.asked.delete(id);
  }

  /** The table to ask for at a time in milliseconds; undefined where nothing is due. */
  due(now: number): Table | undefined {
    const changed = this.shown.find(({ id, version }) => this.asked.get(id)?.version !== version);
    if (changed) return changed;
    if (now - this.last < EVERY) return undefined;
    const at = ({ id }: Table) => this.asked.get(id)?.at ?? -Infinity;
    return [...this.shown].sort((one, other) => at(one) - at(other))[0];
  }

  /** Ask for the table that is due, if one is. */
  async step(now: number): Promise<void> {
    const table = this.due(now);
    if (!table) return;
    this.asked.set(table.id, { version: table.version, at: now });
    this.last = now;
    try {
      const picture = await this.ask(table);
      if (picture) this.set(new Map([...this.value, [table.id, picture]]));
    } catch (error) {
      // A table without its picture is a table all the same.
      if (!(error instanceof ClientError)) throw error;
    }
  }

  /** Ask for what is due until the signal, as long as `looking` says that somebody looks. */
  async run(signal: AbortSignal, now: () => number, looking: () => boolean): Promise<void> {
    while (!signal.aborted) {
      // Those that are shown for the first time follow each other at once.
      while (looking() && !signal.aborted && this.shown.some(({ id }) => !this.asked.has(id))) await this.step(now());
      if (looking()) await this.step(now());
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}
