import { create } from "@bufbuild/protobuf";
import { Code, createRouterTransport } from "@connectrpc/connect";
import { type ChatMessage, ChatMessageSchema, Lobby, PlayService, TableState } from "galaxytables-client";
import { describe, expect, test, vi } from "vitest";
import { refusal } from "../sdk/test/server.js";

import { Hearing } from "../src/model/hearing.js";
import { RoomMessages } from "../src/model/roomMessages.js";

const message = (number: number, who: string, text = ""): ChatMessage =>
  create(ChatMessageSchema, { number: BigInt(number), player: { id: who, name: who }, text });

describe("what is heard", () => {
  test("is the last that another one said since the last time, and nothing that was said before", () => {
    const hearing = new Hearing();
    const said = [message(1, "ben"), message(2, "eve")];
    expect(hearing.take(said, "ada")).toBeUndefined();
    expect(hearing.take(said, "ada")).toBeUndefined();
    said.push(message(3, "ben"), message(4, "eve"));
    expect(hearing.take(said, "ada")?.number).toBe(4n);
    expect(hearing.take(said, "ada")).toBeUndefined();
    said.push(message(5, "ada"));
    expect(hearing.take(said, "ada")).toBeUndefined();
  });

  test("is the first line of a table at which nobody had spoken", () => {
    const hearing = new Hearing();
    expect(hearing.take([], "ada")).toBeUndefined();
    expect(hearing.take([message(1, "ben")], "ada")?.number).toBe(1n);
  });
});

describe("the talk of a waiting room", () => {
  const update = (...messages: ChatMessage[]) => ({ update: { version: 1n, state: TableState.OPEN, messages } });

  test("is told from its beginning, goes on until nobody follows it, and later from where it was", async () => {
    const begun: bigint[] = [];
    let over = 0;
    const transport = createRouterTransport(({ rpc }) =>
      rpc(PlayService.method.watchTable, async function* ({ tableId, fromMessage, views }, { signal }) {
        expect([tableId, views]).toEqual(["invitation", false]);
        begun.push(fromMessage);
        if (fromMessage === 1n) yield update(message(1, "ben", "Hello"));
        yield update();
        yield update(message(Number(fromMessage) + 1, "ada", "Welcome"));
        await new Promise<void>((end) => signal.addEventListener("abort", () => end()));
        over += 1;
      }),
    );
    const room = new RoomMessages(new Lobby({ transport, patience: 0 }), "invitation");
    const seen: string[][] = [];
    room.subscribe((messages) => seen.push(messages.map(({ number, text }) => `${number} ${text}`)));
    for (const visit of [1, 2]) {
      const leaves = new AbortController();
      const following = room.follow(leaves.signal);
      await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(visit + 1));
      leaves.abort();
      await following;
      await vi.waitFor(() => expect(over).toBe(visit));
    }
    expect(begun).toEqual([1n, 3n]);
    expect(seen).toEqual([[], ["1 Hello"], ["1 Hello", "2 Welcome"], ["1 Hello", "2 Welcome", "4 Welcome"]]);
  });

  test("ends where its table may not be seen any more", async () => {
    const transport = createRouterTransport(({ rpc }) =>
      rpc(PlayService.method.watchTable, async function* () {
        throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
      }),
    );
    await new RoomMessages(new Lobby({ transport, patience: 0 }), "gone").follow(new AbortController().signal);
  });
});
