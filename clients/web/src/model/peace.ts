/** Reports and what moderators have decided: who can be reported, and what the player has not read yet. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type ChatMessage,
  type Player,
  type PlayerSanction,
  PlayerSanctionKind,
  type Report,
  ReportKind,
  type Table,
} from "galaxytables-client";

export const SANCTION_WORDS: ReadonlyMap<PlayerSanctionKind, string> = new Map([
  [PlayerSanctionKind.WARNING, "warning"],
  [PlayerSanctionKind.MUTE, "mute"],
  [PlayerSanctionKind.BAN, "ban"],
  [PlayerSanctionKind.VOIDED_GAME, "voided"],
]);

export const REPORT_WORDS: ReadonlyMap<ReportKind, string> = new Map([
  [ReportKind.ABUSE, "abuse"],
  [ReportKind.CHEATING, "cheating"],
  [ReportKind.STALLING, "stalling"],
  [ReportKind.NAME, "name"],
  [ReportKind.OTHER, "other"],
]);

/** The people who sit at a table or wrote there, each once, without the one who asks. */
export function reportable(
  table: Table | undefined,
  messages: readonly ChatMessage[],
  own: string | undefined,
): readonly Player[] {
  const seated = table?.seats.flatMap(({ occupant }) => (occupant.case === "player" ? occupant.value : [])) ?? [];
  const wrote = messages.flatMap(({ player }) => player ?? []);
  const people = new Map<string, Player>();
  for (const player of [...seated, ...wrote])
    if (player.id && player.id !== own && !people.has(player.id)) people.set(player.id, player);
  return [...people.values()];
}

/** What a report still lacks: whom it is about, what for, or, where no other kind fits, what happened. */
export function lacksOf(report: {
  readonly playerId: string;
  readonly kind: ReportKind;
  readonly text: string;
}): "who" | "what" | "text" | undefined {
  if (!report.playerId) return "who";
  if (report.kind === ReportKind.UNSPECIFIED) return "what";
  return report.kind === ReportKind.OTHER && !report.text.trim() ? "text" : undefined;
}

/** A mark for what the player has read: the newest decision, and which of its appeals were answered. */
export function decisionsMark(sanctions: readonly PlayerSanction[]): string {
  const answered = sanctions.filter(({ appeal }) => appeal?.answer).map(({ sanctionId }) => sanctionId);
  return [sanctions[0]?.sanctionId ?? "", ...answered].join(" ");
}

/** A mark for the answers to the player's reports: when the latest came; empty where none has come. */
export function answersMark(reports: readonly Report[]): string {
  const times = reports.flatMap(({ kind, decided }) =>
    decided && kind !== ReportKind.APPEAL ? timestampMs(decided) : [],
  );
  return times.length ? `${Math.max(...times)}` : "";
}

/** When a ban or mute ends, of the lobby's text for people, such as "2026-08-01 10:00 UTC"; undefined where it never does. */
export function endOf(until: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC$/.exec(until) ?? [];
  return day && time ? new Date(`${day}T${time}Z`) : undefined;
}
