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

  test("is told from its beginning and goes on, until nobody follows it", async () => {
    let over = false;
    const transport = createRouterTransport(({ rpc }) =>
      rpc(PlayService.method.watchTable, async function* ({ tableId, fromMessage, views }, { signal }) {
        expect([tableId, fromMessage, views]).toEqual(["invitation", 1n, false]);
        yield update(message(1, "ben", "Hello"));
        yield update();
        yield update(message(2, "ada", "Welcome"));
        await new Promise<void>((end) => signal.addEventListener("abort", () => end()));
        over = true;
      }),
    );
    const room = new RoomMessages(new Lobby({ transport, patience: 0 }), "invitation");
    const seen: string[][] = [];
    room.subscribe((messages) => seen.push(messages.map(({ text }) => text)));
    const following = room.follow();
    await vi.waitFor(() => expect(seen).toEqual([[], ["Hello"], ["Hello", "Welcome"]]));
    room.close();
    await following;
    await vi.waitFor(() => expect(over).toBe(true));
  });

  test("ends where its table may not be seen any more", async () => {
    const transport = createRouterTransport(({ rpc }) =>
      rpc(PlayService.method.watchTable, async function* () {
        throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
      }),
    );
    await new RoomMessages(new Lobby({ transport, patience: 0 }), "gone").follow();
  });
});
