import { create } from "@bufbuild/protobuf";
import {
  GetNotificationSettingsResponseSchema,
  NotificationKind,
  NotificationSettingsSchema,
  NotificationWay,
} from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { choose, clockText, isChosen, KINDS, minuteOf, ownZone, settingsIn, WAYS } from "../src/model/notifications.js";

const { YOUR_TURN, ENDED } = NotificationKind;
const { PUSH, EMAIL } = NotificationWay;
const settings = create(NotificationSettingsSchema, {
  choices: [
    { kind: YOUR_TURN, ways: [PUSH] },
    { kind: ENDED, ways: [PUSH, EMAIL] },
  ],
  timeZone: "Asia/Tokyo",
});

describe("the grid of kinds and ways", () => {
  test("sets and clears one field, and leaves the others", () => {
    const more = choose(settings, YOUR_TURN, EMAIL, true);
    expect([isChosen(more, YOUR_TURN, PUSH), isChosen(more, YOUR_TURN, EMAIL)]).toEqual([true, true]);
    const less = choose(more, ENDED, PUSH, false);
    expect([isChosen(less, ENDED, PUSH), isChosen(less, ENDED, EMAIL)]).toEqual([false, true]);
    expect([less.timeZone, choose(less, ENDED, EMAIL, true).choices.length]).toEqual(["Asia/Tokyo", 2]);
  });

  test("has a row for every kind that can be chosen, and a column for every way", () => {
    const known = (of: object) => Object.values(of).filter((each) => typeof each === "number" && each > 0);
    expect([...KINDS.keys()]).toEqual(known(NotificationKind).filter((kind) => kind !== NotificationKind.TEST));
    expect([...WAYS.keys()]).toEqual(known(NotificationWay));
  });
});

test("settings are in the reader's language and time zone until something is told, and then as they were set", () => {
  const answer = (more: object) =>
    create(GetNotificationSettingsResponseSchema, { settings: { ...settings, language: "en" }, ...more });
  const fresh = settingsIn(answer({}), "ja");
  expect([fresh.language, fresh.timeZone, fresh.choices.length]).toEqual(["ja", ownZone(), 2]);
  for (const told of [{ email: {} }, { pushSubscriptions: [{}] }, { webhooks: [{}] }]) {
    const kept = settingsIn(answer(told), "ja");
    expect([kept.language, kept.timeZone]).toEqual(["en", "Asia/Tokyo"]);
  }
});

test.each([
  [0, "00:00"],
  [425, "07:05"],
  [1439, "23:59"],
])("minute %i of the day is %s", (minute, text) => {
  expect([clockText(minute), minuteOf(text)]).toEqual([text, minute]);
});

test("a field that is not filled says no time", () => expect(minuteOf("")).toBeUndefined());
