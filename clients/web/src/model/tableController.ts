/** One table that is looked at: its stream, its questions and their answers. Knows no page. */
import { ClientError, type Lobby, Refused, requestId, type Table, TableState, Visibility } from "galaxy-tables-sdk";
import type { ExplainPromptResponse, GivenHint } from "galaxy-tables-sdk";
import type { Prompt } from "galaxy-tables-sdk/gen/galaxy/rules/v1/game_pb";
import type { IntroductionStep } from "galaxy-tables-sdk/gen/galaxy/rules/v1/rules_pb";
import { Answer } from "./answer.js";
import { Line } from "./connection.js";
import type { Guide } from "./introduction.js";
import { Past } from "./past.js";
import { KnownTable } from "./knownTable.js";
import { Watched } from "./watched.js";

export class TableController extends Watched<KnownTable> {
  readonly line = new Line();
  readonly past: Past;
  /** The table's seats and terms; as they stood when the page asked last. */
  readonly table: Watched<Table>;
  /** The answer in the making; none while nothing is asked. */
  answer?: Answer;
  /** An answer is on its way. */
  sending = false;
  /** Why the last thing that was asked for was not done. */
  failure?: ClientError;
  /** Why pieces are no options of the present question, once asked. */
  explained?: ExplainPromptResponse;
  /** Who suggests answers, at an introduction that is scripted. */
  private guide?: Guide;
  private readonly ended = new AbortController();
  /** What was told last is not drawn yet; there is more to tell. */
  private drawing = false;
  private untold = false;
  /** The request under which a choice was sent and no answer came: it is sent again as it was. */
  private unanswered?: { prompt: string; picks: string; requestId: string };

  /** @param nextFrame does something when the page is drawn next; updates that come before are told together then */
  constructor(
    private readonly lobby: Lobby,
    table: Table,
    private readonly nextFrame: (work: () => void) => void = (work) => work(),
  ) {
    super(new KnownTable());
    this.table = new Watched(table);
    this.past = new Past(lobby, table.id, () => this.value.log);
  }

  get id(): string {
    return this.table.now.id;
  }

  /** Follow the table until it is over or `close` is called; throws what will not pass. */
  async follow(): Promise<void> {
    const watching = {
      views: true,
      fromMessage: 1n,
      signal: this.ended.signal,
      onLost: this.line.lost,
      onPulse: (now: number) => {
        this.value.clocks.learn(now, Date.now());
        this.line.heard();
      },
    };
    for await (const update of this.lobby.watchTable(this.id, watching)) {
      const stage = this.value.stage;
      const fresh = update.events.some(({ event }) => event && SEATING.has(event.kind));
      this.value.take(update, Date.now());
      this.line.heard();
      this.ask();
      this.updated();
      if (fresh || stage !== this.value.stage) void this.look();
    }
    if (!this.ended.signal.aborted) this.line.over();
  }

  /** Look at seats and terms again. */
  async look(): Promise<void> {
    const { table } = await this.lobby.tables.getTable({ tableId: this.id }).catch(() => ({ table: undefined }));
    if (table && !this.ended.signal.aborted) {
      this.table.set(table);
      this.changed();
    }
  }

  close(): void {
    this.ended.abort();
  }

  /** Set or take away the mark of an option. */
  mark(option: string): void {
    if (this.answer?.toggle(option)) {
      this.failure = undefined;
      this.changed();
    }
  }

  clear(): void {
    this.answer?.clear();
    this.changed();
  }

  /** Give the answer as it is marked, or these picks. What is shown changes only with what the server says. */
  async submit(picks = this.answer?.picks ?? []): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt || this.sending) return;
    this.guide?.answered(prompt, picks);
    const key = picks.join(" ");
    const again = this.unanswered?.prompt === prompt.id && this.unanswered.picks === key;
    const id = again && this.unanswered ? this.unanswered.requestId : requestId();
    this.unanswered = { prompt: prompt.id, picks: key, requestId: id };
    await this.doing(async () => {
      const choice = { tableId: this.id, promptId: prompt.id, picks: [...picks], requestId: id };
      const { version } = await this.lobby.play.submitChoice(choice);
      this.unanswered = undefined;
      this.value.noteAnswer(prompt.id, version);
      this.ask();
    });
    if (this.failure instanceof Refused) this.unanswered = undefined;
  }

  /** Do something that the server may refuse; one thing at a time. */
  async doing(work: () => Promise<unknown>): Promise<void> {
    this.sending = true;
    this.failure = undefined;
    this.changed();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.failure = error;
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  undo = () => this.doing(() => this.lobby.play.undo({ tableId: this.id }));
  proposeTakeback = () => this.doing(() => this.lobby.play.proposeTakeback({ tableId: this.id }));
  answerTakeback = (takeback: bigint, accept: boolean) =>
    this.doing(() => this.lobby.play.answerTakeback({ tableId: this.id, takeback, accept }));
  setPause = (paused: boolean) => this.doing(() => this.lobby.play.setPause({ tableId: this.id, paused }));
  setVacation = (away: boolean) => this.doing(() => this.lobby.play.setVacation({ tableId: this.id, away }));
  resign = () => this.doing(() => this.lobby.play.resign({ tableId: this.id }));
  claimEnd = () => this.doing(() => this.lobby.play.claimEnd({ tableId: this.id }));
  say = (text: string) => this.doing(() => this.lobby.play.sendMessage({ tableId: this.id, text }));

  /** Have answers suggested; nobody: no longer. */
  teach(guide?: Guide): void {
    this.guide = guide;
    this.changed();
  }

  /** What is suggested to answer to the present question, and which lesson explains it. */
  get step(): IntroductionStep | undefined {
    return this.answer && this.guide?.stepFor(this.answer.prompt);
  }

  /** Ask why pieces and places are no options of the present question. */
  async explain(): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt) return;
    await this.doing(async () => {
      const explained = await this.lobby.play.explainPrompt({ tableId: this.id, promptId: prompt.id });
      if (this.answer?.prompt.id === prompt.id) this.explained = explained;
    });
  }

  /** Ask a bot what it would answer to the present question; it comes with the next update too. */
  async askHint(): Promise<void> {
    const prompt = this.answer?.prompt;
    if (!prompt || !this.givesHints || this.sending) return;
    await this.doing(async () => {
      const { hint } = await this.lobby.play.hint({ tableId: this.id, promptId: prompt.id });
      this.value.hint = hint;
    });
  }

  /** What a bot would answer to the present question, once asked. */
  get hint(): GivenHint | undefined {
    const { hint } = this.value;
    return hint?.promptId === this.answer?.prompt.id ? hint : undefined;
  }

  /** Whether bots give hints here: at private tables, which are not rated. */
  get givesHints(): boolean {
    return this.table.now.visibility === Visibility.PRIVATE;
  }

  /** Mark what a hint says, in place of what was marked. */
  markAll(picks: readonly string[]): void {
    this.answer?.clear();
    for (const option of picks) this.answer?.toggle(option);
    this.changed();
  }

  /** Whether the table is in play, and the viewer has a seat there. */
  get plays(): boolean {
    return this.value.stage === TableState.RUNNING && this.value.viewer !== undefined;
  }

  /** Keep the marks where the question is the same; otherwise begin anew. */
  private ask(): void {
    const prompt: Prompt | undefined = this.value.open[0];
    if (prompt && this.answer?.fits(prompt)) return;
    if (prompt?.id !== this.answer?.prompt.id) this.explained = undefined;
    this.answer = prompt && new Answer(prompt);
  }

  private changed(): void {
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

/** Events after which other people sit on the seats, or sit there differently. */
const SEATING = new Set(["started", "resigned", "handed_over", "finished"]);
