import { beforeEach, describe, expect, test } from "vitest";
import { type Kept, openPath, pathOf, type Pushed, readPushed, showPushed, tellTabs } from "../src/model/pushed.js";

const ORIGIN = "https://tables.example";
const TURN = { id: "1", text: "It is your turn.", tag: "t", made: 5, path: "/#/table/t" };

/** What a system shows, by tags. */
class Shown {
  readonly all = new Map<string, { title: string; renotify: boolean; data: Kept }>();
  readonly sounded: string[] = [];

  showNotification = async (title: string, options: NotificationOptions & { renotify: boolean }): Promise<void> => {
    const { tag = "", renotify, data } = options;
    if (renotify || !this.all.has(tag)) this.sounded.push(title);
    this.all.set(tag, { title, renotify, data: data as Kept });
  };
  getNotifications = async ({ tag }: { tag: string }) =>
    [...this.all].filter(([of]) => of === tag).map(([, each]) => each);
  get titles(): string[] {
    return [...this.all.values()].map(({ title }) => title);
  }
}

let shown: Shown;
let files: Map<string, Response>;
const caches = {
  open: async () => ({
    match: async (path: string) => files.get(path)?.clone(),
    put: async (path: string, file: Response) => void files.set(path, file),
  }),
} as unknown as CacheStorage;

beforeEach(() => {
  [shown, files] = [new Shown(), new Map()];
});

async function push(more: Partial<Pushed> = {}): Promise<void> {
  const pushed = readPushed({ ...TURN, ...more });
  if (pushed) await showPushed(pushed, shown, caches);
}

describe("what is pushed", () => {
  test("is shown once, though it comes again, and even after it was put away", async () => {
    await push();
    await push();
    expect([shown.titles, shown.sounded.length]).toEqual([[TURN.text], 1]);
    shown.all.clear();
    await push();
    expect(shown.titles).toEqual([]);
  });

  test("takes the place of what came before about the same table, and sounds again", async () => {
    await push();
    await push({ id: "2", text: "Ada wrote.", made: 6 });
    await push({ id: "3", text: "It is your turn elsewhere.", tag: "u", made: 7 });
    expect(shown.titles).toEqual(["Ada wrote.", "It is your turn elsewhere."]);
    expect(shown.sounded.length).toBe(3);
  });

  test("late takes the place of nothing that is newer", async () => {
    await push({ id: "2", text: "It is your turn.", made: 6 });
    await push({ id: "3", text: "The game has begun.", made: 4 });
    expect(shown.titles).toEqual(["It is your turn."]);
  });

  test("does not sound where the page has called already", async () => {
    await shown.showNotification("Your turn", { tag: "t", renotify: false, data: { path: "/#/table/t" } });
    await push();
    expect([shown.titles, shown.sounded]).toEqual([[TURN.text], ["Your turn"]]);
  });

  test("is nothing where it cannot be read", () => {
    for (const wrong of [undefined, null, 1, "text", {}, { id: "1" }, { text: "t" }, { id: 1, text: "t" }])
      expect(readPushed(wrong)).toBeUndefined();
    expect(readPushed({ id: "1", text: "A test." })).toEqual({
      id: "1",
      text: "A test.",
      tag: "1",
      made: 0,
      path: "/",
    });
  });

  test.each([
    "https://elsewhere.example/",
    "//elsewhere.example",
    "javascript:alert(1)",
    "/\\elsewhere.example",
    "/x#/",
  ])("leads to no other place than the page: %s", (path) => {
    expect(readPushed({ ...TURN, path })?.path).toBe("/");
    expect(pathOf({ path })).toBe("/");
  });
});

/** Tabs, and what is done with them. */
function tabsAt(...urls: string[]) {
  const did: string[] = [];
  const tabs = urls.map((url, number) => ({
    url: ORIGIN + url,
    focus: async () => void did.push(`focus ${number}`),
    navigate: async (wanted: string) => {
      if (url.includes("nobody")) throw new TypeError("no worker looks after this tab");
      did.push(`navigate ${number} ${wanted}`);
    },
    postMessage: (message: string) => void did.push(`${message} ${number}`),
  }));
  return { did, matchAll: async () => tabs, openWindow: async (url: string) => void did.push(`open ${url}`) };
}

test("all tabs hear that the browser has exchanged its subscription", async () => {
  const tabs = tabsAt("/#/", "/#/ratings");
  await tellTabs(tabs);
  expect(tabs.did).toEqual(["push subscription exchanged 0", "push subscription exchanged 1"]);
});

describe("a click", () => {
  test.each([
    [["/#/", "/#/table/t"], ["focus 1"]],
    [
      ["/try", "/#/ratings"],
      ["focus 1", `navigate 1 ${ORIGIN}/#/table/t`],
    ],
    [["/try"], [`open ${ORIGIN}/#/table/t`]],
    [["/#/nobody"], ["focus 0", `open ${ORIGIN}/#/table/t`]],
  ])("leads to the table, with %j open", async (urls, expected) => {
    const tabs = tabsAt(...urls);
    await openPath(TURN.path, ORIGIN, tabs);
    expect(tabs.did).toEqual(expected);
  });

  test("on a notification without a path leads to the page", () => {
    for (const data of [null, undefined, {}, { path: "" }]) expect(pathOf(data)).toBe("/");
  });
});
