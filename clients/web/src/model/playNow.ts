/** *Join*: a seat at an open table whose host is there and waits. Without such a table one waits by a ticket (`ticket.ts`). */
import { durationMs } from "@bufbuild/protobuf/wkt";
import { type Lobby, RefusedError, type Table } from "galaxytables-client";
import { hostThere, type Present } from "./presence.js";

/** A choice that may take longer is not played now. */
const LONGEST_CHOICE = 10 * 60_000;
/** Nor a game that may take longer. */
const LONGEST_BUDGET = 3 * 3_600_000;

/** Whether a table is for one sitting. */
export function isLive({ timeControl }: Table): boolean {
  const control = timeControl?.control;
  if (control?.case === "perMove") return durationMs(control.value) <= LONGEST_CHOICE;
  if (control?.case === "budget") return !control.value.initial || durationMs(control.value.initial) <= LONGEST_BUDGET;
  return true;
}

/** Of these tables those with a free seat where a host who is there waits for a game. */
export function candidates(tables: readonly Table[], game: string, present: Present): Table[] {
  return tables.filter((table) => table.game === game && !table.stranded && isLive(table) && hostThere(table, present));
}

/** Take a seat at the first of these tables that still has one. Gives the table's id. Rejects with the last refusal. */
export async function joinFirst(
  lobby: Lobby,
  tables: readonly Table[],
  entropy: Uint8Array<ArrayBuffer>,
): Promise<string> {
  let last: unknown;
  for (const { id } of tables) {
    try {
      await lobby.tables.joinTable({ tableId: id, entropy });
      return id;
    } catch (error) {
      // Somebody was faster, or the table is gone: the next one.
      if (!(error instanceof RefusedError)) throw error;
      last = error;
    }
  }
  throw last;
}
