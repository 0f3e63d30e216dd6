/** What this browser keeps of each table, by its id. */
import { store } from "./store.js";

export class PerTable<T> {
  /** @param most of so many tables, those noted last */
  constructor(
    private readonly key: string,
    private readonly most = 20,
  ) {}

  get(table: string): T | undefined {
    return this.all()[table];
  }

  /** Keep a value, or none any more. */
  set(table: string, value?: T): void {
    const others = Object.entries(this.all()).filter(([each]) => each !== table);
    const own = value === undefined ? [] : [[table, value] as const];
    store.setItem(this.key, JSON.stringify(Object.fromEntries([...others.slice(1 - this.most), ...own])));
  }

  private all(): Record<string, T> {
    try {
      return (JSON.parse(store.getItem(this.key) ?? "null") as Record<string, T> | null) ?? {};
    } catch {
      return {};
    }
  }
}
