/** The page's own words, in the reader's language. */
import { type Variables, Words } from "galaxytables-client";

export type Say = (message: string, variables?: Variables) => string;

export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
/** What those who read a language call it. */
export const TONGUES: Readonly<Record<Language, string>> = { en: "English", ja: "日本語" };

/** The language that a reader's browser asks for, English where there are no words in it. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => tag.toLowerCase().split("-")[0] === known);
    if (language) return language;
  }
  return "en";
}

/** A function that says messages of these catalogues; one that is not there is said by its id. */
export function wording(language: Language, catalogues: readonly string[]): Say {
  const words = new Words(language, catalogues);
  return (message, variables = {}) => words.message(message, variables) || message;
}

/** Lines as one, parted by semicolons; one that ends with a colon leads on to the next. */
export function inOneLine(lines: readonly string[]): string {
  return lines
    .filter(Boolean)
    .map((line, index, all) => (index === all.length - 1 ? line : leading(line)))
    .join("");
}

const leading = (line: string): string => (line.endsWith("：") ? line : `${line}${line.endsWith(":") ? "" : ";"} `);
