/** How two answers to a question differ in figures: what options cost and bring, else what is printed on their cards. */
import type { Option, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Catalogue, numberOf } from "./catalogue.js";
import { ADDED } from "./sums.js";

export interface Difference {
  readonly figure: (typeof ADDED)[number];
  readonly of: number;
  readonly instead: number;
}

/** The figures that both answers have and that differ, each summed up over its picks. */
export function differences(
  prompt: Prompt,
  catalogue: Catalogue,
  of: readonly string[],
  instead: readonly string[],
): Difference[] {
  const figureOf = (name: string, { component, facts }: Option) =>
    numberOf(facts, name) ?? numberOf(catalogue.get(component)?.facts ?? [], name);
  const sum = (name: string, picks: readonly string[]) => {
    const figures = picks
      .map((id) => prompt.options.find((option) => option.id === id))
      .flatMap((option) => {
        const figure = option && figureOf(name, option);
        return figure === undefined ? [] : [figure];
      });
    return figures.length ? figures.reduce((all, figure) => all + figure, 0) : undefined;
  };
  return ADDED.flatMap((figure) => {
    const [one, other] = [sum(figure, of), sum(figure, instead)];
    return one === undefined || other === undefined || one === other ? [] : [{ figure, of: one, instead: other }];
  });
}
