import { expect, test, vi } from "vitest";
import { callsHere } from "../src/lib/tabs.js";

test("a turn that ends at once keeps nobody from being called to the next one", async () => {
  const turns: boolean[] = [];
  for (const [version, waiting] of [
    [1, true],
    [2, false],
    [3, true],
  ] as const)
    turns.push(await callsHere("quick", version, waiting));
  expect(turns).toEqual([true, false, true]);
});

test("a turn that another tab has called is not called again, also where that tab's note has not come yet", async () => {
  const called = await callsHere("t", 1, true);
  // Nothing that one tab keeps reaches the other.
  vi.resetModules();
  const other = await import("../src/lib/tabs.js");
  expect([called, await other.callsHere("t", 1, true)]).toEqual([true, false]);
});
