import { EventSource } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { KnownTable } from "../src/model/knownTable.js";
import { prompt, update } from "./builders.js";

const told = (number: number, kind: string, withdrawn = 0, source = EventSource.GAME) => ({
  number: BigInt(number),
  event: { kind },
  source,
  withdrawn,
});

function kinds(state: KnownTable): string[] {
  return state.log.map(({ event, withdrawn }) => (withdrawn ? `(${event.kind})` : event.kind));
}

describe("a table's state", () => {
  test("takes events once, by their numbers", () => {
    const state = new KnownTable();
    state.take(update({ events: [told(1, "a"), told(2, "b")], lastEvent: 2n, version: 1n }), 0);
    state.take(update({ events: [told(2, "b"), told(3, "c")], lastEvent: 3n, version: 2n }), 0);
    expect(kinds(state)).toEqual(["a", "b", "c"]);
  });

  test("leaves out what is older, but not what a resync says", () => {
    const state = new KnownTable();
    state.take(update({ version: 5n, waitingFor: [1] }), 0);
    state.take(update({ version: 4n, waitingFor: [2] }), 0);
    expect(state.waitingFor).toEqual([1]);
    state.take(update({ version: 3n, waitingFor: [0], resync: true, events: [told(1, "x")] }), 0);
    expect([state.waitingFor, kinds(state)]).toEqual([[0], ["x"]]);
  });

  test("is stranded for as long as the lobby says so, and keeps what was seen last", () => {
    const state = new KnownTable();
    state.take(update({ version: 1n, waitingFor: [1], stranded: true }), 0);
    expect([state.stranded, state.waitingFor]).toEqual([true, [1]]);
    state.take(update({ version: 1n, waitingFor: [1] }), 0);
    expect(state.stranded).toBe(false);
  });

  test("an undo withdraws the game's last events that still held", () => {
    const state = new KnownTable();
    const lobby = EventSource.LOBBY;
    state.take(update({ events: [told(1, "a"), told(2, "b"), told(3, "undone", 1, lobby)], lastEvent: 3n }), 0);
    state.take(update({ events: [told(4, "taken_back", 1, lobby)], lastEvent: 4n, version: 1n }), 0);
    expect(kinds(state)).toEqual(["(a)", "(b)", "undone", "taken_back"]);
  });

  test("an answered prompt is not asked again before the update that no longer has it", () => {
    const state = new KnownTable();
    state.take(update({ version: 1n, prompts: [prompt({ id: "1" })] }), 0);
    state.noteAnswer("1", 3n);
    state.take(update({ version: 2n, prompts: [prompt({ id: "1" })] }), 0);
    expect(state.open).toEqual([]);
    state.take(update({ version: 3n, prompts: [prompt({ id: "2" })] }), 0);
    expect(state.open.map(({ id }) => id)).toEqual(["2"]);
    state.take(update({ version: 4n, prompts: [prompt({ id: "1" })] }), 0);
    expect(state.open.map(({ id }) => id)).toEqual(["1"]);
  });

  test("choices that were taken back by agreement are asked again under the same ids", () => {
    const state = new KnownTable();
    state.take(update({ version: 1n, prompts: [prompt({ id: "1" })] }), 0);
    state.noteAnswer("1", 9n);
    state.take(update({ version: 2n, takebacks: 1, prompts: [prompt({ id: "1" })] }), 0);
    expect(state.open.map(({ id }) => id)).toEqual(["1"]);
  });

  test("messages come once", () => {
    const state = new KnownTable();
    state.take(update({ messages: [{ number: 1n, text: "a" }] }), 0);
    state.take(
      update({
        version: 1n,
        messages: [
          { number: 1n, text: "a" },
          { number: 2n, text: "b" },
        ],
      }),
      0,
    );
    expect(state.messages.map(({ text }) => text)).toEqual(["a", "b"]);
  });
});
