/** The past of a table: the table as it stood once an event had been told, step by step. */
import type { Message } from "@bufbuild/protobuf";
import { type Lobby, readView } from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { LogEntry } from "./knownTable.js";
import { inStep, showsPhases } from "./stepPhase.js";
import { Watched } from "./watched.js";

export interface Seen {
  readonly seat: number;
  readonly view: Message;
}

/** What is looked back at. */
export interface PastView {
  /** The number of the event that was told last. */
  readonly event: number;
  /** That of the last event that was told in the same moment. */
  readonly last?: number;
  readonly view?: Message;
  /** What every seat saw then, once the game is over. */
  readonly hands?: readonly Seen[];
  readonly waiting: boolean;
  readonly failed?: unknown;
}

/** The table as it stood after a moment, and as it is shown for that: in the phase in which the moment came about. */
interface Kept {
  readonly last: number;
  readonly view?: Message;
  readonly hands?: readonly Seen[];
  shown?: Message;
}

/** Walks over the events of one table; `undefined` is the present. */
export class Past extends Watched<PastView | undefined> {
  /** What was seen, by event, the newest last, so that walking back and forth asks once. */
  private readonly kept = new Map<number, Kept>();
  private asking = 0;

  constructor(
    private readonly lobby: Lobby,
    private readonly tableId: string,
    private readonly log: () => readonly LogEntry[],
    private readonly over: () => boolean = () => false,
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

  /** The events of each moment: what was told at the same time is one step, and the table is shown as it stood after it. */
  private moments(): { first: number; last: number }[] {
    const moments: { first: number; last: number }[] = [];
    let at: number | undefined;
    for (const { number, time } of this.log()) {
      const now = moments.at(-1);
      if (now && time === at) now.last = number;
      else moments.push({ first: number, last: number });
      at = time;
    }
    return moments;
  }

  /** The moment to which an event belongs: its round, 0 before the first, the how many-th of that round it is, its events. */
  moment(event: number): { round: number; step: number; steps: number; first: number; last: number } {
    const [rounds, moments] = [this.rounds(), this.moments()];
    // What a moment led to is its round: where that begins another one, it shows that.
    const roundAt = (last: number) => rounds.findLast((round) => round.event <= last)?.round ?? 0;
    const now = moments.find(({ last }) => last >= event) ?? { first: event, last: event };
    const round = roundAt(now.last);
    const alike = moments.filter(({ last }) => roundAt(last) === round);
    return { round, step: alike.filter(({ last }) => last <= now.last).length, steps: alike.length, ...now };
  }

  /** The views at the ends of all rounds but the last one, in order. */
  async atRounds(): Promise<Message[]> {
    const views: Message[] = [];
    for (const { event } of this.rounds().slice(1)) {
      const { view } = await this.look(event);
      if (view) views.push(view);
    }
    return views;
  }

  /** One moment back, or on; past the last one is the present. */
  async step(by: -1 | 1): Promise<void> {
    const moments = this.moments();
    const now = this.value ? this.shown(this.value) : moments.at(-1)?.last;
    const at = moments.findIndex(({ last }) => now !== undefined && last >= now);
    const next = moments[at + by];
    if (at < 0) return;
    if (next && at + by < moments.length - 1) await this.go(next.last);
    else if (by > 0) this.present();
  }

  /** The last event of what is looked at. */
  shown({ event, last = event }: PastView): number {
    return last;
  }

  /** Show the table as it stood once this event had been told. */
  async go(event: number): Promise<void> {
    const kept = this.kept.get(event);
    if (kept?.shown) return this.set({ event, ...kept, view: kept.shown, waiting: false });
    const asked = (this.asking += 1);
    this.set({ event, view: this.value?.view, waiting: true });
    try {
      const found = await this.look(event);
      const view = (found.shown ??= await this.inStep(event, found.view));
      // Only the last that was asked for is shown.
      if (asked === this.asking) this.set({ event, ...found, view, waiting: false });
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

  private async inStep(event: number, view: Message | undefined): Promise<Message | undefined> {
    const before = this.moments().findLast(({ last }) => last < this.moment(event).first);
    return view && before && showsPhases(view) ? inStep(view, (await this.look(before.last)).view) : view;
  }

  private async look(event: number): Promise<Kept> {
    const known = this.kept.get(event);
    if (known) return known;
    const openHands = this.over();
    const { update, hands } = await this.lobby.play.getView({
      tableId: this.tableId,
      atEvent: BigInt(event),
      openHands,
    });
    const seen = hands.flatMap(({ seat, view }) => {
      const read = readView(view);
      return read ? [{ seat, view: read }] : [];
    });
    const found: Kept = { last: Number(update?.lastEvent ?? event), view: readView(update?.view), hands: seen };
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
