import { expect, it } from "vitest";
import { botName, inOrder, usualBot } from "../src/model/bots.js";

it("offers levels from the weakest on, and begins in between", () => {
  const bots = ["best", "easy", "greedy", "hard", "normal", "random"];
  expect(inOrder(bots)).toEqual(["easy", "normal", "hard", "best", "greedy", "random"]);
  expect(usualBot(bots)).toBe("normal");
});

it("offers others as the lobby has them", () => {
  expect(inOrder(["careful", "random"])).toEqual(["careful", "random"]);
  expect(usualBot(["careful", "random"])).toBe("careful");
  expect(usualBot([])).toBe("");
});

it("calls bots by their levels, and those of others bots too", () => {
  const words: Record<string, string> = { "bot-hard": "Hard bot" };
  const say = (message: string, { bot = "" }: Record<string, string | number> = {}): string =>
    message === "bot-named" ? `${bot} (bot)` : (words[message] ?? message);
  expect(["hard", "careful"].map((bot) => botName(bot, say))).toEqual(["Hard bot", "careful (bot)"]);
});
