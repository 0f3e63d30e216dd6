/** Drawings by the type of the view; any other view is drawn by the game's own board, else by its fields. */
import type { Message } from "@bufbuild/protobuf";
import type { Component } from "svelte";
import type { Look } from "../lib/look.js";
import type { KnownTable } from "../model/knownTable.js";
import type { TableController } from "../model/tableController.js";
import type { Watched } from "../model/watched.js";
export interface Drawn {
  view: Message;
  look: Look;
  controller: Watched<KnownTable>;
}
export interface Played extends Drawn {
  controller: TableController;
}

/** Each is loaded at the first table of its game. */
const DRAWINGS: Readonly<Record<string, () => Promise<{ readonly default: Component<Drawn> }>>> = {
  "galaxytables.beyond.v1.BeyondView": () => import("./beyond/Beyond.svelte"),
  "galaxytables.jump.v1.JumpView": () => import("./jump/Jump.svelte"),
  "galaxytables.race.v1.RaceView": () => import("./race/Race.svelte"),
  "galaxytables.roll.v1.RollView": () => import("./roll/Roll.svelte"),
};

export async function drawingOf(view: string): Promise<Component<Played>> {
  const drawing = DRAWINGS[view] ?? (() => import("./Foreign.svelte"));
  return (await drawing()).default;
}

/** The drawing for who only looks on, for whom no code of other games runs: they are drawn by their fields. */
export async function onlookersDrawingOf(view: string): Promise<Component<Drawn>> {
  const drawing = DRAWINGS[view] ?? (() => import("./Generic.svelte"));
  return (await drawing()).default;
}
