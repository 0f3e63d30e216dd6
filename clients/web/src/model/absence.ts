/** What others did at a table while its player was away: told once they are back, before the question. */
import { TableState } from "galaxytables-client";
import { localTime } from "./clock.js";
import type { LogEntry } from "./knownTable.js";
import type { TableController } from "./tableController.js";
import { Watched } from "./watched.js";

/** How the player comes to the table. */
export interface Coming {
  /** The last event that they saw here, as it was kept; nothing where nothing was. */
  readonly seen?: number;
  /** They were in the waiting room as the game began: they have missed nothing. */
  readonly there?: boolean;
  /** Keeps the last event that was seen, for the next visit. */
  readonly keep: (event: number) => void;
  readonly clock?: () => number;
}

/** The events that the player has missed, oldest first; none while they are told nothing. */
export class Absence extends Watched<readonly LogEntry[]> {
  /** The last event that was seen, and the one that was kept last. */
  private seen?: number;
  private kept?: number;
  /** Since when the player looks, in local time; none while they do not. */
  private since?: number;
  private readonly clock: () => number;
  private readonly end: () => void;

  constructor(
    private readonly controller: TableController,
    private readonly coming: Coming,
  ) {
    super([]);
    this.clock = coming.clock ?? localTime;
    this.end = controller.subscribe(() => this.heard());
  }

  close(): void {
    this.end();
  }

  /** The player looks at the table, or looks away. */
  look(there: boolean): void {
    this.since = there ? (this.since ?? this.clock()) : undefined;
    this.heard();
  }

  /** Enough was told: on to the question. */
  readonly skip = (): void => {
    this.saw(this.controller.now.lastEvent);
    this.set([]);
  };

  private heard(): void {
    const { began, viewer, stage, lastEvent, choseAt, log, clocks } = this.controller.now;
    if (!began || this.since === undefined) return;
    // Who only watches has no turn, and at the end the scores tell all.
    if (viewer === undefined || stage !== TableState.RUNNING) {
      if (this.now.length) this.set([]);
      return;
    }
    // Where nothing is known of an earlier visit, this is the first.
    this.seen ??= this.coming.there ? lastEvent : (this.coming.seen ?? (choseAt || lastEvent));
    // A store may have come back without its last moments.
    const seen = Math.min(Math.max(this.seen, this.now.length ? 0 : choseAt), lastEvent);
    const fresh = ofOthers(
      log.filter(({ number, withdrawn, event }) => number > seen && !withdrawn && event.kind !== "undone"),
      viewer,
    );
    const back = clocks.at(this.since);
    const first = this.now.length === 0;
    if (first && !fresh.some((entry) => entry.time <= back && isNews(entry, viewer))) return this.saw(lastEvent);
    this.seen = seen;
    if (first || fresh.length !== this.now.length) this.set(fresh);
  }

  private saw(event: number): void {
    this.seen = event;
    if (this.kept !== event) this.coming.keep((this.kept = event));
  }
}

/** Without what the player did themselves; what the clock has chosen for them is told. */
function ofOthers(entries: readonly LogEntry[], viewer: number): LogEntry[] {
  const clocked = entries.findIndex(({ event }) => event.seat === viewer && event.kind === "clocked_out");
  return entries.filter(({ event }, index) => event.seat !== viewer || (clocked >= 0 && index >= clocked));
}

/** Whether an event is somebody else's doing: of what happens to oneself, that the clock has chosen. */
function isNews({ event }: LogEntry, viewer: number): boolean {
  return (event.seat !== undefined && event.seat !== viewer) || event.kind === "clocked_out";
}
