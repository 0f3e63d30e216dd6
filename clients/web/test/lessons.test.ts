/** Whatever an introduction may ask is explained, in every language. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lessonOf, openingOf, taught } from "../src/model/lessons.js";
import { LANGUAGES, wording } from "../src/model/wording.js";

const here = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
/** Questions that only expansions and drafts ask, which introductions are played without. */
const LATER = /^(draft|search|takeover|repair|invasion|orb)\./;

test.each(["jump", "race", "roll", "beyond"])("every question of %s has its lesson", (game) => {
  const listed = here(`../../../docs/reference/${game}.md`).matchAll(/^\| `([a-z_]+\.[a-z_]+)`(, a payment)?/gm);
  const questions = [...listed]
    .map(([, kind = "", payment]) => ({ kind, payment: payment !== undefined }))
    .filter(({ kind }) => !LATER.test(kind));
  expect(questions.length).toBeGreaterThan(5);
  for (const language of LANGUAGES) {
    const say = wording(language, [here(`../src/words/${language}/lessons.ftl`)]);
    for (const question of questions) {
      const lesson = lessonOf(game, question);
      expect(say(lesson), question.kind).not.toBe(lesson);
    }
  }
});

test("a game that nobody has written lessons for has none", () => {
  expect(taught("goofspiel")).toBe(false);
  expect(lessonOf("goofspiel", { kind: "bid.card", payment: false })).toBe("");
});

test("a payment has its own lesson, whatever the game calls it", () => {
  expect(lessonOf("jump", { kind: "choose.fee", payment: true })).toBe("lesson-jump-pay");
  expect(lessonOf("jump", { kind: "choose.pay", payment: false })).toBe("lesson-jump-choose");
});

test.each([
  ["en", "Choose two of the actions that you hold. Then pay.", "Choose two of the actions that you hold."],
  ["en", "You have three goods. Sell one of them. Keep the rest.", "You have three goods. Sell one of them."],
  [
    "ja",
    "消費フェイズでは、手元の製品を勝利点やカードに変えることができます。「交易」を選びましょう。",
    "消費フェイズでは、手元の製品を勝利点やカードに変えることができます。",
  ],
  ["ja", "商品があります。一つ売りましょう。残りは消費します。", "商品があります。一つ売りましょう。"],
])("a lesson in %s opens with a sentence, or two where the first is short", (language, lesson, opening) => {
  expect(openingOf(lesson, language)).toBe(opening);
});
