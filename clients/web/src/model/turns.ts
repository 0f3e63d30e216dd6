/** When a player should be called: a table waits for them that did not before. */

/** How a table stands with the player. */
export interface Turn {
  readonly table: string;
  readonly name: string;
  readonly version: number;
  readonly waiting: boolean;
  /** It stood so when this tab was opened: nobody is called for that. */
  readonly known: boolean;
}

/** Tells at which tables a turn has begun or ended; those of the beginning are known already. */
export class TurnCall {
  private waiting?: ReadonlyMap<string, boolean>;

  take(turns: readonly Omit<Turn, "known">[]): Turn[] {
    const before = this.waiting;
    this.waiting = new Map(turns.map(({ table, waiting }) => [table, waiting]));
    return turns
      .filter(({ table, waiting }) => !before || (before.get(table) ?? false) !== waiting)
      .map((turn) => ({ ...turn, known: before === undefined }));
  }
}
