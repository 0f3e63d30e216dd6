/** The past of a table: the table as it stood once an event had been told, step by step. */
import type { Message } from "@bufbuild/protobuf";
import { type Lobby, readView } from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { LogEntry } from "./knownTable.js";
import { Watched } from "./watched.js";

/** What is looked back at. */
export interface PastView {
  /** The number of the event that was told last. */
  readonly event: number;
  /** That of the last event that was told in the same moment. */
  readonly last?: number;
  readonly view?: Message;
  readonly waiting: boolean;
  readonly failed?: unknown;
}

/** Walks over the events of one table; `undefined` is the present. */
export class Past extends Watched<PastView | undefined> {
  /** What was seen, by event, the newest last, so that walking back and forth asks once. */
  private readonly kept = new Map<number, { last: number; view?: Message }>();
  private asking = 0;

  constructor(
    private readonly lobby: Lobby,
    private readonly tableId: string,
    private readonly log: () => readonly LogEntry[],
    private readonly most = 200,
  ) {
    super(undefined);
  }

  /** The first events of rounds, to be jumped to. */
  rounds(): { round: number; event: number }[] {
    const found: { round: number; event: number }[] = [];
    for (const { event, number } of this.log()) {
      const round = event.facts.find(({ name }) => name === "round")?.value;
      if (round?.case === "number" && Number(round.value) > (found.at(-1)?.round ?? 0))
        found.push({ round: Number(round.value), event: number });
    }
    return found;
  }

  /** The round of an event, 0 before the first, and which of how many events of that round it is. */
  moment(event: number): { round: number; step: number; steps: number } {
    const rounds = this.rounds();
    const at = rounds.findLastIndex((round) => round.event <= event);
    const [begin, end] = [rounds[at]?.event ?? 0, rounds[at + 1]?.event ?? Infinity];
    const numbers = this.log().flatMap(({ number }) => (number >= begin && number < end ? [number] : []));
    return {
      round: rounds[at]?.round ?? 0,
      step: numbers.filter((number) => number <= event).length,
      steps: numbers.length,
    };
  }

  /** The views at the ends of all rounds but the last one, in order. */
  async atRounds(): Promise<Message[]> {
    const views: Message[] = [];
    for (const { event } of this.rounds().slice(1)) {
      const kept = this.kept.get(event);
      const { view } = kept ?? (await this.look(event));
      if (view) views.push(view);
    }
    return views;
  }

  /** One step back, or on; past the last event is the present. */
  async step(by: -1 | 1): Promise<void> {
    const numbers = this.log().map(({ number }) => number);
    const last = numbers.at(-1);
    if (last === undefined) return;
    const at = this.value?.event ?? last;
    if (by < 0) {
      const before = numbers.findLast((number) => number < at);
      if (before !== undefined) await this.go(before);
      return;
    }
    const told = this.kept.get(at)?.last ?? at;
    const after = numbers.find((number) => number > told);
    if (after === undefined || after >= last) this.present();
    else await this.go(after);
  }

  /** Show the table as it stood once this event had been told. */
  async go(event: number): Promise<void> {
    const kept = this.kept.get(event);
    if (kept) return this.set({ event, ...kept, waiting: false });
    const asked = (this.asking += 1);
    this.set({ event, view: this.value?.view, waiting: true });
    try {
      const found = await this.look(event);
      // Only the last that was asked for is shown.
      if (asked === this.asking) this.set({ event, ...found, waiting: false });
    } catch (failed) {
      if (asked === this.asking) this.set({ event, view: this.value?.view, waiting: false, failed });
    }
  }

  /** A question of the viewer as it was asked when this event had been told, and what they saw. */
  async askedAt(event: number, id: string): Promise<{ prompt: Prompt; view?: Message } | undefined> {
    const { update } = await this.lobby.play.getView({ tableId: this.tableId, atEvent: BigInt(event) });
    const prompt = update?.prompts.find((prompt) => prompt.id === id);
    const view = readView(update?.view);
    return prompt && { prompt, ...(view && { view }) };
  }

  private async look(event: number): Promise<{ last: number; view?: Message }> {
    const { update } = await this.lobby.play.getView({ tableId: this.tableId, atEvent: BigInt(event) });
    const found = { last: Number(update?.lastEvent ?? event), view: readView(update?.view) };
    this.kept.set(event, found);
    const oldest = this.kept.keys().next();
    if (this.kept.size > this.most && !oldest.done) this.kept.delete(oldest.value);
    return found;
  }

  /** Back to the present. */
  present(): void {
    this.asking += 1;
    this.set(undefined);
  }
}
