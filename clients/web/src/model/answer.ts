/** An answer in the making: what is marked of a prompt's options. */
import { equals } from "@bufbuild/protobuf";
import { type Option, type Prompt, PromptSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Say } from "./wording.js";

/** An answer that a player gives to a question before it is asked, together with the one before it. */
export interface Given {
  /** The kind of the question. */
  readonly kind: string;
  /** The options that were meant, by their ids; undefined where the question is not the one that was thought of. */
  picks(prompt: Prompt): readonly string[] | undefined;
  /** Where pieces go by it, by ids of places. */
  readonly moves: ReadonlyMap<string, readonly string[]>;
}

/** Marks on the options of one prompt, in the order in which they were set. */
export class Answer {
  private marks: string[] = [];
  /** Answers to the questions that follow, in their order, where the player sees them beside this one. */
  ahead?: readonly Given[];

  constructor(readonly prompt: Prompt) {}

  /** The marked option ids, in the order of marking. */
  get picks(): readonly string[] {
    return this.marks;
  }

  /** At most one option is wanted: marking another one moves the mark. */
  get single(): boolean {
    return this.prompt.most === 1;
  }

  /** The number of marks is within the bounds. */
  get complete(): boolean {
    return this.prompt.least <= this.marks.length && this.marks.length <= this.prompt.most;
  }

  /** How many marks are still wanted. */
  get missing(): number {
    return Math.max(0, this.prompt.least - this.marks.length);
  }

  /** When an option was marked, from 1; 0 if it is not. */
  rank(option: string): number {
    return this.marks.indexOf(option) + 1;
  }

  /** Set, move or take away the mark of an option; say whether that could be done. */
  toggle(option: string): boolean {
    if (!this.prompt.options.some(({ id }) => id === option)) return false;
    const rival = this.rivalOf(option);
    if (this.marks.includes(option)) this.marks = this.marks.filter((id) => id !== option);
    else if (this.single) this.marks = [option];
    else if (rival !== undefined) this.marks = this.marks.map((id) => (id === rival ? option : id));
    else if (this.marks.length >= this.prompt.most) return false;
    else this.marks = [...this.marks, option];
    return true;
  }

  /** The marked option that acts upon the same piece, where an answer acts upon each piece once. */
  private rivalOf(option: string): string | undefined {
    if (!this.prompt.oneEach) return undefined;
    const actsUpon = (id: string) => this.prompt.options.find((each) => each.id === id)?.targets[0]?.standsFor;
    const piece = actsUpon(option);
    return this.marks.find((id) => {
      const other = actsUpon(id);
      return other?.case === piece?.case && other?.value === piece?.value;
    });
  }

  clear(): void {
    this.marks = [];
  }

  /** The marked options, in the order of marking. */
  get options(): Option[] {
    return this.marks.flatMap((id) => this.prompt.options.filter((option) => option.id === id));
  }

  /** The sum of a figure over the marked options; none where no option of the prompt has it. */
  sum(fact: string): number | undefined {
    const figure = (option: Option) => {
      const value = option.facts.find(({ name }) => name === fact)?.value;
      return value?.case === "number" ? Number(value.value) : undefined;
    };
    if (!this.prompt.options.some((option) => figure(option) !== undefined)) return undefined;
    return this.options.reduce((total, option) => total + (figure(option) ?? 0), 0);
  }

  /** How many options are wanted, and whether their order counts. */
  bounds(say: Say): string {
    const { least, most, ordered, options } = this.prompt;
    const wanted =
      least === most
        ? say("question-choose", { count: least })
        : least === 0 && most === 1
          ? say("question-choose-one-or-none")
          : least > 0
            ? say("question-choose-range", { least, most })
            : most < options.length
              ? say("question-choose-up-to", { most })
              : say("question-choose-any");
    return ordered && most > 1 ? say("question-in-order", { wanted }) : wanted;
  }

  /** Whether the marks may be kept for this prompt: it is the same question with the same options. */
  fits(prompt: Prompt): boolean {
    return equals(PromptSchema, prompt, this.prompt);
  }
}

/** The ids of the pieces and places that an option stands for, what is acted upon first. */
export function placesOf(option: Option): string[] {
  return option.targets.flatMap(({ standsFor }) =>
    standsFor.case === "piece" || standsFor.case === "place" ? [standsFor.value] : [],
  );
}

/** An option where it lies. */
export interface Mark {
  readonly option: Option;
  /** Its number in the list, from 1. */
  readonly number: number;
  /** It acts upon this piece or place; otherwise it is what it is done with, or where. */
  readonly first: boolean;
}

/** The id under which the options are found that name a component: one side of a tile, where both are seen. */
export function naming(component: string): string {
  return `naming ${component}`;
}

/** The ids of a side of a tile: it stands for the option that puts it up, and for none where that is the other side. */
export function idsOfSide(tile: string, side: string, marks: ReadonlyMap<string, readonly Mark[]>): string[] {
  if (marks.has(naming(side))) return [naming(side)];
  return marks.has(tile) ? [] : [tile];
}

/** The components that an option names: its own, and those of its facts. */
function namedBy({ component, facts }: Option): string[] {
  const others = facts.flatMap(({ value }) => (value.case === "component" ? [value.value] : []));
  return [...new Set([component, ...others])].filter(Boolean);
}

/**
 * What is lit where one thing is chosen after the other: pieces that go somewhere, and of the one that is taken where it may go.
 *
 * A question whose options do not all put a piece at a place lights all that it is about.
 */
export function inSteps(
  marks: ReadonlyMap<string, readonly Mark[]>,
  prompt: Prompt | undefined,
  { taken, picks }: { readonly taken: string; readonly picks: readonly string[] },
): ReadonlyMap<string, readonly Mark[]> {
  const goes = ({ targets }: Option) => targets.map(({ standsFor }) => standsFor.case).join() === "piece,place";
  if (prompt?.most !== 1 || !prompt.options.every(goes)) return marks;
  const of = (wanted: (option: Option) => boolean) => prompt.options.filter(wanted).flatMap((each) => placesOf(each));
  const goals = of((option) => placesOf(option)[0] === taken).filter((id) => id !== taken);
  const shown = goals.length
    ? goals
    : [...of(({ id }) => picks.includes(id)), ...prompt.options.map((option) => placesOf(option)[0])];
  return new Map([...marks].filter(([id]) => shown.includes(id)));
}

/** Options by the ids of the pieces and places that they stand for, and by the components that they name. */
export function marksOf(prompt: Prompt | undefined): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>();
  prompt?.options.forEach((option, index) => {
    placesOf(option).forEach((id, place) => {
      const there = marks.get(id) ?? [];
      there.push({ option, number: index + 1, first: place === 0 });
      marks.set(id, there);
    });
    for (const component of namedBy(option)) {
      const there = marks.get(naming(component)) ?? [];
      marks.set(naming(component), [...there, { option, number: index + 1, first: true }]);
    }
  });
  return marks;
}
