/** A table as this client knows it: fed with updates, asked for what to show. Knows no page and no network. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Message } from "@bufbuild/protobuf";
import {
  type ChatMessage,
  EventSource,
  type GivenHint,
  readView,
  type TableEvent,
  TableState,
  type TableUpdate,
  type Takeback,
  UnratedReason,
} from "galaxytables-client";
import type { EndReason, Event, Prompt, SeatScore } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ClockFace } from "./clock.js";
import { shared } from "./sharing.js";

/** One event; `withdrawn` once it was taken back. */
export interface LogEntry {
  readonly number: number;
  readonly event: Event;
  readonly source: EventSource;
  readonly withdrawn: boolean;
  /** When it happened, in the server's milliseconds. */
  readonly time: number;
}

/** Everything that one viewer knows of one table. */
export class KnownTable {
  log: readonly LogEntry[] = [];
  messages: readonly ChatMessage[] = [];
  prompts: readonly Prompt[] = [];
  view?: Message;
  waitingFor: readonly number[] = [];
  /** Since when the table waits for each of them, in local time; as far as this client has seen. */
  private asked: ReadonlyMap<number, number> = new Map();
  scores: readonly SeatScore[] = [];
  stage = TableState.UNSPECIFIED;
  viewer?: number;
  undoable = false;
  paused = false;
  /** Nobody serves the version of the rules that it is played by. */
  stranded = false;
  wishes: readonly number[] = [];
  takeback?: Takeback;
  endReason: EndReason = 0;
  /** Why the game is not rated; unspecified where it is. */
  unrated: UnratedReason = UnratedReason.UNSPECIFIED;
  mayClaimEnd = false;
  /** What a bot would answer to one of the open prompts, where the viewer has asked. */
  hint?: GivenHint;
  lastEvent = 0;
  /** The last event once the viewer had last chosen, on whatever device; 0 before that. */
  choseAt = 0;
  /** An update has come. */
  began = false;
  private version = 0n;
  private takebacks = 0;

  constructor(
    readonly clocks = new ClockFace(),
    /** The versions of the table that hold the answers to prompts. */
    private readonly answered = new Map<string, bigint>(),
  ) {}

  get finished(): boolean {
    return this.stage === TableState.FINISHED;
  }

  /**
   * Take an update that arrived at the local time `now`.
   *
   * Events count by their numbers, everything else by the table's version; what is older is left out.
   */
  take(update: TableUpdate, now: number): void {
    if (update.now) this.clocks.learn(timestampMs(update.now), now);
    if (update.resync) {
      this.log = [];
      this.messages = [];
      this.lastEvent = 0;
      this.answered.clear();
    }
    this.tell(update.events.filter((event) => Number(event.number) > this.lastEvent));
    this.lastEvent = Math.max(this.lastEvent, Number(update.lastEvent));
    const heard = this.messages.at(-1)?.number ?? 0n;
    const said = update.messages.filter(({ number }) => number > heard);
    if (said.length) this.messages = [...this.messages, ...said];
    if (update.resync || !this.began || update.version >= this.version) this.stand(update, now);
    this.began = true;
  }

  /** The same in another object: a sign that something in it has changed. */
  copy(): KnownTable {
    return Object.assign(new KnownTable(this.clocks, this.answered), this);
  }

  /** The viewer's prompts that still want an answer. */
  get open(): readonly Prompt[] {
    return this.prompts.filter(({ id }) => this.version >= (this.answered.get(id) ?? 0n));
  }

  /** Note that the prompt was answered, so that it is not shown until the update that no longer has it. */
  noteAnswer(prompt: string, version: bigint): void {
    this.answered.set(prompt, version);
  }

  /** Since when the table waits for a seat, in local time; none where it does not. */
  askedSince(seat: number): number | undefined {
    return this.asked.get(seat);
  }

  private stand(update: TableUpdate, now: number): void {
    this.version = update.version;
    if (update.takebacks > this.takebacks) this.answered.clear();
    this.takebacks = update.takebacks;
    this.viewer = update.viewer;
    this.choseAt = Number(update.choseAtEvent ?? 0n);
    this.prompts = update.prompts;
    this.waitingFor = update.waitingFor;
    this.asked = new Map(update.waitingFor.map((seat) => [seat, this.asked.get(seat) ?? now]));
    this.undoable = update.undoable;
    this.paused = update.paused !== undefined;
    this.stranded = update.stranded;
    this.wishes = update.wishes;
    this.takeback = update.takeback;
    this.clocks.take(update.clocks);
    const view = update.view && readView(update.view);
    if (view) this.view = shared(this.view, view);
    if (update.scores.length) this.scores = update.scores;
    this.endReason = update.endReason;
    this.unrated = update.unrated;
    this.mayClaimEnd = update.mayClaimEnd;
    this.hint = update.hint;
    this.stage = update.state;
  }

  private tell(fresh: readonly TableEvent[]): void {
    if (!fresh.length) return;
    const log = [...this.log];
    for (const { number, event, source, withdrawn, time } of fresh) {
      withdraw(log, withdrawn);
      const happened = time ? timestampMs(time) : 0;
      if (event) log.push({ number: Number(number), event, source, withdrawn: false, time: happened });
    }
    this.log = log;
  }
}

/** Mark the game's last events that still held. */
function withdraw(log: LogEntry[], count: number): void {
  for (let index = log.length - 1; index >= 0 && count > 0; index -= 1) {
    const entry = log[index];
    if (!entry || entry.withdrawn || entry.source !== EventSource.GAME) continue;
    log[index] = { ...entry, withdrawn: true };
    count -= 1;
  }
}
