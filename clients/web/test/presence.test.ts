import { Code } from "@connectrpc/connect";
import { type Lobby, TableState, UnavailableError } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { EVERY, hostThere, Presence } from "../src/model/presence.js";
import { bot, free, seated, table } from "./builders.js";

const open = (id: string) => table({ id, state: TableState.OPEN, host: "Bo", seats: [free(0), seated(1, "Bo")] });

function asking(answers: (readonly number[] | Error)[]) {
  const asked: string[][] = [];
  const listPresent = ({ tableIds }: { tableIds: string[] }) => {
    asked.push(tableIds);
    const answer = answers.shift() ?? [];
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ tables: tableIds.map((tableId) => ({ tableId, seats: answer })) });
  };
  return { asked, presence: new Presence({ tables: { listPresent } } as unknown as Lobby) };
}

describe("who is there", () => {
  test("is asked of open tables at once when one is new, and else now and then", async () => {
    const { asked, presence } = asking([[1], [1], [], []]);
    await presence.step(0);
    presence.show([open("a"), table({ id: "in play", state: TableState.RUNNING })]);
    for (const now of [0, 10, EVERY - 1]) await presence.step(now);
    expect(asked).toEqual([["a"]]);
    presence.show([open("a"), open("b")]);
    await presence.step(EVERY - 1);
    expect(hostThere(open("b"), presence.now)).toBe(true);
    await presence.step(2 * EVERY - 2);
    expect(asked).toEqual([["a"], ["a", "b"]]);
    await presence.step(2 * EVERY - 1);
    expect(hostThere(open("b"), presence.now)).toBe(false);
    presence.show([table({ ...open("a"), version: 2n })]);
    await presence.step(2 * EVERY);
    expect(asked.at(-1)).toEqual(["a"]);
  });

  test("is not known while the lobby does not say", async () => {
    const { presence } = asking([[1], new UnavailableError(Code.Unavailable, "")]);
    presence.show([open("a")]);
    expect(hostThere(open("a"), presence.now)).toBe(false);
    await presence.step(0);
    expect(hostThere(open("a"), presence.now)).toBe(true);
    await presence.step(EVERY);
    expect(hostThere(open("a"), presence.now)).toBe(false);
  });

  test("is nobody else than the host for whoever waits for the host", () => {
    const others = table({ id: "a", host: "Bo", seats: [bot(0, "easy"), seated(1, "Cy")] });
    expect(hostThere(others, new Map([["a", new Set([0, 1])]]))).toBe(false);
  });
});
