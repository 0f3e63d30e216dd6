/** One table that is looked at: its stream, its questions and their answers. Knows no page. */
import {
  Backoff,
  ClientError,
  type Lobby,
  RatingTerms,
  requestId,
  type Table,
  TableState,
  type Takeback,
  UnavailableError,
  UnratedReason,
  Visibility,
} from "galaxytables-client";
import type { ExplainPromptResponse, FinishedGame, GivenHint } from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { IntroductionStep } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { Answer, type Given } from "./answer.js";
import { localTime } from "./clock.js";
import { Line } from "./connection.js";
import type { Guide } from "./introduction.js";
import { Past } from "./past.js";
import { untilAnswered } from "./patience.js";
import { type RatedState, ratedState } from "./rated.js";
import { KnownTable } from "./knownTable.js";
import type { Turn } from "./swings.js";
import { Talk } from "./talk.js";
import { Watched } from "./watched.js";

export class TableController extends Watched<KnownTable> {
  readonly line = new Line();
  readonly past: Past;
  /** The table's seats and terms; as they stood when the page asked last. */
  readonly table: Watched<Table>;
  /** The answer in the making; none while nothing is asked. */
  answer?: Answer;
  /** An option is an answer where one alone is wanted, without being confirmed. */
  onePress = false;
  /** When the present question came, in local time. */
  private askedAt = 0;
  /** The question whose answer is on its way, until the server has said what became of it. */
  private delivering?: string;
  /** Answers that were given together with the last one, to questions that have not come yet. */
  private planned: readonly Given[] = [];
  /** The present question is not as it was planned, so it is the player's again. */
  unplanned = false;
  /** Something else is asked of the server. */
  private busy = false;
  /** Why the last thing that was asked for was not done. */
  failure?: ClientError;
  /** Why pieces are no options of the present question, once asked. */
  explained?: ExplainPromptResponse;
  /** The table is not told any more, and nothing is asked of this player: the server has refused them, who may be banned. */
  shut = false;
  /** A player looks at the table and has seen the game end, rather than come later. */
  sawEnd = false;
  /** The game as the archive has it some seconds after its end; undefined until then, none where it never will. */
  archived?: FinishedGame | null;
  /** Where the game turned, once a bot has said so. */
  turns: readonly Turn[] = [];
  private archiving = false;
  /** Who suggests answers, at an introduction that is scripted. */
  private guide?: Guide;
  private readonly ended = new AbortController();
  /** What was told last is not drawn yet; there is more to tell. */
  private drawing = false;
  private untold = false;

  /** @param nextFrame does something when the page is drawn next; updates that come before are told together then */
  constructor(
    private readonly lobby: Lobby,
    table: Table,
    private readonly nextFrame: (work: () => void) => void = (work) => work(),
    /** What the table is asked for by: its id, or the invitation that somebody came with. */
    readonly address = table.id,
    readonly talk = new Talk(lobby, address),
  ) {
    super(new KnownTable());
    this.table = new Watched(table);
    this.value.clocks.control = table.timeControl;
    this.past = new Past(
      lobby,
      address,
      () => this.value.log,
      () => this.value.finished,
    );
    // What the server did not answer is no news any more once it is heard again.
    this.line.subscribe(({ state }) => {
      if (state !== "live" || !(this.failure instanceof UnavailableError)) return;
      this.failure = undefined;
      this.changed();
    });
  }

  get id(): string {
    return this.table.now.id;
  }

  /** Whether an answer, or something else, is on its way: nothing more is sent meanwhile. */
  get sending(): boolean {
    return (
      this.busy || (this.delivering !== undefined && [undefined, this.delivering].includes(this.answer?.prompt.id))
    );
  }

  /** Whether the present answer is on its way: its marks stay as they were given until the server has said what became of it. */
  get sealed(): boolean {
    return this.delivering !== undefined && this.delivering === this.answer?.prompt.id;
  }

  /** Follow the table until it is over or `close` is called, then whether it is played again; throws what will not pass. */
  async follow(): Promise<void> {
    try {
      await this.watch();
    } catch (error) {
      this.shut = true;
      this.line.over();
      this.ask();
      this.changed();
      throw error;
    }
    if (this.ended.signal.aborted) return;
    this.line.over();
    if (this.value.stage === TableState.FINISHED) void this.followRematch();
  }

  private async watch(): Promise<void> {
    const watching = {
      views: true,
      fromMessage: 1n,
      signal: this.ended.signal,
      onLost: this.line.lost,
      onPulse: (now: number) => {
        this.value.clocks.learn(now, localTime());
        this.line.heard();
      },
    };
    for await (const update of this.lobby.watchTable(this.address, watching)) {
      const stage = this.value.stage;
      const fresh = update.events.some(({ event }) => event && SEATING.has(event.kind));
      this.value.take(update, localTime());
      this.sawEnd ||= stage === TableState.RUNNING && this.value.finished && this.value.viewer !== undefined;
      this.line.heard();
      this.ask();
      this.updated();
      if (fresh || stage !== this.value.stage) void this.look();
    }
  }

  private async followRematch(): Promise<void> {
    try {
      for await (const table of this.lobby.watchRoom(this.address, { signal: this.ended.signal, pastEnd: true })) {
        this.table.set(table);
        this.changed();
      }
    } catch (error) {
      // Who may not see the table any more need not know of its rematch.
      if (!(error instanceof ClientError)) throw error;
    }
  }

  /** Look at seats and terms again. */
  async look(): Promise<void> {
    const { table } = await this.lobby.tables.getTable({ tableId: this.address }).catch(() => ({ table: undefined }));
    if (table && !this.ended.signal.aborted) {
      this.table.set(table);
      this.value.clocks.control = table.timeControl;
      this.changed();
    }
  }

  close(): void {
    this.ended.abort();
  }

  /** Set or take away the mark of an option. */
  mark(option: string): void {
    if (!this.sealed && this.answer?.toggle(option)) {
      this.failure = undefined;
      this.changed();
    }
  }

  /**
   * Mark an option, or take its mark away; where one press is enough, answer with it.
   *
   * What is answered together with other questions is confirmed with them.
   * A press that comes just as the question changes was meant for the question before: it marks, and does not answer.
   */
  choose(option: string): void {
    if (!this.onePress || !this.answer?.single || this.answer.ahead) return this.mark(option);
    if (!this.answer.picks.includes(option)) this.mark(option);
    if (this.answer.picks.includes(option) && localTime() - this.askedAt >= MOMENT) void this.submit();
  }

  clear(): void {
    if (this.sealed) return;
    this.answer?.clear();
    this.changed();
  }

  /** Whether questions are answered together with those that follow them. */
  readonly plans: boolean = true;

  /** Answer questions that follow the present one together with it; each is sent as it is asked. */
  plan(ahead: readonly Given[]): void {
    if (!this.answer) return;
    this.answer.ahead = ahead;
    this.changed();
  }

  /** Give the answer as it is marked, with those that are planned, or these picks alone. */
  async submit(picks?: readonly string[]): Promise<void> {
    if (!this.answer || this.sending) return;
    this.planned = picks ? [] : (this.answer.ahead ?? []);
    await this.send(picks ?? this.answer.picks);
  }

  /** Send the answer to the present question. What is shown changes only with what the server says. */
  private async send(picks: readonly string[]): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt || this.sending) return;
    this.guide?.answered(prompt, picks);
    this.delivering = prompt.id;
    this.failure = undefined;
    this.changed();
    try {
      const version = await this.deliver(prompt.id, picks);
      if (version !== undefined) this.value.noteAnswer(prompt.id, version);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.planned = [];
      if (this.delivering === prompt.id) this.failure = error;
    } finally {
      if (this.delivering === prompt.id) this.delivering = undefined;
      this.ask();
      this.changed();
    }
  }

  /**
   * Send an answer until the server says what became of it, under one request id, so that it counts once.
   *
   * Gives the version that holds it; none where the question is no longer asked, or nobody looks any more.
   */
  private async deliver(promptId: string, picks: readonly string[]): Promise<bigint | undefined> {
    const choice = { tableId: this.address, promptId, picks: [...picks], requestId: requestId() };
    const backoff = new Backoff(1_000, 10_000);
    for (;;) {
      try {
        return (await this.lobby.play.submitChoice(choice)).version;
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
      }
      this.line.unanswered();
      await this.line.again(backoff.next(), this.ended.signal);
      if (this.ended.signal.aborted || !this.value.open.some(({ id }) => id === promptId)) return undefined;
    }
  }

  /** Do something that the server may refuse; one thing at a time. */
  async doing(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.failure = undefined;
    this.changed();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.failure = error;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  undo = () => {
    this.planned = [];
    return this.doing(() => this.lobby.play.undo({ tableId: this.address }));
  };
  /** Propose to take back; the player was told whether the game is not rated any more then. */
  proposeTakeback = (acceptUnrated: boolean) =>
    this.doing(() => this.lobby.play.proposeTakeback({ tableId: this.address, acceptUnrated }));
  answerTakeback = ({ id: takeback, unrates }: Takeback, accept: boolean) =>
    this.doing(() =>
      this.lobby.play.answerTakeback({ tableId: this.address, takeback, accept, acceptUnrated: accept && unrates }),
    );
  setPause = (paused: boolean) => this.doing(() => this.lobby.play.setPause({ tableId: this.address, paused }));
  setVacation = (away: boolean) => this.doing(() => this.lobby.play.setVacation({ tableId: this.address, away }));
  resign = () => this.doing(() => this.lobby.play.resign({ tableId: this.address }));
  claimEnd = () => this.doing(() => this.lobby.play.claimEnd({ tableId: this.address }));

  /** Have answers suggested; nobody: no longer. */
  teach(guide?: Guide): void {
    this.guide = guide;
    this.changed();
  }

  /** What is suggested to answer to the present question, and which lesson explains it. */
  get step(): IntroductionStep | undefined {
    return this.answer && this.guide?.stepFor(this.answer.prompt);
  }

  /** Whether the introduction's last step was just followed. */
  get led(): boolean {
    return !this.step && (this.guide?.over ?? false);
  }

  /** Ask why pieces and places are no options of the present question. */
  async explain(): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt) return;
    await this.doing(async () => {
      const explained = await this.lobby.play.explainPrompt({ tableId: this.address, promptId: prompt.id });
      if (this.answer?.prompt.id === prompt.id) this.explained = explained;
    });
  }

  /** Ask a bot what it would answer to the present question; it comes with the next update too. */
  async askHint(): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt || !this.givesHints || this.sending) return;
    await this.doing(async () => {
      const { hint } = await this.lobby.play.hint({ tableId: this.address, promptId: prompt.id });
      this.value.hint = hint;
    });
  }

  /** What a bot would answer to the present question, once asked. */
  get hint(): GivenHint | undefined {
    const { hint } = this.value;
    return hint?.promptId === this.answer?.prompt.id ? hint : undefined;
  }

  /** Whether bots give hints here: at private and casual tables, which are not rated. */
  get givesHints(): boolean {
    const { visibility, rating } = this.table.now;
    return visibility === Visibility.PRIVATE || rating === RatingTerms.CASUAL;
  }

  /** Why the game is not rated, as far as is known. */
  get unrated(): UnratedReason {
    return this.value.began ? this.value.unrated : this.table.now.unrated;
  }

  /** Whether the game is rated, as far as is known: while it is played that may still change. */
  get rated(): RatedState {
    if (this.value.finished) return ratedState(this.unrated, this.archived);
    return this.unrated === UnratedReason.UNSPECIFIED ? "rated" : "unrated";
  }

  /** Ask the archive what the game that is over has made of ratings and records, until it knows; once. */
  async learnEnd(): Promise<void> {
    if (this.archiving) return;
    this.archiving = true;
    const ask = () => this.lobby.archive.getSummary({ tableId: this.address });
    try {
      this.archived = (await untilAnswered(ask, () => undefined, this.ended.signal))?.game;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.archived = null;
    }
    this.changed();
  }

  /** Mark what a hint says, in place of what was marked. */
  markAll(picks: readonly string[]): void {
    if (this.sealed) return;
    this.answer?.clear();
    for (const option of picks) this.answer?.toggle(option);
    this.changed();
  }

  /** Whether the table is in play, and the viewer has a seat there. */
  get plays(): boolean {
    return this.value.stage === TableState.RUNNING && this.value.viewer !== undefined;
  }

  /** Keep the marks where the question is the same; otherwise begin anew. */
  protected ask(): void {
    const prompt: Prompt | undefined = this.shut ? undefined : this.value.open[0];
    if (prompt && this.answer?.fits(prompt)) return;
    if (prompt?.id !== this.answer?.prompt.id) {
      this.explained = undefined;
      this.unplanned = false;
      this.askedAt = localTime();
    }
    this.answer = prompt && new Answer(prompt);
    if (prompt && this.planned.length) this.goOn(prompt);
  }

  /** Answer a question as the player has already done; what was given beyond it waits on, and all else is forgotten. */
  private goOn(prompt: Prompt): void {
    const at = this.planned.findIndex(({ kind }) => kind === prompt.kind);
    const picks = this.planned[at]?.picks(prompt);
    this.unplanned = at >= 0 && !picks;
    this.planned = picks ? this.planned.slice(at + 1) : [];
    if (picks) void this.send(picks);
  }

  protected changed(): void {
    this.set(this.value.copy());
  }

  /** Tell of an update at once, and of those that come before it is drawn with the next frame. */
  private updated(): void {
    this.untold = true;
    if (!this.drawing) this.tell();
  }

  private tell(): void {
    this.drawing = this.untold;
    if (!this.untold) return;
    this.untold = false;
    this.changed();
    this.nextFrame(() => this.tell());
  }
}

/** For so many milliseconds nobody can have read a question, nor stopped a second click. */
export const MOMENT = 400;
/** Events after which other people sit on the seats, or sit there differently. */
const SEATING = new Set(["started", "resigned", "handed_over", "finished"]);
