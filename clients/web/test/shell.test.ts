import { beforeEach, describe, expect, test } from "vitest";
import { type Asked, type Build, Shell } from "../src/model/shell.js";

const ORIGIN = "https://tables.example";
const MAIN = "/assets/index-AAAAAAAA.js";
const OLD: Build = { version: "1", main: MAIN, files: [MAIN] };
const NEW: Build = { version: "2", main: "/assets/index-BBBBBBBB.js", files: ["/assets/index-BBBBBBBB.js"] };

/** A server with a build of the page; none while it does not answer. */
let served: Build | undefined;
let asked: string[];
let caches: Caches;

const ask = async (input: RequestInfo | URL): Promise<Response> => {
  const { pathname } = new URL(typeof input === "object" && "url" in input ? input.url : input, ORIGIN);
  asked.push(pathname);
  if (!served) throw new TypeError("Failed to fetch");
  if (pathname === "/") return new Response(`<html lang="en"><script src="${served.main}"></script></html>`);
  return new Response(`${pathname} of the server`, { status: served.files.includes(pathname) ? 200 : 404 });
};

/** What browsers keep, as far as shells need it. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const kept = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, kept);
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) kept.set(path, await ask(path));
      },
      put: async (path: string, response: Response) => void kept.set(path, response),
      match: async (path: string) => kept.get(path)?.clone(),
    };
  }

  async match(url: string): Promise<Response | undefined> {
    for (const kept of this.all.values()) {
      const found = kept.get(new URL(url).pathname);
      if (found) return found.clone();
    }
    return undefined;
  }

  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

const shellOf = (build: Build) => new Shell(build, ORIGIN, caches as unknown as CacheStorage, ask as typeof fetch);
const navigation = (path: string): Asked => ({ method: "GET", mode: "navigate", url: ORIGIN + path });
const file = (path: string): Asked => ({ method: "GET", mode: "cors", url: ORIGIN + path });
const text = async (answer?: Promise<Response>) => (await answer)?.text();

beforeEach(() => {
  [served, asked, caches] = [OLD, [], new Caches()];
});

describe("the shell", () => {
  test("stands in for the page where nobody answers, and says so", async () => {
    const shell = shellOf(OLD);
    await shell.keep();
    served = undefined;
    expect(await text(shell.answer(navigation("/")))).toContain("<html data-kept");
    expect(await text(shell.answer(navigation("/replay/t")))).toContain(MAIN);
    expect(await text(shell.answer(file(MAIN)))).toBe(`${MAIN} of the server`);
  });

  test("never stands in for the page of a server that answers", async () => {
    const shell = shellOf(OLD);
    await shell.keep();
    served = NEW;
    const page = await text(shell.answer(navigation("/")));
    expect([page?.includes(NEW.main), page?.includes("data-kept")]).toEqual([true, false]);
  });

  test("is kept whole or not at all, where the server has another build by now", async () => {
    served = NEW;
    await expect(shellOf(OLD).keep()).rejects.toThrow("another build");
    expect(await caches.keys()).toEqual([]);
  });

  test("gives what a build is made of without asking, that of the build before too", async () => {
    await shellOf(OLD).keep();
    served = NEW;
    const shell = shellOf(NEW);
    await shell.keep();
    await shell.tidy();
    asked = [];
    await Promise.all([MAIN, NEW.main].map((path) => shell.answer(file(path))));
    expect([asked, await caches.keys()]).toEqual([[], ["shell 1", "shell 2"]]);
  });

  test("of older builds is forgotten, and nothing of others", async () => {
    await caches.open("somebody's");
    for (const version of ["1", "2", "3"]) await caches.open(`shell ${version}`);
    await shellOf({ ...NEW, version: "3" }).tidy();
    expect(await caches.keys()).toEqual(["somebody's", "shell 2", "shell 3"]);
  });

  test.each([
    ["a call", { method: "POST", mode: "cors", url: `${ORIGIN}/galaxytables.lobby.v1.PlayService/WatchTable` }],
    ["another host", { method: "GET", mode: "cors", url: `https://elsewhere.example${MAIN}` }],
    ["the documentation", navigation("/docs/")],
    ["calls by hand", navigation("/try")],
    ["the board of a game", file("/boards/x/board.js")],
    ["the service worker itself", file("/sw.js")],
  ] as const)("has nothing to say to %s", (_, request) => {
    expect(shellOf(OLD).answer(request)).toBeUndefined();
  });
});
