/** What the operators say to all players: what of it is shown to this one, and what they have dismissed. */
import { type Announcement, AnnouncementSeverity } from "galaxytables-client";

export const SEVERITY_WORDS: ReadonlyMap<AnnouncementSeverity, "info" | "warning" | "critical"> = new Map([
  [AnnouncementSeverity.INFO, "info"],
  [AnnouncementSeverity.WARNING, "warning"],
  [AnnouncementSeverity.CRITICAL, "critical"],
]);

/** Those that the player has not dismissed, in the order in which they came. */
export const undismissed = (announcements: readonly Announcement[], dismissed: readonly string[]): Announcement[] =>
  announcements.filter(({ announcementId }) => !dismissed.includes(announcementId));

/** The text in the reader's language, or in English. */
export const textOf = ({ texts }: Announcement, language: string): string => texts[language] ?? texts["en"] ?? "";

/** Ids that were dismissed, as they are kept. */
export function readDismissed(kept: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(read) ? read.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The ids to keep once one more is dismissed; those of announcements that are over are forgotten. */
export function dismissing(
  id: string,
  dismissed: readonly string[],
  announcements: readonly Announcement[],
): readonly string[] {
  const shown = new Set(announcements.map(({ announcementId }) => announcementId));
  return [...dismissed.filter((each) => each !== id && shown.has(each)), id];
}
