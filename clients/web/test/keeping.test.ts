import { describe, expect, test } from "vitest";
import { MemoryStore } from "../sdk/test/server.js";
import { KeptStore } from "../src/model/keptStore.js";
import { TurnMarks } from "../src/model/turnMarks.js";

describe("what is kept", () => {
  test("lies in the browser's storage where there is one", () => {
    const memory = new MemoryStore();
    const kept = new KeptStore(() => memory);
    kept.setItem("a", "1");
    expect([memory.getItem("a"), kept.getItem("a"), kept.forgetful.now]).toEqual(["1", "1", false]);
    kept.removeItem("a");
    expect([memory.getItem("a"), kept.getItem("a")]).toEqual([null, null]);
  });

  test("lasts for this visit where the storage throws at every touch, and that is said", () => {
    const kept = new KeptStore(() => {
      throw new Error("nothing is kept for this page");
    });
    expect([kept.getItem("a"), kept.forgetful.now]).toEqual([null, false]);
    kept.setItem("a", "1");
    expect([kept.getItem("a"), kept.forgetful.now]).toEqual(["1", true]);
    kept.removeItem("a");
    expect(kept.getItem("a")).toBeNull();
  });

  test("takes the room of what it replaces where the storage is full, and lasts for this visit where it must", () => {
    const memory = new MemoryStore();
    const full = {
      getItem: memory.getItem,
      removeItem: memory.removeItem,
      setItem(key: string, value: string) {
        if (memory.items.has(key) || memory.items.size >= 1) throw new Error("full");
        memory.setItem(key, value);
      },
    };
    const kept = new KeptStore(() => full);
    kept.setItem("token", "1");
    kept.setItem("token", "2");
    expect([memory.getItem("token"), kept.forgetful.now]).toEqual(["2", false]);
    kept.setItem("more", "3");
    expect([kept.getItem("more"), kept.getItem("token"), kept.forgetful.now]).toEqual(["3", "2", true]);
  });
});

describe("marks of turns", () => {
  const called = (marks: TurnMarks, ...turns: (readonly [number, boolean])[]) =>
    turns.map(([version, waiting]) => marks.note("t", { version, waiting }));

  test("let one of several tabs call for each turn, however late the others learn of it", () => {
    const store = new MemoryStore();
    const tabs = [new TurnMarks(store), new TurnMarks(store)] as const;
    expect(called(tabs[0], [1, false], [10, true])).toEqual([false, true]);
    expect(called(tabs[1], [1, false], [10, true])).toEqual([false, false]);
    expect(called(tabs[0], [11, false], [13, true])).toEqual([false, true]);
    // It learns of the first turn's end after the second has begun.
    expect(called(tabs[1], [11, false], [13, true])).toEqual([false, false]);
    // It has seen the turn later, as the table stood then.
    expect(called(tabs[1], [15, true])).toEqual([false]);
    expect(called(tabs[1], [16, false], [18, true])).toEqual([false, true]);
  });

  test("that cannot be read count as none", () => {
    const store = new MemoryStore();
    store.setItem("galaxytables.called", "{");
    expect(called(new TurnMarks(store), [1, true])).toEqual([true]);
  });
});
