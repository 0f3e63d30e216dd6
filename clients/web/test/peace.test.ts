import { create } from "@bufbuild/protobuf";
import { ChatMessageSchema, PlayerSanctionSchema, ReportKind, ReportSchema, TableSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { answersMark, decisionsMark, endOf, reportable } from "../src/model/peace.js";

describe("who can be reported", () => {
  const table = create(TableSchema, {
    seats: [
      { occupant: { case: "player", value: { id: "ada", name: "Ada" } } },
      { occupant: { case: "player", value: { id: "bea", name: "Bea" } } },
      { occupant: { case: "bot", value: "greedy" } },
    ],
  });
  const messages = ["bea", "cal", "ada"].map((id) => create(ChatMessageSchema, { player: { id, name: id } }));

  test("is everybody on a seat or in the chat but oneself, each once", () => {
    expect(reportable(table, messages, "ada").map(({ id }) => id)).toEqual(["bea", "cal"]);
    expect(reportable(table, [], undefined).map(({ id }) => id)).toEqual(["ada", "bea"]);
    expect(reportable(undefined, [], "ada")).toEqual([]);
  });
});

describe("what is new", () => {
  const sanction = (sanctionId: string, answer = "") =>
    create(PlayerSanctionSchema, { sanctionId, appeal: answer ? create(ReportSchema, { answer }) : undefined });

  test("is another decision, and the answer to an appeal", () => {
    const marks = [[], [sanction("1")], [sanction("2"), sanction("1")], [sanction("2"), sanction("1", "No.")]];
    expect(new Set(marks.map(decisionsMark)).size).toBe(marks.length);
    expect(decisionsMark([sanction("2"), sanction("1")])).toBe(decisionsMark([sanction("2"), sanction("1")]));
  });

  test("is another answer to a report, and not that a report waits", () => {
    const report = (seconds: bigint, kind = ReportKind.ABUSE) => create(ReportSchema, { kind, decided: { seconds } });
    const waits = create(ReportSchema, { kind: ReportKind.ABUSE });
    expect(answersMark([waits])).toBe("");
    expect(answersMark([report(2n), report(1n), waits])).toBe(answersMark([waits, report(1n), report(2n)]));
    expect(answersMark([report(3n), report(1n)])).not.toBe(answersMark([report(2n), report(1n)]));
    expect(answersMark([report(1n, ReportKind.APPEAL)])).toBe("");
  });
});

test("the end of a ban is read in any time zone, and a ban for good has none", () => {
  expect(endOf("2026-08-01 10:05 UTC")?.toISOString()).toBe("2026-08-01T10:05:00.000Z");
  expect([endOf(""), endOf("soon")]).toEqual([undefined, undefined]);
});
