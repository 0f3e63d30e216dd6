/** Whoever sees no colours tells everything apart by its shape. */
import { DieColour, DieFace, Phase } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { expect, test } from "vitest";
import { COST_SHAPES, DIE_ICONS, MOMENT_ICONS, TYPE_ICONS } from "../src/drawing/shapes.js";
import { colourOf, faceIcon, signOf } from "../src/games/roll/dice.js";
import { GOOD_SHAPES, ICONS, type IconName, SEAT_SHAPES } from "../src/lib/icons.js";

/** Where the outline of a shape goes, as numbers: what is drawn of it, whatever fills it. */
const outline = (path: string) => path.match(/[a-zA-Z]|-?\d*\.?\d+/g)?.join(" ") ?? "";
function drawn(icon: IconName): string {
  const { line = "", fill = "" }: { line?: string; fill?: string } = ICONS[icon];
  return `${outline(line)} | ${outline(fill)}`;
}
const shapes = (paths: Iterable<string>) => [...paths].map(outline);
const apart = (all: readonly string[]) => expect(new Set(all).size, all.join("\n")).toBe(all.length);

test("six seats have six shapes", () => {
  expect(SEAT_SHAPES).toHaveLength(6);
  apart(shapes(SEAT_SHAPES));
});

test("goods, and the worlds that bear them, have each a shape", () => {
  for (const good of ["novelty", "rare", "genes", "alien"]) expect(GOOD_SHAPES).toHaveProperty(good);
  apart(shapes(Object.values(GOOD_SHAPES)));
});

test("what a world costs, what conquers one and what a development costs have each a shape", () =>
  apart(shapes(Object.values(COST_SHAPES))));

test("dice of every colour have each a sign, all but one", () => {
  const colours = Object.values(DieColour).filter((each): each is DieColour => typeof each === "number" && each > 0);
  const signs = colours.map(colourOf).map((name) => {
    const [good, icon] = [GOOD_SHAPES[name], DIE_ICONS[name]];
    return good ? outline(good) : icon ? drawn(icon) : "";
  });
  expect(signs).toHaveLength(7);
  apart(signs);
});

test("faces of dice, phases, types of technologies and developments have each an icon", () => {
  const faces = Object.values(DieFace).filter((each): each is DieFace => typeof each === "number" && each > 0);
  apart(faces.map((face) => drawn(faceIcon(face) ?? "star")));
  const phases = Object.values(Phase).filter((each): each is Phase => typeof each === "number" && each > 0);
  apart(phases.map((phase) => signOf(phase).number));
  apart(Object.values(TYPE_ICONS).map(drawn));
  apart(Object.values(MOMENT_ICONS).map(drawn));
});

test("no two icons are the same drawing", () => apart((Object.keys(ICONS) as IconName[]).map(drawn)));
