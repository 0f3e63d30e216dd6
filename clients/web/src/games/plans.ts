/** Questions of a game that are answered together with those that follow them, by the type of the view and their kind. */
import type { Message } from "@bufbuild/protobuf";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Component } from "svelte";
import type { Look } from "../lib/look.js";
import type { TableController } from "../model/tableController.js";
export interface Planned {
  view: Message;
  prompt: Prompt;
  look: Look;
  controller: TableController;
}

type Panel = Component<Planned>;

export interface Plan {
  /** What asks for it all; it is loaded where it is wanted. */
  readonly panel: () => Promise<Panel>;
  /** All that the question offers stands in it. */
  readonly whole: boolean;
}

const roll = (name: keyof typeof import("./roll/plans/panels.js"), whole: boolean): Plan => ({
  panel: async () => (await import("./roll/plans/panels.js"))[name],
  whole,
});

const PLANS: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  "galaxytables.roll.v1.RollView": {
    "assign.phase": roll("Assign", true),
    "assign.power": roll("Reassign", false),
    "assign.workers": roll("Move", false),
    "explore.task": roll("Explore", true),
    "explore.developments": roll("Place", true),
    "ship.good": roll("Ship", false),
    "manage.recruit": roll("Recruit", true),
  },
};

export function planOf(view: Message, { kind }: Prompt): Plan | undefined {
  return PLANS[view.$typeName]?.[kind];
}
