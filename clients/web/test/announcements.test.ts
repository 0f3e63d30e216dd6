import { create } from "@bufbuild/protobuf";
import { AnnouncementSchema, AnnouncementSeverity } from "galaxytables-client";
import { expect, test } from "vitest";
import { dismissing, readDismissed, SEVERITY_WORDS, textOf, undismissed } from "../src/model/announcements.js";

const announcement = (announcementId: string, texts: Record<string, string> = {}) =>
  create(AnnouncementSchema, { announcementId, texts });

test("what was dismissed is shown no more, and the rest as it comes", () => {
  const shown = undismissed([announcement("b"), announcement("a"), announcement("c")], ["a", "gone"]);
  expect(shown.map(({ announcementId }) => announcementId)).toEqual(["b", "c"]);
});

test("only what is still shown is remembered as dismissed, each once", () => {
  const shown = [announcement("a"), announcement("b")];
  expect(dismissing("b", ["a", "gone"], shown)).toEqual(["a", "b"]);
  expect(dismissing("a", ["a"], shown)).toEqual(["a"]);
});

test("a text is in the reader's language, or in English", () => {
  expect(textOf(announcement("a", { en: "hello", ja: "やあ" }), "ja")).toBe("やあ");
  expect(textOf(announcement("a", { en: "hello" }), "ja")).toBe("hello");
  expect(textOf(announcement("a"), "ja")).toBe("");
});

test("what is kept badly counts for nothing", () => {
  expect(readDismissed('["a", 1, "b"]')).toEqual(["a", "b"]);
  for (const kept of [null, "", "{}", "[", '"a"']) expect(readDismissed(kept)).toEqual([]);
});

test("each severity has a word", () => {
  const known = Object.values(AnnouncementSeverity).filter((each) => typeof each === "number" && each > 0);
  expect([...SEVERITY_WORDS.keys()]).toEqual(known);
});
