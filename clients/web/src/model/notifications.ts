/** How a player wants to be told of what happens at their tables: a grid of kinds and ways, and hours without. */
import { create } from "@bufbuild/protobuf";
import {
  type GetNotificationSettingsResponse,
  NotificationChoiceSchema,
  NotificationKind,
  type NotificationSettings,
  NotificationSettingsSchema,
  NotificationWay,
} from "galaxytables-client";

/** The kinds that can be chosen, in the order in which they are listed, by what the page calls them. */
export const KINDS: ReadonlyMap<NotificationKind, string> = new Map([
  [NotificationKind.YOUR_TURN, "turn"],
  [NotificationKind.DEADLINE, "deadline"],
  [NotificationKind.STARTED, "started"],
  [NotificationKind.ENDED, "ended"],
  [NotificationKind.MESSAGE, "message"],
  [NotificationKind.INVITED, "invited"],
  [NotificationKind.ANNOUNCEMENT, "announcement"],
  [NotificationKind.REPORT_ANSWERED, "report-answered"],
  [NotificationKind.SANCTIONED, "sanctioned"],
  [NotificationKind.TOURNAMENT, "tournament"],
]);

export const WAYS: ReadonlyMap<NotificationWay, string> = new Map([
  [NotificationWay.PUSH, "push"],
  [NotificationWay.EMAIL, "email"],
  [NotificationWay.WEBHOOK, "webhook"],
]);

/** The settings to show and to change: until something is told, in the reader's language and time zone. */
export function settingsIn(answer: GetNotificationSettingsResponse, language: string): NotificationSettings {
  const kept = answer.settings ?? create(NotificationSettingsSchema);
  if (answer.email || answer.pushSubscriptions.length || answer.webhooks.length) return kept;
  return create(NotificationSettingsSchema, { ...kept, language, timeZone: ownZone() });
}

/** The time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** When a daily e-mail usually comes, for who has not said so: at eight. */
export const USUAL_DIGEST = 8 * 60;

/** Usual hours without, for who wants some: from ten in the evening to eight. */
export const USUAL_QUIET = { fromMinute: 22 * 60, toMinute: 8 * 60 };

export const isChosen = (settings: NotificationSettings, kind: NotificationKind, way: NotificationWay): boolean =>
  settings.choices.some((choice) => choice.kind === kind && choice.ways.includes(way));

/** The settings with one field of the grid set or cleared; all else stays. */
export function choose(
  settings: NotificationSettings,
  kind: NotificationKind,
  way: NotificationWay,
  wanted: boolean,
): NotificationSettings {
  const ways = settings.choices.find((choice) => choice.kind === kind)?.ways ?? [];
  const others = ways.filter((each) => each !== way);
  const chosen = create(NotificationChoiceSchema, { kind, ways: wanted ? [...others, way] : others });
  const choices = [...settings.choices.filter((choice) => choice.kind !== kind), chosen];
  return create(NotificationSettingsSchema, { ...settings, choices });
}

/** Minutes since midnight as a field for a time has them: `22:00`. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The minutes since midnight that such a field says; nothing while it is not filled. */
export function minuteOf(text: string): number | undefined {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}
