import { createRouterTransport } from "@connectrpc/connect";
import { create, type Message } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { EventSource, Lobby, PlayService } from "galaxytables-client";
import { JumpViewSchema } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { Phase, type RaceView, RaceViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import { type RollView, RollViewSchema, Step } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { EventSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { Past } from "../src/model/past.js";

const log = [1, 2, 3, 4, 5].map((number) => ({
  number,
  source: EventSource.GAME,
  withdrawn: false,
  // 2 and 3 are told at the same time.
  time: number === 3 ? 2 : number,
  event: create(EventSchema, {
    kind: "x",
    facts: number % 2 ? [{ name: "round", value: { case: "number", value: BigInt((number + 1) / 2) } }] : [],
  }),
}));

function past(asked: number[]): Past {
  const transport = createRouterTransport(({ rpc }) => {
    rpc(PlayService.method.getView, ({ atEvent }) => {
      asked.push(Number(atEvent));
      // What is told in the same moment is shown together: 2 and 3.
      const lastEvent = atEvent === 2n ? 3n : atEvent;
      return {
        update: { lastEvent, view: anyPack(JumpViewSchema, create(JumpViewSchema, { round: Number(atEvent) })) },
      };
    });
  });
  return new Past(new Lobby({ transport }), "t", () => log);
}

test("one walks back and on by moments, and asks for each once", async () => {
  const asked: number[] = [];
  const looking = past(asked);
  await looking.step(-1);
  await looking.step(-1);
  expect([looking.now?.event, asked]).toEqual([3, [4, 3]]);
  await looking.step(-1);
  await looking.step(-1);
  expect([looking.now?.event, asked]).toEqual([1, [4, 3, 1]]);
  await looking.step(1);
  await looking.step(1);
  expect([looking.now?.event, asked]).toEqual([4, [4, 3, 1]]);
  await looking.step(1);
  expect(looking.now).toBeUndefined();
});

test("whoever looks at one event of a moment sees all of it, and goes on behind it", async () => {
  const asked: number[] = [];
  const looking = past(asked);
  await looking.go(2);
  expect(looking.now && looking.moment(looking.shown(looking.now))).toMatchObject({ round: 2, first: 2, last: 3 });
  await looking.step(1);
  expect([looking.now?.event, asked]).toEqual([4, [2, 4]]);
});

test("the answer that is late is not shown", async () => {
  const looking = past([]);
  await Promise.all([looking.go(1), looking.go(4)]);
  expect(looking.now).toMatchObject({ event: 4, waiting: false, view: { round: 4 } });
  const going = looking.go(2);
  looking.present();
  await going;
  expect(looking.now).toBeUndefined();
});

test("one jumps to rounds", () => {
  expect(past([]).rounds()).toEqual([
    { round: 1, event: 1 },
    { round: 2, event: 3 },
    { round: 3, event: 5 },
  ]);
});

test("a moment is told by the round that it led to, and by which moment of that round it is", () => {
  const looking = past([]);
  expect([1, 2, 3, 4, 5].map((event) => looking.moment(event))).toEqual([
    { round: 1, step: 1, steps: 1, first: 1, last: 1 },
    { round: 2, step: 1, steps: 2, first: 2, last: 3 },
    { round: 2, step: 1, steps: 2, first: 2, last: 3 },
    { round: 2, step: 2, steps: 2, first: 4, last: 4 },
    { round: 3, step: 1, steps: 1, first: 5, last: 5 },
  ]);
});

test("once the game is over, what every seat saw is asked for as well", async () => {
  const open: boolean[] = [];
  const seen = anyPack(JumpViewSchema, create(JumpViewSchema, { round: 3 }));
  const transport = createRouterTransport(({ rpc }) => {
    rpc(PlayService.method.getView, ({ atEvent, openHands }) => {
      open.push(openHands);
      return { update: { lastEvent: atEvent, view: seen }, hands: openHands ? [{ seat: 1, view: seen }] : [] };
    });
  });
  let over = false;
  const looking = new Past(
    new Lobby({ transport }),
    "t",
    () => log,
    () => over,
  );
  await looking.go(1);
  expect(looking.now?.hands).toEqual([]);
  over = true;
  await looking.go(4);
  expect([open, looking.now?.hands?.map(({ seat }) => seat)]).toEqual([[false, true], [1]]);
});

const told = (number: number, time: number, round?: number) => ({
  number,
  source: EventSource.GAME,
  withdrawn: false,
  time,
  event: create(EventSchema, {
    kind: "x",
    facts: round ? [{ name: "round", value: { case: "number", value: BigInt(round) } }] : [],
  }),
});

test.each([
  [
    "Race",
    [Phase.ACTIONS, Phase.EXPLORE, Phase.EXPLORE, Phase.CONSUME, Phase.ROUND_END, Phase.ACTIONS],
    ["ACTIONS", "EXPLORE", "EXPLORE", "EXPLORE", "CONSUME", "ACTIONS"],
    (phase: number, round: number) => anyPack(RaceViewSchema, create(RaceViewSchema, { phase, round })),
    (view: Message) => Phase[(view as RaceView).phase],
  ],
  [
    "Roll",
    [Step.ASSIGN, Step.EXPLORE, Step.SHIP, Step.SHIP, Step.MANAGE, Step.ASSIGN],
    ["ASSIGN", "EXPLORE", "EXPLORE", "SHIP", "SHIP", "ASSIGN"],
    (step: number, round: number) => anyPack(RollViewSchema, create(RollViewSchema, { step, round })),
    (view: Message) => Step[(view as RollView).step],
  ],
])("each step of %s is shown in the phase in which it was made", async (_, after, shown, pack, phaseOf) => {
  // The last one begins another round.
  const log = after.map((_, index) => told(index + 1, index, index === 0 ? 1 : index === 5 ? 2 : undefined));
  const transport = createRouterTransport(({ rpc }) => {
    rpc(PlayService.method.getView, ({ atEvent = 0n }) => ({
      update: { lastEvent: atEvent, view: pack(after[Number(atEvent) - 1] ?? 0, atEvent === 6n ? 2 : 1) },
    }));
  });
  const looking = new Past(new Lobby({ transport }), "t", () => log);
  const seen = [];
  for (const { number } of log) {
    await looking.go(number);
    if (looking.now?.view) seen.push(phaseOf(looking.now.view));
  }
  expect(seen).toEqual(shown);
});
