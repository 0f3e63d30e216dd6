/** Which tab calls the player: of several tabs that learn of one turn, the first. */
import type { Store } from "galaxytables-client";

interface Mark {
  readonly version: number;
  readonly waiting: boolean;
}

const KEY = "galaxytables.called";
const MAX_TABLES = 50;

/** What the tabs of this browser know of turns, in the order of the tables' versions. */
export class TurnMarks {
  constructor(private readonly store: Store) {}

  /** Note that a table of this version waits for the player, or no longer; whether that is a call nobody has made. */
  note(table: string, { version, waiting }: Mark): boolean {
    const marks = this.read();
    const before = marks[table];
    if (before && before.version >= version) return false;
    delete marks[table];
    marks[table] = { version, waiting };
    this.store.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(marks).slice(-MAX_TABLES))));
    return waiting && !before?.waiting;
  }

  private read(): Record<string, Mark> {
    try {
      return (JSON.parse(this.store.getItem(KEY) ?? "{}") as Record<string, Mark> | null) ?? {};
    } catch {
      return {};
    }
  }
}
