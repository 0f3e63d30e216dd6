/** Introductions: tables against a bot at which each kind of question is explained. */
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";

/** What introductions are played with: the hands that the rulebook gives to beginners, where it does. */
export const FIRST_OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jump: { hands: "preset" },
  race: { preset_hands: "on" },
};

const LESSONS: Readonly<Record<string, (about: string) => string>> = {
  jump: (about) => `lesson-jump-${about}`,
  race: (about) => `lesson-race-${about}`,
  roll: (about) => `lesson-roll-${about}`,
  beyond: (about) => `lesson-beyond-${about}`,
};

/** Whether there is an introduction to a game. */
export const taught = (game: string): boolean => game in LESSONS;

/** The message that explains a question, by the part of its kind that says what it is about; empty for other games. */
export function lessonOf(game: string, { kind, payment }: Pick<Prompt, "kind" | "payment">): string {
  const about = payment ? "pay" : (kind.split(".")[0] ?? "");
  return LESSONS[game]?.(about.replaceAll("_", "")) ?? "";
}

/** A sentence of so few letters does not open a lesson alone. */
const SHORT = 30;
/** A quotation that the next sentence begins with is not part of the one before. */
const BEGUN = /[「『（]+$/;

/** What a lesson begins with, in its own language: a sentence, or two where the first is short. */
export function openingOf(lesson: string, language: string): string {
  const sentences = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(lesson)];
  const [first = "", second = ""] = sentences.map(({ segment }) => segment);
  const opening = first.trim().length < SHORT ? first + second : first;
  return opening.replace(BEGUN, "").trim();
}

/** The message that explains a step of an introduction. */
export const stepLesson = (game: string, lesson: string): string => `step-${game}-${lesson}`;

/** The message at the end of an introduction: what a learner knows now, and how to go on. */
export const closingLesson = (game: string): string => `closing-${game}`;
