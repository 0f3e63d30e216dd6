/** What a faction's mat of Beyond the Sun says: what grows, and what automation has brought. */
import type { Faction, Track } from "galaxytables-client/gen/galaxytables/beyond/v1/beyond_pb";
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { numbersOf, wordsOf } from "./catalogue.js";

/** The columns of supply, in their order. */
export const LETTERS = "ABCDE";

/** Whether a slot of a track is covered: discs lie on those furthest right. */
export const covered = (track: Track, slots: number, slot: number) => slot >= slots - track.discs;

/** Columns that growth takes a cube from, each as often as its letter is uncovered; a mat is given as it is printed. */
export function growing({ populationTrack }: Faction, printed: readonly Fact[]): string[] {
  const letters = wordsOf(printed, "population_track").map((word) => (word === "none" ? "" : word));
  return letters.filter((letter, slot) => letter && populationTrack && !covered(populationTrack, letters.length, slot));
}

/** Points of the discs on automation: as printed, and one for each disc beyond. */
export function pointsOfAutomation({ automation }: Faction, printed: readonly Fact[]): number {
  const points = numbersOf(printed, "automation");
  const reached = points.slice(0, automation.length).reduce((sum, each) => sum + each, 0);
  return reached + Math.max(0, automation.length - points.length);
}
