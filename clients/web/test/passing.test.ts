import { createRouterTransport } from "@connectrpc/connect";
import { Lobby, PlayService, TableService, TableState } from "galaxytables-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Passing } from "../src/model/passing.js";
import { TableController } from "../src/model/tableController.js";
import { options, prompt, table } from "./builders.js";

const WAIT = 3000;
let controller: TableController;
let passing: Passing;
let sent: string[];
let kept: readonly string[];

/** A table that asks these questions, all at once: the first of them is the present one. */
async function asks(...questions: { id: string; kind: string; least?: number }[]): Promise<void> {
  const prompts = questions.map(({ id, kind, least = 0 }) =>
    prompt({ id, kind, least, most: 1, options: options("a", "b") }),
  );
  let version = 1n;
  const transport = createRouterTransport(({ rpc }) => {
    rpc(TableService.method.getTable, () => ({ table: table() }));
    rpc(PlayService.method.watchTable, async function* (_, { signal }) {
      yield { update: { version, state: TableState.RUNNING, viewer: 0, prompts } };
      await new Promise<void>((end) => signal.addEventListener("abort", () => end()));
    });
    rpc(PlayService.method.submitChoice, ({ promptId, picks }) => {
      sent.push(`${promptId}: ${picks.join() || "none"}`);
      version += 1n;
      return { version };
    });
  });
  controller = new TableController(new Lobby({ transport, patience: 0 }), table());
  void controller.follow();
  await vi.waitFor(() => expect(controller.answer).toBeDefined());
}

function passes(...kinds: string[]): void {
  passing = new Passing(
    controller,
    kinds,
    (kinds) => (kept = kinds),
    () => WAIT,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  [sent, kept] = [[], []];
});
afterEach(() => {
  passing.close();
  controller.close();
  vi.useRealTimers();
});

describe("passing by kind", () => {
  test("answers with none after a while, and says so before", async () => {
    await asks({ id: "1", kind: "settle.place" });
    passes("settle.place");
    expect(passing.now.soon).toBe("1");
    await vi.advanceTimersByTimeAsync(WAIT - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["1: none"]);
    expect(passing.now.soon).toBeUndefined();
  });

  test.each([
    ["of another kind", { id: "1", kind: "explore.keep" }],
    ["that wants an option", { id: "1", kind: "settle.place", least: 1 }],
  ])("leaves a question alone %s", async (_, question) => {
    await asks(question);
    passes("settle.place");
    await vi.advanceTimersByTimeAsync(WAIT);
    expect([passing.now.soon, sent]).toEqual([undefined, []]);
  });

  test("is stopped, and that question is the player's own from then on", async () => {
    await asks({ id: "1", kind: "settle.place" });
    passes("settle.place");
    passing.stop();
    expect(passing.now.soon).toBeUndefined();
    controller.clear();
    await vi.advanceTimersByTimeAsync(WAIT);
    expect([passing.now, sent]).toEqual([{ kinds: ["settle.place"], soon: undefined }, []]);
  });

  test("is stopped by a mark, also once that is taken away again", async () => {
    await asks({ id: "1", kind: "settle.place" });
    passes("settle.place");
    controller.mark("a");
    controller.mark("a");
    await vi.advanceTimersByTimeAsync(WAIT);
    expect([passing.now.soon, sent]).toEqual([undefined, []]);
  });

  test("does not pass again on what was taken back, but on the next question of the kind", async () => {
    await asks({ id: "1", kind: "settle.place" }, { id: "2", kind: "settle.place" });
    passes("settle.place");
    await vi.advanceTimersByTimeAsync(WAIT);
    expect([passing.now.soon, sent]).toEqual(["2", ["1: none"]]);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(sent).toEqual(["1: none", "2: none"]);
    // The table has not told of these answers yet: both questions are open there still.
    controller.now.noteAnswer("1", 0n);
    controller.clear();
    await vi.advanceTimersByTimeAsync(WAIT);
    expect(sent).toEqual(["1: none", "2: none"]);
  });

  test("begins and ends with a choice that is kept", async () => {
    await asks({ id: "1", kind: "settle.place" });
    passes();
    expect([passing.possible, passing.chosen, passing.now.soon]).toEqual([true, false, undefined]);
    passing.choose(true);
    expect([passing.chosen, passing.now.soon, kept]).toEqual([true, "1", ["settle.place"]]);
    passing.askAll();
    expect([passing.chosen, passing.now.soon, kept]).toEqual([false, undefined, []]);
    passing.choose(true);
    passing.choose(false);
    await vi.advanceTimersByTimeAsync(WAIT);
    expect([sent, kept]).toEqual([[], []]);
  });
});
