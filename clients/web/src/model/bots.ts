/** Which bots are offered first, and which one to begin with. */

/** Levels that games have, from the weakest. */
const LEVELS = ["easy", "normal", "hard", "best"];
const USUAL = "normal";

/** Bots as they are offered: levels from the weakest to the strongest, then the others as the lobby has them. */
export function inOrder(bots: readonly string[]): string[] {
  return [...LEVELS.filter((level) => bots.includes(level)), ...bots.filter((bot) => !LEVELS.includes(bot))];
}

/** The bot to begin with; empty where there is none. */
export function usualBot(bots: readonly string[]): string {
  return bots.includes(USUAL) ? USUAL : (inOrder(bots)[0] ?? "");
}
