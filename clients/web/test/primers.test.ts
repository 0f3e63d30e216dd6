/** A lesson begins with its goal, its end, a piece with its parts and signs, each with words of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fromJson } from "@bufbuild/protobuf";
import { ComponentsResponseSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { effectSigns } from "../src/drawing/effects.js";
import { badgesOf, lines, printedIcons } from "../src/drawing/powers.js";
import { EXHIBITS } from "../src/model/exhibits.js";
import { taught } from "../src/model/lessons.js";
import { type PrimerSign, PRIMERS } from "../src/model/primers.js";
import { LANGUAGES } from "../src/model/wording.js";

const here = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

test.each(LANGUAGES)("all of it is said in %s, and no words lie idle", (language) => {
  const words = here(`../src/words/${language}/lessons.ftl`);
  const said = [...words.matchAll(/^((?:sign|primer|part|closing)-[a-z-]+) =/gm)].flatMap(([, id]) => id ?? []);
  const wanted = Object.entries(PRIMERS).flatMap(([game, rows]) => [
    ...["goal", "round", "end", "first"].map((each) => `primer-${each}-${game}`),
    ...(EXHIBITS[game] ?? []).flatMap(({ kind, parts }) => [
      `primer-piece-${game}-${kind}`,
      ...parts.flatMap(({ about }) => [`part-${game}-${about}`, `part-${game}-${about}-means`]),
    ]),
    `closing-${game}`,
    ...rows.map(({ about }) => `sign-${game}-${about}`),
  ]);
  const titles = ["goal", "round", "end", "signs", "close"].map((each) => `primer-${each}`);
  expect(said.sort()).toEqual([...wanted, ...titles].sort());
});

test("whatever is taught has a beginning", () => {
  const games = Object.keys(PRIMERS);
  expect(games.filter(taught)).toEqual(games);
  for (const rows of Object.values(PRIMERS)) expect(rows.length).toBeGreaterThan(5);
  expect(Object.keys(EXHIBITS).sort()).toEqual(games.sort());
});

test.each(Object.entries(EXHIBITS))(
  "what is shown large of %s is one of its pieces, part by part",
  (game, exhibits) => {
    for (const all of components(game)) {
      const known = new Set(all.map(({ id }) => id));
      expect(exhibits.filter(({ id }) => !known.has(id))).toEqual([]);
    }
    for (const { parts } of exhibits) expect(new Set(parts.map(({ at }) => at)).size).toBeGreaterThan(4);
  },
);

/** Figures, letters that count, and what only joins signs or adds to them. */
const PLAIN = /[\d\s+.nIVABmax]/gu;

type Drawn = PrimerSign | { readonly word: string } | { readonly component: string };

/** A sign as it is told apart from others: of a text, each character that is no figure. */
function named(sign: Drawn): string[] {
  if ("icon" in sign) return [`icon ${sign.icon}`];
  if ("face" in sign) return [`icon ${sign.face}`];
  if ("shape" in sign) return [`shape ${sign.shape}`];
  if ("good" in sign) return sign.good ? [sign.halo ? "halo" : `good ${sign.good}`] : [];
  return "text" in sign ? [...sign.text.replaceAll(PLAIN, "")] : [];
}

/** All components that a game can be played with, as its catalogues list them. */
function components(game: string) {
  const folder = fileURLToPath(new URL(`../../../tests/${game}/snapshots`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.startsWith("catalogue"))
    .map((file) => {
      const json = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
      return fromJson(ComponentsResponseSchema, json, { ignoreUnknownFields: true }).components;
    });
}

test.each(Object.keys(PRIMERS))("every sign that can be drawn of a component of %s is on its sheet", (game) => {
  const sheet = new Set((PRIMERS[game] ?? []).flatMap(({ signs }) => signs.flatMap(named)));
  const drawn: Drawn[] = components(game).flatMap((all) => {
    const badges = badgesOf(new Map(all.map((each) => [each.id, each])));
    return all.flatMap(({ facts, powers }): Drawn[] =>
      game === "beyond"
        ? powers.flatMap((power) => effectSigns(power).flat())
        : [...printedIcons(facts), ...lines(powers, badges)].flatMap(({ badge, signs }) => [{ text: badge }, ...signs]),
    );
  });
  expect(drawn.length).toBeGreaterThan(20);
  expect([...new Set(drawn.flatMap(named))].filter((sign) => !sheet.has(sign))).toEqual([]);
});
