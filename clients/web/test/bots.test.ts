import { expect, it } from "vitest";
import { Words } from "galaxytables-client";
import { create } from "@bufbuild/protobuf";
import { FinishedSeatSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { botAbout, botName, easiestBot, inOrder, levelOf, personaName, usualBot } from "../src/model/bots.js";
import { finishedLevel, finishedName } from "../src/model/people.js";
import { wording } from "../src/model/wording.js";

it("offers levels from the weakest on, and begins in between", () => {
  const bots = ["best", "easy", "hard", "normal", "random"];
  expect(inOrder(bots)).toEqual(["random", "easy", "normal", "hard", "best"]);
  expect([usualBot(bots), easiestBot(bots)]).toEqual(["normal", "easy"]);
});

it("offers none twice under two names", () => {
  expect(inOrder(["greedy", "heuristic", "normal"])).toEqual(["normal"]);
  expect(inOrder(["greedy"])).toEqual(["greedy"]);
});

it("offers others as the lobby has them", () => {
  expect(inOrder(["careful", "random"])).toEqual(["random", "careful"]);
  expect(usualBot(["careful", "random"])).toBe("careful");
  expect([usualBot(["random"]), usualBot([])]).toEqual(["random", ""]);
});

it("calls bots by their levels, and those of others bots too", () => {
  const words: Record<string, string> = { "bot-hard": "Hard bot" };
  const say = (message: string, { bot = "" }: Record<string, string | number> = {}): string =>
    message === "bot-named" ? `${bot} (bot)` : (words[message] ?? message);
  expect(["hard", "careful"].map((bot) => botName(bot, say))).toEqual(["Hard bot", "careful (bot)"]);
});

const lobby = new Words("en", ["level-hard = looks ahead\npersona-tin-otter = Tin Otter!\nmanner-tin-otter = Floats."]);
const said = wording("en", [
  "bot-hard = Hard bot\nbot-named = { $bot } (bot)\nbot-about = { $bot }: { $level }. { $manner }",
]);

it("names whom a bot appears as in the lobby's words, and without these by the id", () => {
  expect(["tin_otter", "brass_owl"].map((persona) => personaName(persona, lobby))).toEqual(["Tin Otter!", "Brass Owl"]);
});

it("tells how a bot plays and its manner, as far as the lobby knows", () => {
  expect(["hard", "careful"].map((bot) => levelOf(bot, lobby))).toEqual(["looks ahead", ""]);
  expect(botAbout("hard", "tin_otter", said, lobby)).toBe("Hard bot: looks ahead. Floats.");
  expect(botAbout("hard", "", said, lobby)).toBe("Hard bot");
  expect(botAbout("careful", "tin_otter", said, lobby)).toBe("careful (bot)");
});

it("names bots of finished games as they appeared, their level beside it; older games know only the level", () => {
  const bot = { who: { case: "bot" as const, value: "hard" } };
  const player = { who: { case: "player" as const, value: { id: "p", name: "Ada" } } };
  const seats = [{ who: player }, { who: bot, persona: "tin_otter" }, { who: bot }].map((seat) =>
    create(FinishedSeatSchema, seat),
  );
  expect(seats.map((seat) => finishedName(seat, said, lobby))).toEqual(["Ada", "Tin Otter!", "Hard bot"]);
  expect(seats.map((seat) => finishedLevel(seat, said))).toEqual(["", "Hard bot", ""]);
});
