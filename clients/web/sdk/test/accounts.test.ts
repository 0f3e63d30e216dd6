import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { AccountService, Guest, PlayerService, SignedIn, type Token } from "../src/index.js";
import { lobby, MemoryStore, refusal } from "./server.js";

const ACCOUNT = { playerId: "p1", name: "Ada", token: "of the account", refreshToken: "refreshes", isNew: false };
const BACK = { state: "s", code: "c", issuer: "https://id.example", signInSecret: "secret", deviceLabel: "Firefox" };

describe("signing in", () => {
  test("takes the guest along who is kept, and keeps the account in their place", async () => {
    const store = new MemoryStore();
    const bearers: (string | null)[] = [];
    const connection = lobby(
      ({ rpc }) => {
        rpc(PlayerService.method.createGuest, () => ({
          token: "of the guest",
          refreshToken: "r",
          player: { id: "g" },
        }));
        rpc(AccountService.method.beginSignIn, (_, { requestHeader }) => {
          bearers.push(requestHeader.get("authorization"));
          return { authorizationAddress: "https://id.example/auth", signInSecret: "secret" };
        });
        rpc(AccountService.method.completeSignIn, (_, { requestHeader }) => {
          bearers.push(requestHeader.get("authorization"));
          return ACCOUNT;
        });
        rpc(AccountService.method.getAccount, (_, { requestHeader }) => {
          bearers.push(requestHeader.get("authorization"));
          return {};
        });
      },
      new Guest("Ada", store),
    );
    await connection.accounts.beginSignIn({ providerId: "one", redirectAddress: "https://tables.example/sign-in" });
    const { account, token } = await connection.completeSignIn(BACK);
    expect([account.playerId, token.refresh, token.player]).toEqual(["p1", "refreshes", "p1"]);
    await connection.accounts.getAccount({});
    expect(bearers).toEqual(["Bearer of the guest", "Bearer of the guest", "Bearer of the account"]);
    expect(JSON.parse(store.getItem("galaxytables.guest") ?? "")).toMatchObject({
      text: "of the account",
      player: "p1",
    });
  });

  test("needs no guest, and keeps the account all the same", async () => {
    const store = new MemoryStore();
    const bearers: (string | null)[] = [];
    const connection = lobby(
      ({ rpc }) => {
        rpc(AccountService.method.completeSignIn, (_, { requestHeader }) => {
          bearers.push(requestHeader.get("authorization"));
          return ACCOUNT;
        });
      },
      new Guest("", store),
    );
    await connection.completeSignIn(BACK);
    expect(bearers).toEqual([null]);
    expect(Guest.kept(store)).toBe(true);
  });

  test("that is refused changes nothing", async () => {
    const store = new MemoryStore();
    const connection = lobby(
      ({ rpc }) => {
        rpc(AccountService.method.completeSignIn, () => {
          throw refusal(Code.Unauthenticated, "SIGN_IN_UNKNOWN");
        });
      },
      new Guest("", store),
    );
    await expect(connection.completeSignIn(BACK)).rejects.toMatchObject({ reason: "SIGN_IN_UNKNOWN" });
    expect(Guest.kept(store)).toBe(false);
  });

  test("gives a token by which another connection is the account", async () => {
    const token: Token = {
      text: "of the account",
      expires: Infinity,
      refresh: "refreshes",
      request: "id",
      player: "p1",
    };
    const bearers: (string | null)[] = [];
    const connection = lobby(({ rpc }) => {
      rpc(AccountService.method.getAccount, (_, { requestHeader }) => {
        bearers.push(requestHeader.get("authorization"));
        return {};
      });
    }, new SignedIn(token));
    await connection.accounts.getAccount({});
    expect(bearers).toEqual(["Bearer of the account"]);
  });

  test("is over where the session was ended: that is said, and not that its tokens cannot be renewed", async () => {
    const connection = lobby(
      ({ rpc }) => {
        rpc(AccountService.method.getAccount, () => {
          throw refusal(Code.Unauthenticated, "SESSION_ENDED");
        });
        rpc(PlayerService.method.refresh, () => {
          throw refusal(Code.Unauthenticated, "REFRESH_TOKEN_INVALID");
        });
      },
      new SignedIn({ text: "of the account", expires: Infinity, refresh: "refreshes", request: "id", player: "p1" }),
    );
    await expect(connection.accounts.getAccount({})).rejects.toMatchObject({ reason: "SESSION_ENDED" });
  });
});
