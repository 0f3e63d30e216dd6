import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Bearer,
  ServerError,
  ForbiddenError,
  Guest,
  PlayerService,
  PlayService,
  readError,
  TableService,
  LimitExceededError,
  UnauthenticatedError,
  UnavailableError,
  ConflictError,
} from "../src/index.js";
import { away, lobby, MemoryStore, refusal } from "./server.js";

afterEach(() => vi.useRealTimers());

describe("errors", () => {
  test("are of the family of their code, with reason and values", () => {
    const error = readError(refusal(Code.FailedPrecondition, "CHOICE_REFUSED", { paragraph: "R6.2" }));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).not.toBeInstanceOf(ForbiddenError);
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
    expect(readError(new ConnectError("network error", Code.Unknown))).toBeInstanceOf(UnavailableError);
    expect(readError(new TypeError("Failed to fetch"))).toBeInstanceOf(UnavailableError);
    expect(readError(refusal(Code.Unknown, "INTERNAL"))).toBeInstanceOf(ServerError);
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
    await expect(play.getView({ tableId: "t" })).rejects.toBeInstanceOf(LimitExceededError);
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
    await expect(tables.listGames({})).rejects.toBeInstanceOf(UnavailableError);
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
    await expect(never.players.getMe({})).rejects.toBeInstanceOf(UnauthenticatedError);
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
    store.setItem("galaxytables.guest", JSON.stringify({ text: "old", expires: 1 }));
    const call = second.players.getMe({});
    store.setItem("galaxytables.guest", JSON.stringify({ text: "of another tab", expires: 9e15 }));
    await call;
    expect(seen).toEqual(["Bearer old", "Bearer of another tab"]);
  });

  /** A lobby whose refresh tokens are good for one use and its repeats, and whose tokens expire when told to. */
  function sessions(begun = 0) {
    const [good, spent, calls] = [new Set<string>(), new Map<string, string>(), [] as string[]];
    let number = begun;
    const pair = (seconds = 900) => {
      number += 1;
      good.add(`Bearer token ${number}`);
      const expires = { seconds: BigInt(Math.floor(Date.now() / 1000) + seconds), nanos: 0 };
      return { token: `token ${number}`, expires };
    };
    const routes = ({ rpc }: Parameters<Parameters<typeof lobby>[0]>[0]) => {
      rpc(PlayerService.method.createGuest, ({ name, refreshable }) => {
        calls.push(`guest ${name}`);
        return { ...pair(), player: { id: `id of ${name}`, name }, refreshToken: refreshable ? `${name}.0` : "" };
      });
      rpc(PlayerService.method.renewToken, ({ refreshable }) => {
        calls.push("renew");
        return { ...pair(), refreshToken: refreshable ? "exchanged.0" : "" };
      });
      rpc(PlayerService.method.refresh, async ({ refreshToken, requestId }, { requestHeader }) => {
        expect(requestHeader.get("authorization")).toBeNull();
        calls.push(refreshToken);
        const [name, use] = refreshToken.split(".");
        const known = spent.get(refreshToken) ?? requestId;
        spent.set(refreshToken, requestId);
        await Promise.resolve();
        if (known !== requestId) throw refusal(Code.Unauthenticated, "REFRESH_TOKEN_SPENT");
        return { ...pair(), refreshToken: `${name}.${Number(use) + 1}` };
      });
      rpc(PlayerService.method.getMe, (_, { requestHeader }) => {
        const token = requestHeader.get("authorization") ?? "";
        if (!good.has(token)) throw refusal(Code.Unauthenticated, "TOKEN_EXPIRED");
        return { player: { id: token, name: "" } };
      });
    };
    return { routes, calls, expire: () => good.clear() };
  }

  test("refreshes once for all calls that are refused with one token, and spends each refresh token once", async () => {
    const [{ routes, calls, expire }, store] = [sessions(), new MemoryStore()];
    const { players } = lobby(routes, new Guest("Ada", store));
    await players.getMe({});
    for (let round = 0; round < 2; round += 1) {
      expire();
      await Promise.all([players.getMe({}), players.getMe({}), players.getMe({})]);
    }
    expect(calls).toEqual(["guest Ada", "Ada.0", "Ada.1"]);
    expect(JSON.parse(store.getItem("galaxytables.guest")!)).toMatchObject({ refresh: "Ada.2", player: "id of Ada" });
  });

  test("in two tabs that refresh at once stays in both, and none spends what the other has", async () => {
    const [{ routes, calls, expire }, store] = [sessions(), new MemoryStore()];
    const tabs = [lobby(routes, new Guest("Ada", store)), lobby(routes, new Guest("", store))] as const;
    await tabs[0].players.getMe({});
    await tabs[1].players.getMe({});
    for (let round = 0; round < 3; round += 1) {
      expire();
      await Promise.all(tabs.map(({ players }) => players.getMe({})));
    }
    expect(new Set(calls)).toEqual(new Set(["guest Ada", "Ada.0", "Ada.1", "Ada.2"]));
    expire();
    await tabs[0].players.getMe({});
    await tabs[1].players.getMe({});
    expect(calls.filter((call) => call === "Ada.3")).toHaveLength(1);
  });

  test("that slept for long does not rest with the old token of another tab", async () => {
    const [{ routes, expire }, store] = [sessions(), new MemoryStore()];
    const tabs = [lobby(routes, new Guest("Ada", store)), lobby(routes, new Guest("", store))] as const;
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    await tabs[0].players.getMe({});
    vi.setSystemTime(60_000);
    await tabs[1].players.getMe({});
    vi.setSystemTime(600_000);
    expire();
    await tabs[1].players.getMe({});
    vi.setSystemTime(7_200_000);
    expire();
    await tabs[0].players.getMe({});
  });

  test("whose refresh got lost repeats it under the id that is kept, also after the page was closed", async () => {
    const [{ routes, calls, expire }, store] = [sessions(), new MemoryStore()];
    await lobby(routes, new Guest("Ada", store)).players.getMe({});
    const before = store.getItem("galaxytables.guest")!;
    expire();
    const page = lobby(routes, new Guest("", store));
    await page.players.getMe({});
    store.setItem("galaxytables.guest", before);
    expire();
    await lobby(routes, new Guest("", store)).players.getMe({});
    expect(calls).toEqual(["guest Ada", "Ada.0", "Ada.0"]);
  });

  test("of before is exchanged for one that refreshes", async () => {
    const [{ routes, calls, expire }, store] = [sessions(), new MemoryStore()];
    store.setItem("galaxytables.guest", JSON.stringify({ text: "of before", expires: 9e15 }));
    const { players } = lobby(routes, new Guest("", store));
    await players.getMe({});
    expire();
    await players.getMe({});
    expect(calls).toEqual(["renew", "exchanged.0"]);
  });

  test("in one tab goes on as who they are when another tab has made somebody else, or forgotten them", async () => {
    const [{ routes, calls, expire }, store] = [sessions(), new MemoryStore()];
    const ada = lobby(routes, new Guest("Ada", store));
    await ada.players.getMe({});
    Guest.forget(store);
    expire();
    await ada.players.getMe({});
    expect(Guest.kept(store)).toBe(false);
    await lobby(routes, new Guest("Bea", store)).players.getMe({});
    expire();
    await ada.players.getMe({});
    expect(calls).toEqual(["guest Ada", "Ada.0", "guest Bea", "Ada.1"]);
    expect(JSON.parse(store.getItem("galaxytables.guest")!)).toMatchObject({ refresh: "Bea.0" });
  });

  test("whose refresh token was stolen hears of it", async () => {
    const [{ routes, expire }, store] = [sessions(), new MemoryStore()];
    const { players } = lobby(routes, new Guest("Ada", store));
    await players.getMe({});
    expire();
    const thief = lobby(routes);
    await thief.players.refresh({ refreshToken: "Ada.0", requestId: "of the thief" });
    await expect(players.getMe({})).rejects.toMatchObject({ reason: "REFRESH_TOKEN_SPENT" });
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
