/** Drawings by the type of the view; any other view is drawn by the game's own board, else by its fields. */
import type { Message } from "@bufbuild/protobuf";
import type { Component } from "svelte";
import type { Look } from "../lib/look.js";
import type { TableController } from "../model/tableController.js";
import Beyond from "./beyond/Beyond.svelte";
import Jump from "./jump/Jump.svelte";
import Race from "./race/Race.svelte";
import Roll from "./roll/Roll.svelte";
import Foreign from "./Foreign.svelte";

export interface Drawn {
  view: Message;
  look: Look;
  controller: TableController;
}

const DRAWINGS: Readonly<Record<string, Component<Drawn>>> = {
  "galaxytables.beyond.v1.BeyondView": Beyond,
  "galaxytables.jump.v1.JumpView": Jump,
  "galaxytables.race.v1.RaceView": Race,
  "galaxytables.roll.v1.RollView": Roll,
};

export function drawingOf(view: Message): Component<Drawn> {
  return DRAWINGS[view.$typeName] ?? Foreign;
}
