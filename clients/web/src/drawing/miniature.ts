/** A table in play as a small picture: the round, and for each seat its points and what it has built. */
import type { Message } from "@bufbuild/protobuf";
import { type BeyondView, LocationKind } from "galaxytables-client/gen/galaxytables/beyond/v1/beyond_pb";
import type { JumpView } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import type { RaceView } from "galaxytables-client/gen/galaxytables/race/v1/race_pb";
import type { RollView } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Component } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { type Catalogue, wordOf, wordsOf } from "../model/catalogue.js";
import { mainMoment } from "./powers.js";

/** Something that lies in front of a player; worlds are round. */
export interface Chip {
  readonly tone: string;
  readonly round: boolean;
}

export interface MiniatureSeat {
  readonly seat: number;
  readonly points: number;
  readonly chips: readonly Chip[];
}

export interface Miniature {
  readonly round: number;
  /** How near the end is, from 0 to 1: as far as the player who is nearest to it. */
  readonly progress: number;
  /** In seat order. */
  readonly seats: readonly MiniatureSeat[];
}

type Drawn = (view: never, chip: (component: string) => Chip) => Miniature;

const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);
const farthest = (shares: readonly number[]) => Math.max(0, ...shares);

const DRAWN: Readonly<Record<string, Drawn>> = {
  "galaxytables.race.v1.RaceView": (view: RaceView, chip) => ({
    round: view.round,
    progress: farthest(view.empires.map(({ cards, tableauEnd }) => share(cards.length, tableauEnd))),
    seats: view.empires.map(({ seat, tally, cards }) => ({
      seat,
      points: tally?.total ?? 0,
      chips: cards.map(({ component }) => chip(component)),
    })),
  }),
  "galaxytables.roll.v1.RollView": (view: RollView, chip) => ({
    round: view.round,
    progress: Math.max(
      farthest(view.empires.map(({ tiles }) => share(tiles.length, ROLL_TILES))),
      1 - share(view.vpPool, view.vpPoolSize),
    ),
    seats: view.empires.map(({ seat, score, tiles }) => ({
      seat,
      points: score ? score.chips + score.developments + score.worlds + score.bonuses : 0,
      chips: tiles.map(({ component }) => chip(component)),
    })),
  }),
  "galaxytables.jump.v1.JumpView": (view: JumpView, chip) => ({
    round: view.round,
    progress: farthest(view.empires.map(({ vp }) => share(vp, view.goalVp))),
    seats: view.empires.map(({ seat, vp, cards }) => ({
      seat,
      points: vp,
      chips: cards.map(({ component }) => chip(component)),
    })),
  }),
  "galaxytables.beyond.v1.BeyondView": (view: BeyondView, chip) => {
    const technologies = new Map(view.slots.map(({ id, technology }) => [id, technology]));
    const claimed = view.achievements.flatMap(({ slots }) => slots).filter(({ seat }) => seat !== undefined).length;
    const controls = (seat: number) =>
      view.locations.filter(({ kind, outpost }) => kind !== LocationKind.SOL && outpost?.seat === seat).length;
    return {
      round: view.round,
      progress: share(claimed, view.endTriggerDiscs),
      seats: view.factions.map(({ seat, total, researched, privateTechnologies, colonies }) => ({
        seat,
        points: total,
        chips: [
          ...[...researched.flatMap((slot) => technologies.get(slot) ?? []), ...privateTechnologies].map(chip),
          ...colonies.map((): Chip => ({ tone: "colony", round: true })),
          ...Array.from({ length: controls(seat) }, (): Chip => ({ tone: "outpost", round: true })),
        ],
      })),
    };
  },
};

/** With so many tiles in an empire a game of Roll for the Galaxy ends. */
const ROLL_TILES = 12;

/** The picture of a view; undefined for games that have none. */
export function miniatureOf(view: Message, catalogue: Catalogue): Miniature | undefined {
  const drawn = DRAWN[view.$typeName];
  return drawn?.(view as never, (id) => chipOf(catalogue.get(id)));
}

/** A card, tile or technology: worlds by their goods, the others by what they do most. */
function chipOf(component: Component | undefined): Chip {
  if (!component) return { tone: "none", round: false };
  const { kind, facts, powers } = component;
  if (kind === "world") return { tone: wordOf(facts, "good") || wordOf(facts, "colour") || "grey", round: true };
  return { tone: wordsOf(facts, "types")[0] || mainMoment(powers) || "none", round: false };
}
