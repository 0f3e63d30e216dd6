import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { LeaderboardPlace } from "galaxytables-client";
import { FinishedGameSchema, FinishedSeatSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { describe, expect, test } from "vitest";
import { lastOpponents, lastResults, ratingSteps, stepText } from "../src/model/career.js";
import { ownPlace } from "../src/model/ownPlace.js";
import { isProvisional } from "../src/model/rated.js";

type Seat = MessageInitShape<typeof FinishedSeatSchema>;
const person = (name: string, rank: number, rated: [number, number] | undefined = undefined): Seat => ({
  who: { who: { case: "player", value: { id: name, name: name.toUpperCase() } } },
  score: { rank },
  ...(rated && { before: { value: rated[0] }, after: { value: rated[1] } }),
});
const bot = (rank: number): Seat => ({ who: { who: { case: "bot", value: "normal" } }, score: { rank } });
const played = (tableId: string, game: string, ...seats: Seat[]) =>
  create(FinishedGameSchema, { tableId, game, seats: seats.map((seat, number) => ({ number, ...seat })) });

/** The latest first, as the archive lists them. */
const GAMES = [
  played("4", "race", person("cy", 1), person("ann", 2, [2.5, 1.25])),
  played("3", "jump", person("ann", 1, [0, 3]), bot(2)),
  played("2", "race", person("ann", 1), person("bo", 2), person("cy", 3)),
  played("1", "race", person("ann", 1, [0, 2.5]), person("bo", 2)),
];

describe("a player's career", () => {
  test("has the rating after each rated game of a kind, and where it began", () => {
    expect(ratingSteps("ann", "race", GAMES).map(stepText)).toEqual(["0.0", "2.5 (+2.5)", "1.3 (−1.3)"]);
    expect(ratingSteps("bo", "race", GAMES)).toEqual([]);
  });

  test("has the last results of a kind, the latest last", () => {
    expect(lastResults("ann", "race", GAMES, 2)).toEqual([
      { tableId: "2", rank: 1, of: 3 },
      { tableId: "4", rank: 2, of: 2 },
    ]);
  });

  test("has the people met last, and how often one was ahead of them, but no bots", () => {
    expect(lastOpponents("ann", GAMES)).toEqual([
      { id: "cy", name: "CY", games: 2, ahead: 1 },
      { id: "bo", name: "BO", games: 2, ahead: 2 },
    ]);
    expect(lastOpponents("ann", GAMES, 1).map(({ id }) => id)).toEqual(["cy"]);
  });
});

describe("one's own place", () => {
  const place = (id: string, number: number) =>
    ({ place: number, rating: { who: { who: { case: "player", value: { id } } } } }) as LeaderboardPlace;
  const pages = [["a", "b"], ["c", "me"], ["d"]];
  const asked: string[] = [];
  const fetchPage = (token: string) => {
    asked.push(token);
    const page = Number(token || 0);
    const places = (pages[page] ?? []).map((id, row) => place(id, page * 2 + row + 1));
    return Promise.resolve({ places, nextPageToken: page + 1 < pages.length ? `${page + 1}` : "" });
  };

  test("is found behind the first page, and no further page is asked for", async () => {
    expect((await ownPlace("me", fetchPage))?.place).toBe(4);
    expect(asked).toEqual(["", "1"]);
  });

  test("is none for who is not rated", async () => expect(await ownPlace("nobody", fetchPage)).toBeUndefined());
});

test("a rating is provisional until some games stand behind it", () => {
  expect([undefined, { deviation: 25 / 3 }, { deviation: 6 }, { deviation: 5.7 }].map(isProvisional)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
