import type { Say } from "./wording.js";

/** Which bots are offered first, and which one to begin with. */

/** Levels that games have, from the weakest. */
const LEVELS = ["easy", "normal", "hard", "best"];
const USUAL = "normal";

/** Bots as they are offered: levels from the weakest to the strongest, then the others as the lobby has them. */
export function inOrder(bots: readonly string[]): string[] {
  return [...LEVELS.filter((level) => bots.includes(level)), ...bots.filter((bot) => !LEVELS.includes(bot))];
}

/** What a bot is called; one that the page does not know by its own name, as a bot. */
export function botName(bot: string, say: Say): string {
  const message = `bot-${bot}`;
  const said = say(message);
  return said === message ? say("bot-named", { bot }) : said;
}

/** The bot to begin with; empty where there is none. */
export function usualBot(bots: readonly string[]): string {
  return bots.includes(USUAL) ? USUAL : (inOrder(bots)[0] ?? "");
}
