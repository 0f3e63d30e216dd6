import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import {
  Bearer,
  Broken,
  Forbidden,
  Guest,
  PlayerService,
  PlayService,
  readError,
  TableService,
  TooMany,
  Unauthenticated,
  Unavailable,
  Untimely,
} from "../src/index.js";
import { away, lobby, MemoryStore, refusal } from "./server.js";

describe("errors", () => {
  test("are of the family of their code, with reason and values", () => {
    const error = readError(refusal(Code.FailedPrecondition, "CHOICE_REFUSED", { paragraph: "R6.2" }));
    expect(error).toBeInstanceOf(Untimely);
    expect(error).not.toBeInstanceOf(Forbidden);
    expect([error.reason, error.values, error.message]).toEqual([
      "CHOICE_REFUSED",
      { paragraph: "R6.2" },
      "refused: CHOICE_REFUSED",
    ]);
  });

  test("say after how long it may be tried again", () => {
    expect(readError(refusal(Code.ResourceExhausted, "TOO_MANY_REQUESTS", {}, 3)).retryAfter).toBe(3000);
    expect(readError(refusal(Code.ResourceExhausted, "TOO_MANY_REQUESTS")).retryAfter).toBeUndefined();
  });

  test("of a lost connection, which a browser calls unknown, mean that nobody answered", () => {
    expect(readError(new ConnectError("network error", Code.Unknown))).toBeInstanceOf(Unavailable);
    expect(readError(new TypeError("Failed to fetch"))).toBeInstanceOf(Unavailable);
    expect(readError(refusal(Code.Unknown, "INTERNAL"))).toBeInstanceOf(Broken);
  });
});

describe("a call", () => {
  test("that changes something is repeated under the same request id", async () => {
    const ids: string[] = [];
    const { play } = lobby(({ rpc }) => {
      rpc(PlayService.method.submitChoice, ({ requestId }) => {
        ids.push(requestId);
        if (ids.length < 3) throw away();
        return { version: 7n };
      });
    });
    expect((await play.submitChoice({ tableId: "t", promptId: "1", picks: ["a"] })).version).toBe(7n);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(1);
    await play.submitChoice({ tableId: "t", promptId: "1", picks: ["a"] });
    expect(new Set(ids).size).toBe(2);
  });

  test("keeps the request id of its caller", async () => {
    const ids: string[] = [];
    const { play } = lobby(({ rpc }) => {
      rpc(PlayService.method.undo, ({ requestId }) => (ids.push(requestId), {}));
    });
    await play.undo({ tableId: "t", requestId: "of-my-own" });
    expect(ids).toEqual(["of-my-own"]);
  });

  test("that was refused is not repeated", async () => {
    let calls = 0;
    const { tables } = lobby(({ rpc }) => {
      rpc(TableService.method.startTable, () => {
        calls += 1;
        throw refusal(Code.PermissionDenied, "NOT_HOST");
      });
    });
    await expect(tables.startTable({ tableId: "t" })).rejects.toMatchObject({ reason: "NOT_HOST" });
    expect(calls).toBe(1);
  });

  test("is repeated when too many were made only if the server says when", async () => {
    let calls = 0;
    const { play } = lobby(({ rpc }) => {
      rpc(PlayService.method.getView, () => {
        calls += 1;
        if (calls === 1) throw refusal(Code.ResourceExhausted, "TOO_MANY_REQUESTS", {}, 0);
        throw refusal(Code.ResourceExhausted, "TOO_MANY_REQUESTS");
      });
    });
    await expect(play.getView({ tableId: "t" })).rejects.toBeInstanceOf(TooMany);
    expect(calls).toBe(2);
  });

  test("is given up when patience is over", async () => {
    let calls = 0;
    const { tables } = lobby(
      ({ rpc }) => {
        rpc(TableService.method.listGames, () => {
          calls += 1;
          throw away();
        });
      },
      undefined,
      0,
    );
    await expect(tables.listGames({})).rejects.toBeInstanceOf(Unavailable);
    expect(calls).toBe(1);
  });
});

describe("a guest", () => {
  const tokens = { made: 0, renewed: 0 };
  const seen: (string | null)[] = [];
  const routes = (valid: (token: string) => boolean) => {
    tokens.made = tokens.renewed = 0;
    seen.length = 0;
    return ({ rpc }: Parameters<Parameters<typeof lobby>[0]>[0]) => {
      const expires = { seconds: BigInt(Math.floor(Date.now() / 1000) + 3600), nanos: 0 };
      rpc(PlayerService.method.createGuest, () => ({ token: `made ${(tokens.made += 1)}`, expires }));
      rpc(PlayerService.method.renewToken, () => ({ token: `renewed ${(tokens.renewed += 1)}`, expires }));
      rpc(TableService.method.listGames, (_, { requestHeader }) => (seen.push(requestHeader.get("authorization")), {}));
      rpc(PlayerService.method.getMe, (_, { requestHeader }) => {
        const token = requestHeader.get("authorization");
        seen.push(token);
        if (!token || !valid(token)) throw refusal(Code.Unauthenticated, "TOKEN_EXPIRED");
        return { player: { id: "1", name: "Ada" } };
      });
    };
  };

  test("is made at the first call that needs one, and kept", async () => {
    const store = new MemoryStore();
    const first = lobby(
      routes(() => true),
      new Guest("Ada", store),
    );
    await first.tables.listGames({});
    await Promise.all([first.players.getMe({}), first.players.getMe({})]);
    expect(seen).toEqual([null, "Bearer made 1", "Bearer made 1"]);
    expect(Guest.kept(store)).toBe(true);
    const again = lobby(
      routes(() => true),
      new Guest("", store),
    );
    await again.players.getMe({});
    expect(seen).toEqual(["Bearer made 1"]);
    expect(tokens.made).toBe(0);
    Guest.forget(store);
    expect(Guest.kept(store)).toBe(false);
  });

  test("whose token is too old gets another, once", async () => {
    const { players } = lobby(
      routes((token) => token.startsWith("Bearer renewed")),
      new Guest("Ada", new MemoryStore()),
    );
    await players.getMe({});
    expect(seen).toEqual(["Bearer made 1", "Bearer renewed 1"]);
    const never = lobby(
      routes(() => false),
      new Guest("Ada"),
    );
    await expect(never.players.getMe({})).rejects.toBeInstanceOf(Unauthenticated);
    expect(tokens.renewed).toBe(1);
  });

  test("takes the token that another tab has renewed", async () => {
    const store = new MemoryStore();
    const { players } = lobby(
      routes((token) => token !== "Bearer made 1"),
      new Guest("Ada", store),
    );
    await players.getMe({}).catch(() => undefined);
    expect(tokens.renewed).toBe(1);
    const second = lobby(
      routes((token) => token === "Bearer of another tab"),
      new Guest("", store),
    );
    store.setItem("galaxy-tables.guest", JSON.stringify({ text: "old", expires: 1 }));
    const call = second.players.getMe({});
    store.setItem("galaxy-tables.guest", JSON.stringify({ text: "of another tab", expires: 9e15 }));
    await call;
    expect(seen).toEqual(["Bearer old", "Bearer of another tab"]);
  });

  test("whose name is not known is nobody", async () => {
    const { players } = lobby(
      routes(() => true),
      new Guest("", new MemoryStore()),
    );
    await expect(players.getMe({})).rejects.toMatchObject({ reason: "TOKEN_MISSING" });
  });

  test("a bearer is whoever the token belongs to", async () => {
    const { players } = lobby(
      routes(() => true),
      new Bearer("mine"),
    );
    await players.getMe({});
    expect(seen).toEqual(["Bearer mine"]);
  });
});
