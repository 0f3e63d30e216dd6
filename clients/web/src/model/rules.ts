/** A game's rules as they are written beside its service: sections of numbered paragraphs. */
import { withoutNotes } from "./notes.js";
import type { Language } from "./wording.js";

export interface Paragraph {
  /** For example `R7.3`. */
  readonly number: string;
  readonly text: string;
  /** With what it is in play, for example `seats=2 goals=on or expansion!=base`; empty for always. */
  readonly when: string;
}

/** What decides which rules a table plays. */
export interface Played {
  readonly options: Readonly<Record<string, string>>;
  readonly seats: number;
}

export interface Section {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
}

export interface Rules {
  /** The language that they are in. */
  readonly language: Language;
  readonly sections: readonly Section[];
}

/** What fetches each file, by its path; a file is fetched when it is asked for. */
export type Files = Readonly<Record<string, () => Promise<string>>>;

const FILES: Files = import.meta.glob<string>("../../../../services/*/RULES*.md", { query: "?raw", import: "default" });
/** Letters of Japanese, its punctuation and full-width forms: no space stands beside them. */
const JAPANESE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** When what it stands beside is in play. */
const WHEN = /<!-- when (.*?) -->/;

/**
 * Read rules: `## ` begins a section, `- R7.3 ` a paragraph, what is indented goes on with it.
 *
 * A mark `<!-- when goals=on -->` after a section's title holds for those of its paragraphs that have none of their own.
 */
export function readRules(text: string): Section[] {
  const sections: { title: string; when: string; paragraphs: { number: string; text: string; when: string }[] }[] = [];
  for (const marked of text.split("\n")) {
    const when = WHEN.exec(marked)?.[1] ?? "";
    const line = marked.replace(WHEN, "");
    const title = /^## (.*)/.exec(line)?.[1]?.trim();
    const [, number, begun] = /^- (R\d+(?:\.\d+)*[a-z]?) (.*)/.exec(line) ?? [];
    const section = sections.at(-1);
    if (title) sections.push({ title, when, paragraphs: [] });
    else if (number && begun !== undefined)
      section?.paragraphs.push({ number, text: plain(begun.trim()), when: when || section.when });
    else if (/^ {2}\S/.test(line)) {
      const last = section?.paragraphs.at(-1);
      if (last) last.text = last.text ? joined(last.text, plain(line.trim())) : plain(line.trim());
    }
  }
  return sections.flatMap(({ title, paragraphs }) => {
    const told = paragraphs.flatMap(({ number, text, when }) => {
      const words = tidy(text);
      return words ? [{ number, text: words, when }] : [];
    });
    return told.length ? [{ title, paragraphs: told }] : [];
  });
}

/** The rules of a game in a language, else in English; without sections where they are not written. */
export async function rulesOf(game: string, language: Language, files = FILES): Promise<Rules> {
  const name = language === "en" ? "RULES.md" : `RULES.${language}.md`;
  const file = files[`../../../../services/${game}/${name}`];
  if (file) return { language, sections: readRules(withoutNotes(await file())) };
  return language === "en" ? { language, sections: [] } : rulesOf(game, "en", files);
}

/** Whether a table plays a rule: `a=1|2 b!=3 or c=4`, where names are those of options, and `seats`. */
export function inPlay(when: string, { options, seats }: Played): boolean {
  const values: Readonly<Record<string, string>> = { ...options, seats: String(seats) };
  const holds = (term: string): boolean => {
    const [, name = "", not, wanted = ""] = /^(\w+)(!?)=(.*)$/.exec(term) ?? [];
    return wanted.split("|").includes(values[name] ?? "") !== (not === "!");
  };
  return !when || when.split(" or ").some((all) => all.split(" ").every(holds));
}

/** The first paragraph that a reference such as `R7.1-R7.3` names. */
export function firstOf(reference: string): string {
  return /R\d+(?:\.\d+)*[a-z]?/.exec(reference)?.[0] ?? "";
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[*`]/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** Without the spaces that notes left behind. */
function tidy(text: string): string {
  return text
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ +([.,;:)])/g, "$1")
    .replaceAll(/([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) +(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g, "$1")
    .trim();
}

/** Two lines as one. */
function joined(first: string, second: string): string {
  const space = JAPANESE.test(first.slice(-1)) || JAPANESE.test(second.charAt(0)) ? "" : " ";
  return first + space + second;
}
