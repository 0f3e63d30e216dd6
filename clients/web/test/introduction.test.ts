/** A learner is led while they follow the script, and as far as its words reach. */
import { create } from "@bufbuild/protobuf";
import { PromptSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { IntroductionStepSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Guide } from "../src/model/introduction.js";
import { stepLesson } from "../src/model/lessons.js";
import { LANGUAGES } from "../src/model/wording.js";

const here = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

const step = (promptId: string, ...picks: string[]) =>
  create(IntroductionStepSchema, { promptId, kind: "a.b", picks, lesson: `at-${promptId}` });
const prompt = (id: string, kind = "a.b", ordered = false) =>
  create(PromptSchema, { id, kind, ordered, options: ["x", "y", "z"].map((option) => ({ id: option })) });
const STEPS = [step("1", "x"), step("2", "x", "y"), step("3")];

function guide(followed = 0, steps = STEPS) {
  const kept: number[] = [];
  return { kept, guide: new Guide(steps, followed, (count) => kept.push(count)) };
}

test("who answers as suggested is led from step to step", () => {
  const { guide: led, kept } = guide();
  expect(led.stepFor(prompt("1"))?.lesson).toBe("at-1");
  expect(led.stepFor(prompt("2"))).toBeUndefined();
  led.answered(prompt("1"), ["x"]);
  led.answered(prompt("2"), ["y", "x"]);
  expect(led.stepFor(prompt("3"))?.lesson).toBe("at-3");
  led.answered(prompt("3"), []);
  expect(kept).toEqual([1, 2, 3]);
});

test("who answers otherwise goes on alone, until they take it back", () => {
  const { guide: led } = guide();
  led.answered(prompt("1"), ["y"]);
  expect(led.stepFor(prompt("2"))).toBeUndefined();
  led.answered(prompt("2"), ["x", "y"]);
  expect(led.stepFor(prompt("3"))).toBeUndefined();
  led.answered(prompt("1"), ["x"]);
  expect(led.stepFor(prompt("2"))?.lesson).toBe("at-2");
});

test("the order of picks counts where the question asks for one", () => {
  const { guide: led } = guide(1);
  led.answered(prompt("2", "a.b", true), ["y", "x"]);
  expect(led.stepFor(prompt("3"))).toBeUndefined();
});

test("a question of another kind, or without what is suggested, is none of the script", () => {
  expect(guide().guide.stepFor(prompt("1", "a.c"))).toBeUndefined();
  expect(guide(0, [step("1", "elsewhere")]).guide.stepFor(prompt("1"))).toBeUndefined();
});

test("the closing word comes with the question after the last step, and with no other", () => {
  const { guide: led, kept } = guide(2);
  expect(led.over).toBe(false);
  led.answered(prompt("3"), []);
  expect(led.over).toBe(true);
  led.answered(prompt("4"), ["x"]);
  expect(led.over).toBe(false);
  led.answered(prompt("5"), ["x"]);
  expect(kept).toEqual([3, 4]);
  expect(guide(0, []).guide.over).toBe(false);
});

test("who takes the last step back is told the closing word once more", () => {
  const { guide: led } = guide(4);
  led.answered(prompt("3"), ["x"]);
  expect(led.over).toBe(false);
  led.answered(prompt("3"), []);
  expect(led.over).toBe(true);
});

test("a page that is loaded anew goes on where it was", () => {
  expect(guide(2).guide.stepFor(prompt("3"))?.lesson).toBe("at-3");
});

test.each(["jump", "race", "roll", "beyond"])(
  "every step of %s has words in every language, and no words lie idle",
  (game) => {
    const script = JSON.parse(here(`../../../services/${game}/galaxytables_${game}/introduction.json`)) as {
      steps: { lesson?: string }[];
    };
    const wanted = script.steps.flatMap(({ lesson }) => (lesson ? [stepLesson(game, lesson)] : []));
    for (const language of LANGUAGES) {
      const words = here(`../src/words/${language}/lessons.ftl`);
      const said = [...words.matchAll(/^(step-[a-z0-9-]+) = ./gm)].map((found) => found[1] ?? "");
      expect(said.filter((each) => each.startsWith(`step-${game}-`)).sort()).toEqual([...wanted].sort());
    }
  },
);

test.each(LANGUAGES)("no sentence of a lesson is told twice in %s", (language) => {
  const words = here(`../src/words/${language}/lessons.ftl`);
  const told = [
    ...words.matchAll(/^(?:step|closing|primer-goal|primer-end|sign)-(jump|race|roll|beyond)\b.* = (.*)$/gm),
  ];
  const sentences = told.flatMap(([, game, text]) =>
    (text ?? "").split(/(?<=[.:?!])\s+|(?<=[。？])/).map((sentence) => `${game}: ${sentence}`),
  );
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)).toEqual([]);
});

test("steps name the same components in every language", () => {
  const named = LANGUAGES.map((language) =>
    [...here(`../src/words/${language}/lessons.ftl`).matchAll(/^(step-\S+) = (.*)$/gm)].map(([, id, said]) => [
      id,
      [...new Set((said ?? "").match(/\$\w+/g))].sort(),
    ]),
  );
  expect(named[0]?.length).toBeGreaterThan(40);
  for (const each of named) expect(each).toEqual(named[0]);
});
