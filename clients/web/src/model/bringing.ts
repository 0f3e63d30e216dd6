/** What options of a question bring, which pieces on the table do not say. */
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";

/** Facts of options that are gains. What something costs stands on the piece. */
const GAINS: readonly string[] = ["cards", "credits", "prestige", "vp", "vp_per_good"];

/** Whether options are told apart by what they bring. */
export function brings({ options }: Pick<Prompt, "options">): boolean {
  return options.some(({ facts }) => facts.some(({ name, value }) => value.case === "number" && GAINS.includes(name)));
}
