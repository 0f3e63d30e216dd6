/** Connections that are dead without saying so. */
import { afterEach, expect, test } from "vitest";
import { Lobby, PlayService, TableState } from "../src/index.js";
import { CALL_MILLISECONDS, PATIENCE_MILLISECONDS } from "../src/calls.js";
import { SILENCE_MILLISECONDS } from "../src/resuming.js";
import { type Proxy, swallowing } from "./swallowing.js";

let proxy: Proxy | undefined;
afterEach(() => proxy?.close());

/** A table that asks three questions, one after another. */
function game() {
  const choices = new Map<string, string>();
  const changed = new Set<() => void>();
  return {
    choices,
    watch: async function* () {
      for (;;) {
        const [number, over] = [choices.size + 1, choices.size === 3];
        const prompts = over ? [] : [{ id: `p${number}`, options: [{ id: "a" }], least: 1, most: 1 }];
        const state = over ? TableState.FINISHED : TableState.RUNNING;
        yield { update: { version: BigInt(number), prompts, state } };
        if (over) return;
        await new Promise<void>((resolve) => changed.add(resolve));
      }
    },
    choose: ({ requestId, promptId }: { requestId: string; promptId: string }) => {
      choices.set(requestId, promptId);
      for (const tell of changed) tell();
      changed.clear();
      return { version: BigInt(choices.size + 1) };
    },
  };
}

test.each([{ up: true }, { down: true }, { up: true, down: true }])(
  "a choice in flight survives a half-open connection and counts once: %o",
  async (directions) => {
    const { choices, watch, choose } = game();
    const requests: string[] = [];
    proxy = await swallowing(({ rpc }) => {
      rpc(PlayService.method.watchTable, watch);
      rpc(PlayService.method.submitChoice, (request) => {
        requests.push(request.requestId);
        return choose(request);
      });
    });
    const there = new Lobby({ baseUrl: proxy.baseUrl, attempt: 500, silence: 1_500 });
    const seat = there.seat("t");
    const answered: string[] = [];
    for await (const prompt of seat.prompts()) {
      if (prompt.id === "p2") proxy.swallow(directions);
      expect(await seat.answer(prompt, ["a"])).toBe(true);
      answered.push(prompt.id);
    }
    expect(answered).toEqual(["p1", "p2", "p3"]);
    expect([...choices.values()]).toEqual(answered);
    expect(new Set(requests).size).toBe(3);
    expect(proxy.swallowed()).toBeGreaterThan(0);
  },
  60_000,
);

test("a half-open connection is noticed in less than forty seconds, and patience is longer than that", () => {
  expect(SILENCE_MILLISECONDS).toBeLessThan(40_000);
  expect(PATIENCE_MILLISECONDS).toBeGreaterThan(SILENCE_MILLISECONDS + CALL_MILLISECONDS);
});
