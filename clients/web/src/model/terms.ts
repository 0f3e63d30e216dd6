/** The terms of a table in words: its time control, and what the host has changed. */
import { type Duration, durationMs } from "@bufbuild/protobuf/wkt";
import { messageId, type Table, type TimeControl, type Words } from "galaxytables-client";
import { worded } from "./tableForm.js";
import type { Language, Say } from "./wording.js";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time: `3 minutes`, `1 day 12 hours`; Japanese writes it without spaces. */
export function lengthOf(duration: Duration, language: Language): string {
  const all = Math.round(durationMs(duration) / 1000);
  const written = (unit: string, count: number) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  let left = all;
  const parts = UNITS.flatMap(([unit, seconds]) => {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    return count ? [written(unit, count)] : [];
  });
  const length = parts.join(" ") || written("second", all);
  return language === "ja" ? length.replace(/\s/g, "") : length;
}

/** A time control in sentences, the first of which says how much time there is. */
export function timeLines(control: TimeControl | undefined, say: Say, language: Language): string[] {
  const time = (duration: Duration) => lengthOf(duration, language);
  if (!control?.control.case) return [say("new-time-none")];
  const lines: string[] = [];
  if (control.control.case === "perMove") lines.push(say("time-per-move", { time: time(control.control.value) }));
  else {
    const { initial, increment, cap } = control.control.value;
    if (initial) lines.push(say("time-budget", { time: time(initial) }));
    if (increment && durationMs(increment)) lines.push(say("time-increment", { time: time(increment) }));
    if (cap) lines.push(say("time-cap", { time: time(cap) }));
  }
  if (control.bank) lines.push(say("time-bank", { time: time(control.bank) }));
  if (control.vacation) lines.push(say("time-vacation", { time: time(control.vacation) }));
  const count = control.missesBeforeHandover;
  if (count) lines.push(say("time-misses", { count }));
  return lines;
}

/** One thing that was changed: what it was, and what it is now. */
export interface ChangedTerm {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What an edit of the host has changed. */
export function changedTerms(
  before: Table,
  after: Table,
  words: Words | undefined,
  say: Say,
  language: Language,
): ChangedTerm[] {
  const time = ({ timeControl }: Table) => timeLines(timeControl, say, language).join(" · ");
  const delay = ({ spectators }: Table) => say("spectators-behind", { choices: spectators?.delay ?? 0 });
  const terms: ChangedTerm[] = [
    { name: say("new-name"), before: before.name, after: after.name },
    { name: say("new-seats"), before: String(before.seats.length), after: String(after.seats.length) },
    { name: say("new-time"), before: time(before), after: time(after) },
    { name: say("new-spectators"), before: delay(before), after: delay(after) },
  ];
  for (const option of new Set([...Object.keys(before.options), ...Object.keys(after.options)])) {
    const value = ({ options }: Table) => worded(option, options[option] ?? "", words, say);
    const name = words?.message(messageId("setting", option)) || option.replaceAll("_", " ");
    terms.push({ name, before: value(before), after: value(after) });
  }
  return terms.filter((term) => term.before !== term.after);
}
