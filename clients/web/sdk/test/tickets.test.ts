import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { type HoldTicketResponse, PairingService, ConflictError } from "../src/index.js";
import { away, lobby, refusal } from "./server.js";

const progress = { content: { case: "progress" as const, value: { ticketId: "t", place: 1, waiting: 1 } } };
const seat = { content: { case: "seat" as const, value: { ticketId: "t", tableId: "x" } } };

async function all(contents: AsyncIterable<HoldTicketResponse["content"]>): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  for await (const { case: kind } of contents) seen.push(kind);
  return seen;
}

describe("a live ticket", () => {
  test("is gone on with over a lost connection, until it has its seat", async () => {
    const [asked, cancelled] = [[] as (string | undefined)[], [] as string[]];
    const there = lobby(({ rpc }) => {
      rpc(PairingService.method.holdTicket, async function* ({ ticket: { case: kind, value } }) {
        asked.push(typeof value === "string" ? value : kind);
        yield asked.length === 1 ? progress : seat;
        if (asked.length === 1) throw away();
      });
      rpc(PairingService.method.cancelTicket, ({ ticketId }) => {
        cancelled.push(ticketId);
        return {};
      });
    });
    expect(await all(there.holdTicket({ offers: [{ game: "jump", seats: [2] }] }))).toEqual(["progress", "seat"]);
    expect(asked).toEqual(["terms", "t"]);
    expect(cancelled).toEqual([]);
  });

  test("from before is gone on with by its id, and a request that is repeated names the same one", async () => {
    const asked: (string | undefined)[] = [];
    const there = lobby(({ rpc }) => {
      rpc(PairingService.method.holdTicket, async function* ({ ticket: { case: kind, value }, requestId }) {
        asked.push(typeof value === "string" ? value : `${kind} ${requestId}`);
        yield seat;
      });
    });
    const terms = { offers: [{ game: "jump", seats: [2] }] };
    await all(there.holdTicket(terms, { ticketId: "before", requestId: "once" }));
    await all(there.holdTicket(terms, { requestId: "once" }));
    expect(asked).toEqual(["before", "terms once"]);
  });

  test("is cancelled by whoever leaves, unless it is over", async () => {
    const cancelled: string[] = [];
    let held = 0;
    const there = lobby(({ rpc }) => {
      rpc(PairingService.method.holdTicket, async function* () {
        held += 1;
        yield progress;
        if (held === 2) throw refusal(Code.FailedPrecondition, "TICKET_OVER");
      });
      rpc(PairingService.method.cancelTicket, ({ ticketId }) => {
        cancelled.push(ticketId);
        return { cancelled: true };
      });
    });
    for await (const { case: kind } of there.holdTicket({})) if (kind === "progress") break;
    expect(cancelled).toEqual(["t"]);
    await expect(all(there.holdTicket({}))).rejects.toBeInstanceOf(ConflictError);
    expect(cancelled).toEqual(["t"]);
  });
});
