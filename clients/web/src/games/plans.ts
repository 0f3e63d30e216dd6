/** Questions of a game that are answered together with those that follow them, by the type of the view. */
import type { Message } from "@bufbuild/protobuf";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Component } from "svelte";
import type { Look } from "../lib/look.js";
import type { TableController } from "../model/tableController.js";
import Plan from "./roll/Plan.svelte";

export interface Planned {
  view: Message;
  prompt: Prompt;
  look: Look;
  controller: TableController;
}

interface Plans {
  readonly kinds: ReadonlySet<string>;
  readonly plan: Component<Planned>;
}

const PLANS: Readonly<Record<string, Plans>> = {
  "galaxytables.roll.v1.RollView": { kinds: new Set(["assign.phase", "ship.good"]), plan: Plan },
};

export function planOf(view: Message, { kind }: Prompt): Component<Planned> | undefined {
  const plans = PLANS[view.$typeName];
  return plans?.kinds.has(kind) ? plans.plan : undefined;
}
