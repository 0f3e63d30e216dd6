/** When a player should be called: a table waits for them that did not before. */

export interface Waiting {
  readonly table: string;
  readonly name: string;
}

/** Tells which tables begin to wait; those that wait when it begins are known already. */
export class TurnCall {
  private known?: ReadonlySet<string>;

  take(waiting: readonly Waiting[]): Waiting[] {
    const before = this.known;
    this.known = new Set(waiting.map(({ table }) => table));
    return before ? waiting.filter(({ table }) => !before.has(table)) : [];
  }
}
