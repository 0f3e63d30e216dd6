/** The lines of a log: what one player does again and again is told once, with how often. */
import type { LogEntry } from "./knownTable.js";

export interface LogLine extends LogEntry {
  /** How often it happened, and with which events. */
  readonly numbers: readonly number[];
  readonly text: string;
  /** It begins what the lines below it belong to. */
  readonly part: boolean;
}

/** Events that concern the whole table part the log. */
export const parts = ({ event }: LogEntry) => event.seat === undefined && /begins$/.test(event.kind);

/**
 * What each entry says, in order. What one player does several times in a row, with nobody else's doing in between, is one line where
 * it was done first.
 */
export function linesOf(entries: readonly LogEntry[], textOf: (entry: LogEntry) => string): LogLine[] {
  const lines: LogLine[] = [];
  // The lines of who acts now, by what they say.
  let run = new Map<string, number>();
  let acting: number | undefined;
  for (const entry of entries) {
    const { seat } = entry.event;
    const part = parts(entry);
    if (part || seat === undefined || seat !== acting) run = new Map();
    acting = seat;
    const text = textOf(entry);
    const key = `${entry.withdrawn ?? false} ${text}`;
    const known = part || seat === undefined ? undefined : run.get(key);
    const before = known === undefined ? undefined : lines[known];
    if (known !== undefined && before) lines[known] = { ...before, numbers: [...before.numbers, entry.number] };
    else {
      run.set(key, lines.length);
      lines.push({ ...entry, text, part, numbers: [entry.number] });
    }
  }
  return lines;
}

/** The lines of one moment, without those that only part the log, where there are others. */
export function linesAt(
  { first, last }: { readonly first: number; readonly last: number },
  entries: readonly LogEntry[],
  textOf: (entry: LogEntry) => string,
): LogLine[] {
  const lines = linesOf(
    entries.filter(({ number }) => number >= first && number <= last),
    textOf,
  );
  const acts = lines.filter(({ part }) => !part);
  return acts.length ? acts : lines;
}
