import { Code, type ConnectRouter, createRouterTransport } from "@connectrpc/connect";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { Lobby, PlayService, TableService, TableState, Visibility } from "galaxytables-client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { away, refusal } from "../sdk/test/server.js";
import { MOMENT, TableController } from "../src/model/tableController.js";
import { options, prompt, table } from "./builders.js";

let controller: TableController;
afterEach(() => controller.close());

function controllerOf(
  routes: (router: ConnectRouter) => void,
  nextFrame?: (work: () => void) => void,
): TableController {
  const transport = createRouterTransport(({ rpc, service }) => {
    rpc(TableService.method.getTable, () => ({ table: table({ name: "looked at again" }) }));
    routes({ rpc, service } as ConnectRouter);
  });
  controller = new TableController(new Lobby({ transport, patience: 0 }), table(), nextFrame);
  return controller;
}

const asked = (id: string, version: bigint, ...ids: string[]) => ({
  update: { version, state: TableState.RUNNING, viewer: 0, prompts: [prompt({ id, options: options(...ids) })] },
});

/** A stream that tells what is put into it. */
function stream<T>() {
  const waiting: T[] = [];
  let wake = () => {};
  return {
    put(item: T) {
      waiting.push(item);
      wake();
    },
    async *read(signal: AbortSignal): AsyncGenerator<T> {
      while (!signal.aborted) {
        const item = waiting.shift();
        if (item !== undefined) yield item;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener("abort", () => resolve());
          });
      }
    },
  };
}

describe("a controller", () => {
  test("keeps marks while the question stays the same, and shows nothing that the server has not said", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const chosen: unknown[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, ({ promptId, picks }) => (chosen.push([promptId, picks]), { version: 3n }));
    });
    void controller.follow();
    told.put(asked("1", 1n, "a", "b"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("1"));
    controller.mark("b");
    told.put(asked("1", 2n, "a", "b"));
    await vi.waitFor(() => expect(controller.now.open).toHaveLength(1));
    expect(controller.answer?.picks).toEqual(["b"]);
    await controller.submit();
    expect(chosen).toEqual([["1", ["b"]]]);
    expect(controller.answer).toBeUndefined();
    told.put(asked("2", 3n, "c"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("2"));
    expect(controller.answer?.picks).toEqual([]);
    expect(controller.line.now.state).toBe("live");
  });

  test("answers questions that were planned as they are asked, and leaves all others to the player", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const chosen: unknown[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, ({ promptId, picks }) => {
        chosen.push([promptId, picks]);
        return { version: BigInt(chosen.length) };
      });
    });
    const ofKind = (kind: string, id: string, version: bigint, ...ids: string[]) => {
      const told = asked(id, version, ...ids);
      return { update: { ...told.update, prompts: told.update.prompts.map((each) => ({ ...each, kind })) } };
    };
    const given = (kind: string, pick: string) => ({
      kind,
      picks: ({ options }: Prompt) => (options.some(({ id }) => id === pick) ? [pick] : undefined),
      moves: new Map(),
    });
    const begins = async (id: string, version: bigint) => {
      told.put(ofKind("phase", id, version, "a"));
      await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe(id));
      controller.mark("a");
      controller.plan([given("die", "d"), given("wild", "w"), given("power", "done")]);
    };
    void controller.follow();

    // A question that is not asked is passed over.
    await begins("1", 1n);
    await controller.submit();
    told.put(ofKind("wild", "2", 2n, "v", "w"));
    await vi.waitFor(() =>
      expect(chosen).toEqual([
        ["1", ["a"]],
        ["2", ["w"]],
      ]),
    );
    // What was meant is not offered: the player is asked, then and afterwards.
    told.put(ofKind("power", "3", 3n, "dictate"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("3"));
    expect(controller.unplanned).toBe(true);
    told.put(ofKind("power", "4", 4n, "done"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("4"));
    expect([chosen.length, controller.unplanned]).toEqual([2, false]);

    // Whoever answers this question alone has planned nothing.
    await begins("5", 5n);
    await controller.submit(["a"]);
    told.put(ofKind("die", "6", 6n, "d"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("6"));
    expect(chosen.slice(2)).toEqual([["5", ["a"]]]);
  });

  test("tells the first update at once, and those that come before it is drawn together, with the next frame", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const frames: (() => void)[] = [];
    const controller = controllerOf(
      ({ rpc }) => {
        rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      },
      (work) => frames.push(work),
    );
    const seen: (string | undefined)[] = [];
    controller.subscribe(() => seen.push(controller.answer?.prompt.id));
    seen.length = 0;
    void controller.follow();
    told.put(asked("1", 1n, "a"));
    await vi.waitFor(() => expect(seen).toContain("1"));
    await vi.waitFor(() => expect(controller.table.now.name).toBe("looked at again"));
    const before = seen.length;
    told.put(asked("2", 2n, "b"));
    told.put(asked("3", 3n, "c"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("3"));
    expect(frames).toHaveLength(1);
    frames.shift()?.();
    expect(seen.slice(before)).not.toContain("2");
    expect(seen.at(-1)).toBe("3");
    // Once that is drawn the next one is told at once again.
    frames.shift()?.();
    expect(frames).toEqual([]);
    told.put(asked("4", 4n, "d"));
    await vi.waitFor(() => expect(seen.at(-1)).toBe("4"));
  });

  test.each<[string, readonly TableState[], number | undefined, boolean]>([
    ["a player was there", [TableState.RUNNING, TableState.FINISHED], 0, true],
    ["they come later", [TableState.FINISHED], 0, false],
    ["somebody only watches", [TableState.RUNNING, TableState.FINISHED], undefined, false],
  ])("knows whether its end was seen where %s", async (_, states, viewer, seen) => {
    const stands = (state: TableState, version: bigint) => ({
      update: { state, version, ...(viewer !== undefined && { viewer }) },
    });
    const told = stream<ReturnType<typeof stands>>();
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
    });
    void controller.follow();
    states.forEach((state, index) => told.put(stands(state, BigInt(index + 1))));
    await vi.waitFor(() => expect(controller.now.finished).toBe(true));
    expect(controller.sawEnd).toBe(seen);
  });

  test.each<
    [
      string,
      { onePress?: boolean; most?: number; after?: number; plans?: boolean },
      readonly string[],
      readonly string[][],
    ]
  >([
    ["is marked where answers are confirmed", { onePress: false }, ["b"], []],
    ["is the answer where one press is enough", {}, ["b"], [["b"]]],
    ["is marked where several are wanted", { most: 2 }, ["b"], []],
    ["is marked where it is answered together with others", { plans: true }, ["b"], []],
    ["is marked if it was meant for the question before", { after: MOMENT - 1 }, ["b"], []],
  ])(
    "an option that is pressed %s",
    async (_, { onePress = true, most = 1, after = MOMENT, plans = false }, picks, given) => {
      const chosen: string[][] = [];
      const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
      const question = prompt({ id: "1", most, options: options("a", "b") });
      const told = stream<{ update: object }>();
      const controller = controllerOf(({ rpc }) => {
        rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal) as never);
        rpc(PlayService.method.submitChoice, ({ picks }) => (chosen.push(picks), { version: 1n }));
      });
      controller.onePress = onePress;
      void controller.follow();
      told.put({ update: { version: 1n, state: TableState.RUNNING, viewer: 0, prompts: [question] } });
      await vi.waitFor(() => expect(controller.answer).toBeDefined());
      if (plans) controller.plan([]);
      clock.mockReturnValue(1_000 + after);
      controller.choose("b");
      expect(controller.answer?.picks).toEqual(picks);
      expect(controller.sending).toBe(given.length > 0);
      await vi.waitFor(() => expect(chosen).toEqual(given));
      // What was marked in vain is answered by another press, and not taken back by it.
      clock.mockReturnValue(2_000);
      if (onePress && most === 1 && !plans && !given.length) {
        controller.choose("b");
        await vi.waitFor(() => expect(chosen).toEqual([["b"]]));
      }
      clock.mockRestore();
    },
  );

  test("says why a choice was refused, and keeps the question open", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, () => {
        throw refusal(Code.FailedPrecondition, "CHOICE_REFUSED", { paragraph: "R7.4" });
      });
    });
    void controller.follow();
    told.put(asked("1", 1n, "a"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    controller.mark("a");
    await controller.submit();
    expect([controller.failure?.reason, controller.answer?.picks, controller.sending]).toEqual([
      "CHOICE_REFUSED",
      ["a"],
      false,
    ]);
  });

  test("sends an answer again under its request id once the server is heard, and says so until then", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const ids: string[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, ({ requestId }) => {
        ids.push(requestId);
        if (ids.length < 3) throw away();
        return { version: 5n };
      });
    });
    void controller.follow();
    told.put(asked("1", 1n, "a", "b"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    const states: string[] = [];
    controller.line.subscribe(({ state }) => states.push(state));
    const submitted = controller.submit(["a"]);
    for (const version of [2n, 3n]) {
      await vi.waitFor(() => expect(controller.line.now.state).toBe("lost"));
      expect([controller.sending, controller.failure]).toEqual([true, undefined]);
      told.put(asked("1", version, "a", "b"));
    }
    await submitted;
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
    expect(states).toEqual(["live", "lost", "live", "lost", "live"]);
    expect([controller.sending, controller.answer]).toEqual([false, undefined]);
  });

  test("marks stay as they were given until the answer is sent, and can be moved again where it is refused", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const sent: (readonly string[])[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, ({ picks }) => {
        sent.push(picks);
        throw sent.length < 2 ? away() : refusal(Code.InvalidArgument, "TOO_MANY");
      });
    });
    void controller.follow();
    told.put(asked("1", 1n, "a", "b"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    controller.mark("a");
    const submitted = controller.submit();
    await vi.waitFor(() => expect(controller.line.now.state).toBe("lost"));
    for (const move of [
      () => controller.mark("b"),
      () => controller.choose("b"),
      () => controller.markAll(["b"]),
      () => controller.clear(),
    ]) {
      move();
      expect([controller.sealed, controller.answer?.picks]).toEqual([true, ["a"]]);
    }
    told.put(asked("1", 2n, "a", "b"));
    await submitted;
    expect(sent).toEqual([["a"], ["a"]]);
    controller.clear();
    controller.mark("b");
    expect([controller.sealed, controller.answer?.picks]).toEqual([false, ["b"]]);
  });

  test("whom the server refuses is asked nothing any more, and is no longer connected", async () => {
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* () {
        yield asked("1", 1n, "a");
        await new Promise((resolve) => setTimeout(resolve));
        throw refusal(Code.PermissionDenied, "BANNED");
      });
    });
    await expect(controller.follow()).rejects.toMatchObject({ reason: "BANNED" });
    expect([controller.shut, controller.answer, controller.line.now.state]).toEqual([true, undefined, "over"]);
  });

  test("an answer that hangs does not keep the next question, and is not sent again for it", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const sent: string[] = [];
    let lose = () => {};
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, async ({ promptId }) => {
        sent.push(promptId);
        await new Promise<void>((resolve) => (lose = resolve));
        throw away();
      });
    });
    void controller.follow();
    told.put(asked("1", 1n, "a"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    const submitted = controller.submit(["a"]);
    expect(controller.sending).toBe(true);
    told.put(asked("2", 2n, "c"));
    // The call for the first question still hangs.
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("2"));
    expect([controller.sending, sent]).toEqual([false, ["1"]]);
    lose();
    await submitted;
    expect(controller.answer?.prompt.id).toBe("2");
    expect([controller.sending, sent]).toEqual([false, ["1"]]);
  });

  test("a line in the talk that is not taken neither blocks the answer nor is lost", async () => {
    const told = stream<ReturnType<typeof asked>>();
    let free = () => {};
    const lines: string[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.submitChoice, () => ({ version: 2n }));
      rpc(PlayService.method.sendMessage, async ({ text }) => {
        lines.push(text);
        if (text === "fine") return {};
        await new Promise<void>((resolve) => (free = resolve));
        throw refusal(Code.ResourceExhausted, "CHAT_TOO_FAST");
      });
    });
    const { talk } = controller;
    void controller.follow();
    told.put(asked("1", 1n, "a"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    for (const line of ["fine", "too fast", "and more"]) {
      talk.type(line);
      talk.send();
    }
    await vi.waitFor(() => expect(lines).toEqual(["fine", "too fast"]));
    expect(talk.now.sending).toEqual(["too fast", "and more"]);
    expect(controller.sending).toBe(false);
    await controller.submit(["a"]);
    expect(controller.failure).toBeUndefined();
    talk.type("typed meanwhile");
    free();
    await vi.waitFor(() => expect(talk.now.failure?.reason).toBe("CHAT_TOO_FAST"));
    expect(talk.now.draft).toBe("too fast and more typed meanwhile");
    expect(talk.now.sending).toEqual([]);
  });

  test("looks at the seats again when the table starts and ends", async () => {
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* () {
        yield { update: { state: TableState.FINISHED } };
      });
    });
    await controller.follow();
    await vi.waitFor(() => expect(controller.table.now.name).toBe("looked at again"));
    expect(controller.line.now.state).toBe("over");
  });

  test("asks why not for the question that is open", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.explainPrompt, ({ promptId }) => ({ otherwise: { kind: `not_asked by ${promptId}` } }));
    });
    void controller.follow();
    told.put(asked("1", 1n, "a"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    await controller.explain();
    expect(controller.explained?.otherwise?.kind).toBe("not_asked by 1");
    told.put(asked("2", 2n, "a"));
    await vi.waitFor(() => expect(controller.explained).toBeUndefined());
  });

  test("asks for a hint at a private table, and keeps it while the question is open", async () => {
    const told = stream<ReturnType<typeof asked>>();
    const hinted: string[] = [];
    const controller = controllerOf(({ rpc }) => {
      rpc(PlayService.method.watchTable, (_, { signal }) => told.read(signal));
      rpc(PlayService.method.hint, ({ promptId }) => {
        hinted.push(promptId);
        return { hint: { promptId, bot: "best", answers: [{ picks: ["b"] }, { picks: ["a", "b"] }] } };
      });
    });
    void controller.follow();
    told.put(asked("1", 1n, "a", "b"));
    await vi.waitFor(() => expect(controller.answer).toBeDefined());
    await controller.askHint();
    expect([controller.givesHints, hinted]).toEqual([false, []]);
    controller.table.set(table({ visibility: Visibility.PRIVATE }));
    await controller.askHint();
    expect(controller.hint?.answers[0]?.picks).toEqual(["b"]);
    controller.mark("a");
    controller.markAll(["b"]);
    expect(controller.answer?.picks).toEqual(["b"]);
    told.put(asked("2", 2n, "a"));
    await vi.waitFor(() => expect(controller.answer?.prompt.id).toBe("2"));
    expect(controller.hint).toBeUndefined();
  });
});
