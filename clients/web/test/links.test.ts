import { describe, expect, test } from "vitest";
import { invitationOf } from "../src/model/invitation.js";
import { hashOf, routeOf } from "../src/model/route.js";

const [ID, CODE] = ["bcdfghjkmnpqrstv", "BCDFGHJKMN"];

describe("an invitation", () => {
  test.each([
    `http://127.0.0.1:5180/#/table/${CODE}`,
    `  https://play.example/some/where/#/table/${CODE}?from=mail  `,
    `#/table/${CODE}`,
    CODE,
    CODE.toLowerCase(),
    "bcdfg-hjkmn",
    "BCDFG HJKMN",
    " bcd fgh–jkm.n ",
    "ＢＣＤＦＧＨＪＫＭＮ",
  ])("is read as it is pasted or typed: %s", (text) => expect(invitationOf(text)).toBe(CODE));

  test("may be a table's id, in any writing too", () => {
    for (const text of [ID, ID.toUpperCase(), `http://x/#/table/${ID}`, "bcdf-ghjk-mnpq-rstv"])
      expect(invitationOf(text)).toBe(ID);
  });

  test("that is none is left as it is, for the server to refuse", () => {
    for (const text of ["50%", "hello", "#/table/%E0%A4%A"])
      expect(invitationOf(text)).toBe(text.replace("#/table/", ""));
    expect(invitationOf("  ")).toBe("");
  });
});

describe("a route", () => {
  test.each([
    ["/", "lobby", ""],
    [`/table/${ID}`, "table", ID],
    [`/table/${ID}/`, "table", ID],
    ["/table/bcdfg-hjkmn", "table", CODE],
    ["/table/50%25", "table", "50%"],
    [`/replay/${ID}`, "replay", ID],
    [`/report/${ID}`, "report", ID],
    ["/decisions", "decisions", ""],
    ["/conduct", "conduct", ""],
    ["/player/me", "player", "me"],
    ["/ratings", "ratings", ""],
    ["/account", "account", ""],
    ["/lessons", "lessons", ""],
    ["/watch", "watch", ""],
    ["/notifications", "notifications", ""],
    ["/ratings/race", "ratings", "race"],
    ["/new/none", "new", "none"],
    ["/learn/race", "learn", "race"],
    ["/rules/race", "rules", "race"],
    ["/confirm-email/0b7c.aB-_9", "confirm-email", "0b7c.aB-_9"],
    ["/stop-email/0b7c.aB-_9", "stop-email", "0b7c.aB-_9"],
  ])("shows what it names: %s", (path, kind, name) => expect(routeOf(path)).toEqual({ kind, name }));

  test.each(["table", "replay", "player", "new", "learn", "rules", "stop-email"])(
    "of a %s needs a name that can be read",
    (kind) => {
      for (const name of ["", "/", "50%", "%E0%A4%A", "%", "a/b", "%20"])
        expect(routeOf(`/${kind}/${name}`).kind).toBe("nothing");
      expect(routeOf(`/${kind}`).kind).toBe("nothing");
    },
  );

  test("of a shared game is a path, which becomes a place of the page", () => {
    expect(hashOf(`/replay/${ID}`)).toBe(`#/replay/${ID}`);
    for (const path of ["/", "/replays/x", "/table/x", "/x/replay/y"]) expect(hashOf(path)).toBe("");
  });

  test.each(["/none", "//", "//table", "x", "/ratings/50%", "/account/x", "/Table/x", "/constructor/x"])(
    "that is none leads nowhere: %s",
    (path) => expect(routeOf(path).kind).toBe(path === "//" ? "lobby" : "nothing"),
  );
});
