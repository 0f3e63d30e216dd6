/** What somebody does now, as far as everybody may see it: looks for a game, waits at a table, plays. */
import { type Lobby, type OpenSeek, PresenceState, type Relation, type Table, TableState } from "galaxytables-client";

/** What the server tells of tables and of who looks for a game. */
export interface Seen {
  readonly seeks: readonly OpenSeek[];
  readonly tables: readonly Table[];
  /** The tables at which the server has a seat for the reader. */
  readonly offered: readonly string[];
}

export const NOTHING_SEEN: Seen = { seeks: [], tables: [], offered: [] };

export type Doing =
  | { readonly kind: "looks"; readonly seek: OpenSeek }
  | { readonly kind: "waits"; readonly table: Table }
  | { readonly kind: "plays"; readonly table: Table }
  | { readonly kind: "table" | "free" | "away" };

/** A list has so many at once. */
const MOST_TABLES = 100;
/** Those first who would play. */
const ORDER = ["looks", "waits", "free", "plays", "table", "away"] as const satisfies readonly Doing["kind"][];

const sitsAt = ({ seats }: Table, id: string) =>
  seats.some(({ occupant }) => occupant.case === "player" && occupant.value.id === id);

/** What somebody does who is shown to be here; of who is away nothing is told. */
export function doingOf({ player, presence }: Relation, { seeks, tables, offered }: Seen): Doing {
  const id = player?.id ?? "";
  if (presence !== PresenceState.ONLINE && presence !== PresenceState.AT_TABLE) return { kind: "away" };
  const own = seeks.filter(({ players }) => players.some((each) => each.id === id));
  const seek = own.find(({ slow }) => !slow);
  if (seek) return { kind: "looks", seek };
  const at = tables.filter((table) => sitsAt(table, id));
  const open = at.find(({ state, id: table }) => state === TableState.OPEN && offered.includes(table));
  if (open) return { kind: "waits", table: open };
  if (presence !== PresenceState.AT_TABLE) return { kind: "free" };
  const created = ({ created }: Table) => Number(created?.seconds ?? 0);
  const [newest] = at
    .filter(({ state }) => state === TableState.RUNNING)
    .sort((one, other) => created(other) - created(one));
  return newest ? { kind: "plays", table: newest } : { kind: "table" };
}

/** People in the order in which they would play; friends and those who are followed first among equals. */
export function byDoing(people: readonly Relation[], seen: Seen): { relation: Relation; doing: Doing }[] {
  const rank = ({ relation, doing }: { relation: Relation; doing: Doing }) =>
    3 * ORDER.indexOf(doing.kind) + (relation.friend ? 0 : relation.follows ? 1 : 2);
  return people.map((relation) => ({ relation, doing: doingOf(relation, seen) })).sort((a, b) => rank(a) - rank(b));
}

/** What one player does now, asked once; nothing of somebody who is away, or hides where they are. */
export async function lookFor(lobby: Lobby, playerId: string): Promise<Doing | undefined> {
  const [{ relations }, { seeks, tableIds }, { tables }] = await Promise.all([
    lobby.relations.listOnline({}),
    lobby.pairing.listWaits({}),
    lobby.tables.listTables({ pageSize: MOST_TABLES }),
  ]);
  const relation = relations.find(({ player }) => player?.id === playerId);
  return relation && doingOf(relation, { seeks, tables, offered: tableIds });
}
