import { create } from "@bufbuild/protobuf";
import { EventSource } from "galaxytables-client/gen/galaxytables/lobby/v1/play_pb";
import { EventSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { describe, expect, it } from "vitest";
import { linesAt, linesOf } from "../src/model/logLines.js";

const BEGINS = "begins";
/** A log of what seats do; nobody's is what concerns the whole table. */
const log = (...told: [number | undefined, string][]) =>
  told.map(([seat, kind], index) => ({
    number: index + 1,
    event: create(EventSchema, { kind, ...(seat === undefined ? {} : { seat }) }),
    withdrawn: false,
    source: EventSource.GAME,
    time: 0,
  }));
const said = (entries: ReturnType<typeof log>) =>
  linesOf(entries, ({ event }) => event.kind).map(({ text, numbers }) => `${text} ${numbers.join()}`);

describe("the lines of a log", () => {
  it("tell once what one player does again, where it was done first", () => {
    expect(said(log([1, "draws"], [1, "draws"], [1, "consumes"], [1, "draws"]))).toEqual(["draws 1,2,4", "consumes 3"]);
  });
  it("begin anew where another player acts, and with each phase", () => {
    expect(said(log([1, "draws"], [2, "draws"], [1, "draws"]))).toHaveLength(3);
    expect(said(log([1, "draws"], [undefined, BEGINS], [1, "draws"]))).toHaveLength(3);
    expect(said(log([undefined, BEGINS], [undefined, BEGINS]))).toHaveLength(2);
  });
  it("keep what was taken back apart from what holds", () => {
    const [first, second] = log([1, "draws"], [1, "draws"]);
    if (first && second) expect(said([{ ...first, withdrawn: true }, second])).toHaveLength(2);
  });
  it("of a moment are what was done in it; what only parts the log is told where nothing else is", () => {
    const entries = log([1, "draws"], [undefined, BEGINS], [1, "builds"], [2, "builds"], [undefined, BEGINS]);
    const at = (first: number, last: number) =>
      linesAt({ first, last }, entries, ({ event }) => event.kind).map(({ number }) => number);
    expect(at(2, 4)).toEqual([3, 4]);
    expect(at(5, 5)).toEqual([5]);
  });
});
