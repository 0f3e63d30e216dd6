/** The player's tables, and what of the list of tables is for whom. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Listed, type MyTable, type Table, type TableList, TableState } from "galaxytables-client";
import { isLive } from "./playNow.js";
import { hostThere, type Present } from "./presence.js";
import { Watched } from "./watched.js";

/** What a stream of the player's tables has told so far, kept over lost connections until it is told anew. */
export class OwnTables extends Watched<readonly MyTable[]> {
  private entries = new Map<string, MyTable>();
  private anew?: Map<string, MyTable>;
  caughtUp = false;

  constructor(private readonly player: string) {
    super([]);
  }

  take(told: Listed<MyTable>): void {
    if ("restarted" in told) {
      this.anew = new Map();
      return;
    }
    if ("caughtUp" in told) {
      this.entries = this.anew ?? this.entries;
      this.anew = undefined;
      this.caughtUp = true;
    } else {
      const { table, seat } = told.entry;
      if (!table) return;
      const over = table.state === TableState.CLOSED || table.state === TableState.FINISHED;
      // Who has left, or was sent away, has no table any more.
      const gone = over || (seat === undefined && table.host !== this.player);
      for (const entries of this.anew ? [this.anew, this.entries] : [this.entries]) {
        if (gone) entries.delete(table.id);
        else entries.set(table.id, told.entry);
      }
    }
    this.set([...this.entries.values()]);
  }
}

/** Of these tables those at which the server has a seat for the player, those with most people first. */
export function joinable(tables: readonly Table[], offered: readonly string[], game = ""): Table[] {
  const free = (table: Table) => table.seats.filter(({ occupant }) => occupant.case === undefined).length;
  return tables
    .filter((table) => table.state === TableState.OPEN && free(table) > 0 && offered.includes(table.id))
    .filter((table) => !game || table.game === game)
    .sort((a, b) => free(a) - free(b) || Number((b.created?.seconds ?? 0n) - (a.created?.seconds ?? 0n)));
}

/** After so long a live table is stale whose host is not there. */
const STALE_MS = 10 * 60_000;

/** Tables to sit down at, one for each host and game, with how many more there are; without stale ones. */
export function folded(tables: readonly Table[], present: Present, now: number): { table: Table; more: number }[] {
  const kept = new Map<string, { table: Table; more: number }>();
  for (const table of tables) {
    const opened = table.created ? timestampMs(table.created) : now;
    if (isLive(table) && present.has(table.id) && !hostThere(table, present) && now - opened > STALE_MS) continue;
    const key = `${table.host} ${table.game}`;
    const known = kept.get(key);
    kept.set(key, known ? { ...known, more: known.more + 1 } : { table, more: 0 });
  }
  return [...kept.values()];
}

/** Tables in play that can be watched, the newest first. */
export function watchable(tables: readonly Table[], mine: readonly MyTable[], game = ""): Table[] {
  const own = new Set(mine.map(({ table }) => table?.id));
  const created = (table: Table) => Number(table.created?.seconds ?? 0);
  return tables
    .filter(({ state, id, game: played }) => state === TableState.RUNNING && !own.has(id) && (!game || played === game))
    .sort((a, b) => created(b) - created(a));
}

/** The id of the newest of the player's tables in play. */
export function newestOf(mine: readonly MyTable[]): string | undefined {
  const created = ({ table }: MyTable) => Number(table?.created?.seconds ?? 0);
  const running = mine.filter(({ table }) => table?.state === TableState.RUNNING);
  return running.sort((a, b) => created(b) - created(a))[0]?.table?.id;
}

/** The player's tables, those that wait for the player first, by how soon time is up. */
export function byTurn(mine: readonly MyTable[]): MyTable[] {
  const rank = (entry: MyTable) => (entry.yourTurn ? 0 : entry.table?.state === TableState.RUNNING ? 1 : 2);
  const due = (entry: MyTable) => Number(entry.deadline?.seconds ?? Number.MAX_SAFE_INTEGER);
  return [...mine].sort((a, b) => rank(a) - rank(b) || due(a) - due(b));
}

/** A list has so many tables of each state at most: of more it does not know all. */
const MAX_LISTED = 100;

/**
 * How many people are online, and how many public games are in play, as of one look at the list. What is counted for all
 * is some seconds old: the player, those who are seen at tables, and games that are shown are never missing.
 */
export function peopleAt(
  { crowd, tables, present }: Pick<TableList, "crowd" | "tables" | "present">,
  me: string,
): { people: number; games: number } {
  const seen = new Set([me]);
  let games = 0;
  for (const { id, seats, state } of tables.values()) {
    if (state === TableState.RUNNING) games += 1;
    for (const { number, occupant } of seats)
      if (occupant.case === "player" && present.get(id)?.has(number)) seen.add(occupant.value.id);
  }
  const counted = crowd.games.reduce((sum, { running }) => sum + running, 0);
  return { people: Math.max(crowd.people, seen.size), games: games < MAX_LISTED ? games : counted };
}
