/** What players of the printed games find different here, by topic: at every table, and at those of one game. */
import type { Say } from "./wording.js";

export const TOPICS = [
  "components",
  "together",
  "automatic",
  "back",
  "clocks",
  "chance",
  "rulings",
  "options",
  "help",
  "keys",
] as const;

export interface Difference {
  readonly topic: (typeof TOPICS)[number];
  /** One at least. */
  readonly facts: readonly string[];
}

/** What is said of each topic, in the reader's language; topics of which nothing is said are left out. */
export function differences(game: string, say: Say): Difference[] {
  const said = (message: string) => [say(message)].filter((words) => words !== message);
  return TOPICS.map((topic) => ({
    topic,
    facts: [...said(`differs-${game}-${topic}`), ...said(`differs-all-${topic}`)],
  })).filter(({ facts }) => facts.length > 0);
}
