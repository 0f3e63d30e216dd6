/** Whom one recruits and what one recalls, as one answer. */
import type { Die, Empire } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Given } from "../../../model/answer.js";
import { each, firstOf, NOWHERE } from "./workers.js";

/** Dice that lie together, and on which tile where they are goods. */
export interface Lying {
  readonly on: string;
  readonly dice: readonly Die[];
}

/** Dice that can be recalled: those that build, and goods. */
export function recallable({ developments, worlds, tiles }: Empire): Lying[] {
  const building = [developments, worlds].map((stack) => ({
    on: stack?.tiles[0]?.component ?? "",
    dice: stack?.dice ?? [],
  }));
  const goods = tiles.map(({ component, goods }) => ({ on: component, dice: goods }));
  return [...building, ...goods].filter(({ dice }) => dice.length);
}

export function recall(dice: ReadonlySet<string>): Given {
  return {
    kind: "manage.recall",
    picks: (prompt) => each(prompt, [...dice], (option, id) => firstOf(option) === id),
    moves: NOWHERE,
  };
}
