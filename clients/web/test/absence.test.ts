import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { EventSource, Lobby, TableState } from "galaxytables-client";
import { TableEventSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/play_pb";
import { beforeEach, describe, expect, test } from "vitest";
import { Absence, type Coming } from "../src/model/absence.js";
import { TableController } from "../src/model/tableController.js";
import { table, update } from "./builders.js";

const ME = 0;
const OTHER = 1;
const MINUTE = 60_000;

let controller: TableController;
let absence: Absence;
let kept: number[];
/** The time of server and browser, which go alike here. */
let time: number;
let events: number;
let version: bigint;

/** What a seat did, or what happened to all. */
interface Did {
  readonly seat?: number;
  readonly kind?: string;
  readonly withdrawn?: number;
}

const event = ({ seat, kind = "built", withdrawn = 0 }: Did) =>
  create(TableEventSchema, {
    number: BigInt((events += 1)),
    time: timestampFromMs(time),
    source: withdrawn ? EventSource.LOBBY : EventSource.GAME,
    withdrawn,
    event: { kind, ...(seat !== undefined && { seat }) },
  });

/** The table tells of these, and when the player has last chosen. */
function tells(did: readonly Did[], { choseAt = 0, watches = false, state = TableState.RUNNING } = {}): void {
  const told = did.map(event);
  controller.now.take(
    update({
      version: (version += 1n),
      ...(!watches && { viewer: ME }),
      state,
      now: timestampFromMs(time),
      events: told,
      lastEvent: BigInt(events),
      ...(choseAt && { choseAtEvent: BigInt(choseAt) }),
    }),
    time,
  );
  controller.clear();
}

function comes(coming: Partial<Coming> = {}): void {
  const keep = (seen: number) => kept.push(seen);
  absence = new Absence(controller, { keep, clock: () => time, ...coming });
  absence.look(true);
}

const missed = () => absence.now.map(({ number }) => number);

beforeEach(() => {
  controller = new TableController(new Lobby(), table());
  [kept, time, events, version] = [[], MINUTE, 0, 0n];
});

describe("who comes back to a table", () => {
  test("is told what has happened since they last looked, and is not once they have seen it", () => {
    comes({ seen: 2 });
    tells([{}, { seat: ME }, { seat: OTHER }, {}]);
    expect([missed(), kept]).toEqual([[3, 4], []]);
    absence.skip();
    expect([missed(), kept]).toEqual([[], [4]]);
  });

  test("is told what has happened since their last choice, on a device that has kept nothing", () => {
    comes();
    tells([{}, { seat: ME }, { seat: OTHER }], { choseAt: 2 });
    expect(missed()).toEqual([3]);
  });

  test("is told nothing from before their last choice, which another device has sent", () => {
    comes({ seen: 1 });
    tells([{}, { seat: OTHER }, { seat: ME }, { seat: OTHER }], { choseAt: 3 });
    expect(missed()).toEqual([4]);
  });

  test("is told of what they looked away from, but of nothing that they saw", () => {
    comes({ seen: 0, there: true });
    tells([{ seat: OTHER }]);
    time += MINUTE;
    tells([{ seat: OTHER }]);
    expect([missed(), kept]).toEqual([[], [1, 2]]);
    absence.look(false);
    time += MINUTE;
    tells([{ seat: OTHER }, {}]);
    expect([missed(), kept]).toEqual([[], [1, 2]]);
    time += MINUTE;
    absence.look(true);
    expect(missed()).toEqual([3, 4]);
  });

  test("is told of it too where it is known only after they are back", () => {
    comes({ seen: 0, there: true });
    tells([{}]);
    absence.look(false);
    time += MINUTE;
    const late = event({ seat: OTHER });
    time += MINUTE;
    absence.look(true);
    time += 1_000;
    controller.now.take(
      update({ version: (version += 1n), viewer: ME, state: TableState.RUNNING, events: [late], lastEvent: 2n }),
      time,
    );
    controller.clear();
    expect(missed()).toEqual([2]);
  });

  test("goes on to be told what happens while they read", () => {
    comes({ seen: 1 });
    tells([{}, { seat: OTHER }]);
    time += MINUTE;
    tells([{ seat: OTHER }]);
    expect(missed()).toEqual([2, 3]);
  });

  test("is told nothing that they did themselves", () => {
    comes({ seen: 1 });
    tells([{}, { seat: ME }, { seat: OTHER }, { seat: ME }, {}]);
    expect(missed()).toEqual([3, 5]);
  });

  test("is told that the clock has chosen for them, and what", () => {
    comes({ seen: 1 });
    tells([{}, { seat: ME }, { seat: ME, kind: "clocked_out" }, { seat: ME }]);
    expect(missed()).toEqual([3, 4]);
  });

  test.each<[string, Partial<Coming>, readonly Did[], Parameters<typeof tells>[1]]>([
    ["it is their first visit", {}, [{}, { seat: OTHER }], {}],
    ["they saw the game begin", { seen: 0, there: true }, [{}, { seat: OTHER }], {}],
    ["nobody else did anything", { seen: 1 }, [{}, { seat: ME }, {}], {}],
    [
      "what others did was taken back",
      { seen: 1 },
      [{}, { seat: OTHER }, { seat: OTHER, kind: "undone", withdrawn: 1 }],
      {},
    ],
    ["they only watch", { seen: 1 }, [{}, { seat: OTHER }], { watches: true }],
    ["the game is over", { seen: 1 }, [{}, { seat: OTHER }], { state: TableState.FINISHED }],
  ])("is told nothing where %s", (_, coming, did, standing) => {
    comes(coming);
    tells(did, standing);
    expect(missed()).toEqual([]);
  });

  test("begins anew where the store has lost its last moments", () => {
    comes({ seen: 9 });
    tells([{}, { seat: OTHER }]);
    expect([missed(), kept]).toEqual([[], [2]]);
    absence.look(false);
    tells([{ seat: OTHER }]);
    time += 1;
    absence.look(true);
    expect(missed()).toEqual([3]);
  });
});
