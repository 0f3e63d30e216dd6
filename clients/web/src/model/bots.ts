import { inWords, messageId, type Words } from "galaxytables-client";
import type { Say } from "./wording.js";

/** Which bots are offered first, which one to begin with, and what they are called: by level, and by whom they appear as. */

/** Bots that games have, from the weakest. */
const LEVELS = ["random", "easy", "normal", "hard", "best"];
const USUAL = "normal";
/** What the usual bot goes by, under the name that programs know it by: who offers both offers the same twice. */
const SAME_AS_USUAL = ["greedy", "heuristic"];

/** Bots as they are offered: levels from the weakest to the strongest, then the others as the lobby has them. */
export function inOrder(bots: readonly string[]): string[] {
  const twice = bots.includes(USUAL) ? SAME_AS_USUAL : [];
  const others = bots.filter((bot) => !LEVELS.includes(bot) && !twice.includes(bot));
  return [...LEVELS.filter((level) => bots.includes(level)), ...others];
}

/** The weakest bot that plays with a plan; empty where there is none. */
export function easiestBot(bots: readonly string[]): string {
  return inOrder(bots).find((bot) => bot !== "random") ?? bots[0] ?? "";
}

/** What a bot is called; one that the page does not know by its own name, as a bot. */
export function botName(bot: string, say: Say): string {
  const message = `bot-${bot}`;
  const said = say(message);
  return said === message ? say("bot-named", { bot }) : said;
}

/** How a bot plays, in the lobby's words; empty for one that the lobby does not know. */
export function levelOf(bot: string, words: Words): string {
  return words.message(messageId("level", bot));
}

/** The name of a persona in the lobby's words, in English its id. */
export function personaName(persona: string, words: Words): string {
  return (
    words.message(messageId("persona", persona)) || inWords(persona).replace(/\b[a-z]/g, (first) => first.toUpperCase())
  );
}

/** Level, how that plays, and the persona's manner. */
export function botAbout(bot: string, persona: string, say: Say, words: Words): string {
  const [level, manner] = [levelOf(bot, words), words.message(messageId("manner", persona))];
  return level && manner ? say("bot-about", { bot: botName(bot, say), level, manner }) : botName(bot, say);
}

/** The bot to begin with; empty where there is none. */
export function usualBot(bots: readonly string[]): string {
  return bots.includes(USUAL) ? USUAL : easiestBot(bots);
}
