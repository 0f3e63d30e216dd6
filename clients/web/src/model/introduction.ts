/** Introductions that are scripted: what is suggested to a learner while they follow the script. */
import type { Lobby, Table } from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { IntroductionStep } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { hex, sha256 } from "./fair.js";

/** The seat whose answers are explained. */
const LEARNER = 0;

/** The learner's steps at a table; none where its game has learnt another introduction since it was opened. */
export async function stepsAt(lobby: Lobby, table: Table): Promise<readonly IntroductionStep[]> {
  const { games } = await lobby.tables.listGames({});
  const introduction = games.find(({ description }) => description?.game === table.game)?.description?.introduction;
  if (!introduction || hex(await sha256(introduction.seed)) !== hex(table.commitment)) return [];
  return introduction.steps.filter(({ seat }) => seat === LEARNER);
}

/**
 * A learner's way through an introduction.
 *
 * A step is suggested as long as all steps before it were answered as suggested. Who answers otherwise goes on alone, and
 * is led again if they take that answer back. The question after the last step counts as one step more: with it comes the
 * closing word.
 */
export class Guide {
  /**
   * @param followed how many steps were answered as suggested, one after the other
   * @param keep told of each change of that
   */
  constructor(
    private readonly steps: readonly IntroductionStep[],
    private followed: number,
    private readonly keep: (followed: number) => void,
  ) {}

  /** The step that suggests an answer to a question, if one does. */
  stepFor(prompt: Prompt): IntroductionStep | undefined {
    const step = this.steps[this.placeOf(prompt)];
    return step?.picks.every((pick) => prompt.options.some(({ id }) => id === pick)) ? step : undefined;
  }

  /** Whether the script was followed to its end, and nothing was answered since. */
  get over(): boolean {
    return this.steps.length > 0 && this.followed === this.steps.length;
  }

  /** A question is answered with these picks. */
  answered(prompt: Prompt, picks: readonly string[]): void {
    const step = this.stepFor(prompt);
    if (!step && !this.over) return;
    const place = step ? this.placeOf(prompt) : this.followed;
    this.followed = !step || same(step.picks, picks, prompt.ordered) ? place + 1 : place;
    this.keep(this.followed);
  }

  private placeOf(prompt: Prompt): number {
    const place = this.steps.findIndex(({ promptId, kind }) => promptId === prompt.id && kind === prompt.kind);
    return place <= this.followed ? place : -1;
  }
}

function same(some: readonly string[], others: readonly string[], ordered: boolean): boolean {
  if (some.length !== others.length) return false;
  return ordered ? some.every((pick, place) => pick === others[place]) : some.every((pick) => others.includes(pick));
}
