/** Questions of kinds that a player always passes on are answered with none, unless they stop it. */
import type { TableController } from "./tableController.js";
import { Watched } from "./watched.js";

export interface Passes {
  /** Kinds of questions that are passed on at this table. */
  readonly kinds: readonly string[];
  /** The question that is passed on in a moment, by its id. */
  readonly soon?: string;
}

/** As long as people take: how fast an answer comes does not tell the others that nobody thought about it. */
const aWhile = (): number => 2_000 + Math.random() * 3_000;

export class Passing extends Watched<Passes> {
  /** Questions that want the player's own answer, whatever their kind: stopped, begun to be answered, or taken back. */
  private readonly own = new Set<string>();
  private timer?: ReturnType<typeof setTimeout>;
  private readonly ends: (() => void)[];

  /**
   * @param kinds what was kept of an earlier visit
   * @param keep keeps the kinds for the next one
   * @param wait in how many milliseconds a question is passed on
   */
  constructor(
    private readonly controller: TableController,
    kinds: readonly string[],
    private readonly keep: (kinds: readonly string[]) => void,
    private readonly wait = aWhile,
  ) {
    super({ kinds });
    const look = () => this.look();
    this.ends = [controller.subscribe(look), controller.past.subscribe(look)];
  }

  close(): void {
    for (const end of this.ends) end();
    clearTimeout(this.timer);
  }

  /** Whether the present question can be passed on at all. */
  get possible(): boolean {
    return this.controller.answer?.prompt.least === 0;
  }

  /** Whether questions like the present one are passed on. */
  get chosen(): boolean {
    return this.now.kinds.includes(this.controller.answer?.prompt.kind ?? "");
  }

  /** Pass on questions like the present one from now on, or no longer. */
  choose(wanted: boolean): void {
    const prompt = this.controller.answer?.prompt;
    if (!prompt) return;
    if (wanted) this.own.delete(prompt.id);
    const others = this.now.kinds.filter((kind) => kind !== prompt.kind);
    this.change(wanted ? [...others, prompt.kind] : others);
  }

  /** Pass on nothing any more. */
  askAll(): void {
    this.change([]);
  }

  /** Leave the present question to the player. */
  stop = (): void => {
    if (this.now.soon) this.own.add(this.now.soon);
    this.look();
  };

  private change(kinds: readonly string[]): void {
    this.keep(kinds);
    this.set({ ...this.now, kinds });
    this.look();
  }

  private look(): void {
    const { answer, past } = this.controller;
    if (answer?.picks.length) this.own.add(answer.prompt.id);
    const passes = this.possible && this.chosen && !past.now && !this.controller.step;
    const soon = passes && answer && !this.own.has(answer.prompt.id) ? answer.prompt.id : undefined;
    if (soon === this.now.soon) return;
    clearTimeout(this.timer);
    this.set({ ...this.now, soon });
    if (soon) this.timer = setTimeout(() => this.pass(soon), this.wait());
  }

  private pass(question: string): void {
    this.own.add(question);
    void this.controller.submit([]);
    this.look();
  }
}
