import { expect, test } from "vitest";
import { MARKED, partsOf } from "../src/lib/sentence.js";

test("a sentence is parted at its seats and components, which keep what closes a phrase after them", () => {
  const sentence = `${MARKED.seat(2)}は${MARKED.component("c1")}、${MARKED.component("c2")}）。と${MARKED.component("c3")}を引く。`;
  expect(partsOf(sentence)).toEqual([
    { kind: "seat", seat: 2 },
    { kind: "text", text: "は" },
    { kind: "component", id: "c1", opening: "", closing: "、" },
    { kind: "component", id: "c2", opening: "", closing: "）。" },
    { kind: "text", text: "と" },
    { kind: "component", id: "c3", opening: "", closing: "" },
    { kind: "text", text: "を引く。" },
  ]);
  expect(partsOf("nobody")).toEqual([{ kind: "text", text: "nobody" }]);
});

test("what opens a phrase stays with the component that it stands before", () => {
  expect(partsOf(`${MARKED.component("c1")} (${MARKED.component("c2")}) (none) (${MARKED.seat(1)})`)).toEqual([
    { kind: "component", id: "c1", opening: "", closing: "" },
    { kind: "text", text: " " },
    { kind: "component", id: "c2", opening: "(", closing: ")" },
    { kind: "text", text: " (none) (" },
    { kind: "seat", seat: 1 },
    { kind: "text", text: ")" },
  ]);
  expect(partsOf(`“${MARKED.component("c1")}”`)).toEqual([
    { kind: "component", id: "c1", opening: "“", closing: "" },
    { kind: "text", text: "”" },
  ]);
});
