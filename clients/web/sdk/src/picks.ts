/** What a prompt is answered with. */
import type { Option } from "./gen/galaxytables/rules/v1/game_pb.js";

/** An option of a prompt, or its id. */
export type Pick = string | Option;

/** The ids of one option or several. Throws `TypeError` for what is neither. */
export function optionIds(picks: Pick | readonly Pick[]): string[] {
  return (Array.isArray(picks) ? picks : [picks]).map((pick: unknown) => {
    if (typeof pick === "string") return pick;
    if (typeof pick === "object" && pick !== null && "id" in pick && typeof pick.id === "string") return pick.id;
    throw new TypeError("An answer is an option or its id, or an array of these.");
  });
}
