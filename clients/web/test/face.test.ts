import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { face } from "../src/drawing/face.js";

const WORDS = new URL("../../../services/lobby/galaxytables_lobby/words/en/personas.ftl", import.meta.url);
const CAST = [...readFileSync(WORDS, "utf8").matchAll(/^persona-([a-z-]+) =/gm)].map(([, id]) =>
  (id ?? "").replaceAll("-", "_"),
);

it("is another one for each of the cast, and always the same", () => {
  expect(CAST.length).toBeGreaterThan(8);
  const drawn = CAST.map((persona) => JSON.stringify(face(persona)));
  expect(new Set(drawn).size).toBe(CAST.length);
  expect(CAST.map((persona) => JSON.stringify(face(persona)))).toEqual(drawn);
});

it("has eyes, a mouth and something on its head", () => {
  for (const persona of CAST) {
    const { head, eyes, mouth } = face(persona);
    expect(head.match(/M/g)?.length).toBeGreaterThan(1);
    expect([eyes, mouth].every((path) => path.startsWith("M"))).toBe(true);
  }
});
