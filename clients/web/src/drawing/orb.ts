/** The orb as squares and edges: the map as it lies, and a card in the hand. */
import { ArtifactSeries, OrbCellKind, type OrbView } from "galaxytables-client/gen/galaxytables/race/v1/orb_pb";
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { groupsOf, numberOf, wordOf } from "../model/catalogue.js";

export type SquareKind = "plain" | "tube" | "station" | "breeding" | "lock" | "hub";

export interface Square {
  /** Empty on a card in the hand. */
  readonly id: string;
  readonly column: number;
  readonly row: number;
  readonly kind: SquareKind;
  /** Of an airlock card: it is never covered. */
  readonly airlock: boolean;
  /** The series of the artifact here, or of the one that was; empty where there is no place for one. */
  readonly series: "" | "A" | "B";
  /** False once the artifact was taken. */
  readonly full: boolean;
}

/** A line between two squares, from corner to corner. */
export interface Edge {
  readonly from: readonly [column: number, row: number];
  readonly to: readonly [column: number, row: number];
  /** The military that it takes to pass; none where nobody passes. */
  readonly strength: number | undefined;
}

export interface Grid {
  readonly squares: readonly Square[];
  readonly edges: readonly Edge[];
}

const KINDS: Readonly<Record<OrbCellKind, SquareKind>> = {
  [OrbCellKind.UNSPECIFIED]: "plain",
  [OrbCellKind.PLAIN]: "plain",
  [OrbCellKind.ARTIFACT_A]: "plain",
  [OrbCellKind.ARTIFACT_B]: "plain",
  [OrbCellKind.BREEDING_TUBE]: "breeding",
  [OrbCellKind.JUMP_TUBE]: "tube",
  [OrbCellKind.FEEDING_STATION]: "station",
  [OrbCellKind.AIRLOCK]: "lock",
  [OrbCellKind.AIRLOCK_HUB]: "hub",
};
const PLACES: Partial<Record<OrbCellKind, "A" | "B">> = {
  [OrbCellKind.ARTIFACT_A]: "A",
  [OrbCellKind.BREEDING_TUBE]: "A",
  [OrbCellKind.ARTIFACT_B]: "B",
};
/** The kinds as the catalogue writes them. */
const WORDS: Readonly<Record<string, SquareKind>> = {
  jump_tube: "tube",
  feeding_station: "station",
  breeding_tube: "breeding",
  airlock: "lock",
  airlock_hub: "hub",
};
const WALL = -1;
/** Where a side of a square lies, from its corner at the top left. */
const SIDES = {
  north: [0, 0, 1, 0],
  east: [1, 0, 1, 1],
  south: [0, 1, 1, 1],
  west: [0, 0, 0, 1],
} as const;
type Side = keyof typeof SIDES;

function edge(column: number, row: number, side: Side, strength: number | undefined): Edge {
  const [x1, y1, x2, y2] = SIDES[side];
  return { from: [column + x1, row + y1], to: [column + x2, row + y2], strength };
}

/** The map: every edge once, though both its squares tell of it. */
export function gridOf(orb: OrbView): Grid {
  const edges = new Map<string, Edge>();
  for (const cell of orb.cells)
    for (const side of Object.keys(SIDES) as Side[]) {
      if (!cell[side]) continue;
      const found = edge(cell.column, cell.row, side, cell[side] === WALL ? undefined : cell[side]);
      edges.set(`${found.from.join()} ${found.to.join()}`, found);
    }
  return {
    squares: orb.cells.map(({ id, column, row, kind, airlock, artifact }) => ({
      id,
      column,
      row,
      kind: KINDS[kind],
      airlock,
      series: artifact === ArtifactSeries.A ? "A" : artifact === ArtifactSeries.B ? "B" : (PLACES[kind] ?? ""),
      full: artifact !== ArtifactSeries.UNSPECIFIED,
    })),
    edges: [...edges.values()],
  };
}

/** A card as it is printed. */
export function gridOfCard(facts: readonly Fact[]): Grid {
  const at = (group: readonly Fact[]) => [numberOf(group, "column") ?? 0, numberOf(group, "row") ?? 0] as const;
  return {
    squares: groupsOf(facts, "cells").map((cell): Square => {
      const [column, row] = at(cell);
      const word = wordOf(cell, "kind");
      const kind = WORDS[word] ?? "plain";
      const series = word === "artifact_b" ? "B" : word === "artifact_a" || kind === "breeding" ? "A" : "";
      return { id: "", column, row, kind, airlock: kind === "lock" || kind === "hub", series, full: Boolean(series) };
    }),
    edges: groupsOf(facts, "edges").flatMap((group) => {
      const side = wordOf(group, "side");
      return side in SIDES ? [edge(...at(group), side as Side, numberOf(group, "strength"))] : [];
    }),
  };
}

/** The least rectangle that holds these squares: left, top, width and height. */
export function bounds(
  squares: readonly { column: number; row: number }[],
): readonly [left: number, top: number, width: number, height: number] {
  if (!squares.length) return [0, 0, 1, 1];
  const columns = squares.map(({ column }) => column);
  const rows = squares.map(({ row }) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return [left, top, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
}

/** The column and row that the id of a place tells: `c:<column>:<row>`. */
export function placeOf(id: string): { id: string; column: number; row: number } {
  const [, column = "0", row = "0"] = id.split(":");
  return { id, column: Number(column), row: Number(row) };
}
