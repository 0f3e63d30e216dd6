/** How the page looks, sounds and moves for a reader, as their browser keeps it. */
import { type Language, LANGUAGES, preferred } from "./wording.js";

export const THEMES = ["dark", "light", "system"] as const;
export const TEXT_SIZES = ["usual", "large", "huge"] as const;

export interface Settings {
  language: Language;
  /** `system` follows what the system prefers. */
  theme: (typeof THEMES)[number];
  text: (typeof TEXT_SIZES)[number];
  /** Whether an option is an answer where one alone is wanted, without being confirmed. */
  onePress: boolean;
  /** Whether pieces are seen to move. */
  motion: boolean;
  sound: boolean;
  /** Whether the system tells of turns while the reader looks elsewhere. */
  notify: boolean;
}

/** Settings as they were kept; what is missing or unknown is as usual. */
export function readSettings(kept: string | null, languages: readonly string[]): Settings {
  const found = parsed(kept);
  const one = <T extends string>(of: readonly T[], name: string, usual: T): T =>
    of.find((known) => known === found[name]) ?? usual;
  const flag = (name: string, usual: boolean): boolean => (typeof found[name] === "boolean" ? found[name] : usual);
  return {
    language: one(LANGUAGES, "language", preferred(languages)),
    theme: one(THEMES, "theme", "dark"),
    text: one(TEXT_SIZES, "text", "usual"),
    onePress: flag("onePress", false),
    motion: flag("motion", true),
    sound: flag("sound", true),
    notify: flag("notify", false),
  };
}

function parsed(kept: string | null): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(kept ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
