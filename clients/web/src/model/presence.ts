/** Who sits at open tables and is there, asked for now and then while somebody looks. */
import { ClientError, type Lobby, type Table, TableState } from "galaxytables-client";
import { Watched } from "./watched.js";

/** The lobby takes somebody for present for half a minute: to ask more often would tell little more. */
export const EVERY = 5_000;
/** Between two looks at whether there is something to ask. */
const PAUSE = 250;
/** The lobby tells of so many tables at once. */
const MOST = 100;

/** The seats whose people are there, by table; a table that was not asked for yet is missing. */
export type Present = ReadonlyMap<string, ReadonlySet<number>>;

/** Whether the host sits at a table and is there, as far as is known. */
export function hostThere({ id, host, seats }: Table, present: Present): boolean {
  const seat = seats.find(({ occupant }) => occupant.case === "player" && occupant.value.id === host);
  return seat !== undefined && (present.get(id)?.has(seat.number) ?? false);
}

export class Presence extends Watched<Present> {
  private shown: readonly Table[] = [];
  private asked = new Map<string, bigint>();
  private last = -Infinity;

  constructor(private readonly lobby: Lobby) {
    super(new Map());
  }

  /** Ask about those of these tables that are open. */
  show(tables: readonly Table[]): void {
    this.shown = tables.filter(({ state }) => state === TableState.OPEN).slice(0, MOST);
  }

  /** Ask, where a table is new or has changed, or the last answer is old; `now` in milliseconds. */
  async step(now: number): Promise<void> {
    const anew = this.shown.some(({ id, version }) => this.asked.get(id) !== version);
    if (!this.shown.length || (!anew && now - this.last < EVERY)) return;
    this.asked = new Map(this.shown.map(({ id, version }) => [id, version]));
    this.last = now;
    try {
      const { tables } = await this.lobby.tables.listPresent({ tableIds: [...this.asked.keys()] });
      this.set(new Map(tables.map(({ tableId, seats }) => [tableId, new Set(seats)])));
    } catch (error) {
      // Nobody is known to be there as long as nobody says so.
      if (!(error instanceof ClientError)) throw error;
      this.set(new Map());
    }
  }

  /** Ask until the signal, as long as `looking` says that somebody looks. */
  async run(signal: AbortSignal, now: () => number, looking: () => boolean): Promise<void> {
    while (!signal.aborted) {
      if (looking()) await this.step(now());
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}
