/** Puzzles: positions of real games in which one answer is clearly best. */
import { create } from "@bufbuild/protobuf";
import {
  type GameOffer,
  type Lobby,
  type Seat,
  SeatSchema,
  TableSchema,
  TableState,
  TableUpdateSchema,
} from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ExplainPromptResponseSchema } from "galaxytables-client";
import {
  type Puzzle,
  type PuzzleAnswer,
  PuzzleDifficulty,
  type PuzzleOutline,
  PuzzleOutlineSchema,
} from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { numberOf } from "./catalogue.js";
import type { Expected } from "./swings.js";
import { TableController } from "./tableController.js";

const DAY = 86_400_000;

/** The ids of a game's puzzles, in order. */
export const puzzlesOf = (offers: readonly GameOffer[], game: string): readonly string[] =>
  offers.find(({ description }) => description?.game === game)?.description?.puzzles ?? [];

export type PuzzleState = "solved" | "failed" | "new";

/** What each of a game's puzzles is about, in order; of a game that does not say, its id alone. */
export function outlinesOf(offers: readonly GameOffer[], game: string): readonly PuzzleOutline[] {
  const told = offers.find(({ description }) => description?.game === game)?.description?.puzzleOutlines ?? [];
  return told.length ? told : puzzlesOf(offers, game).map((id) => create(PuzzleOutlineSchema, { id }));
}

/** The message that says what a kind of question is about. */
export const themeOf = (game: string, kind: string): string => `puzzle-theme-${game}-${kind.replaceAll(/[._]/g, "-")}`;

/** The message that names a difficulty; none where it is not said. */
export const difficultyOf = ({ difficulty }: PuzzleOutline): string =>
  difficulty ? `puzzle-${PuzzleDifficulty[difficulty].toLowerCase()}` : "";

export interface NamedPuzzle {
  readonly game: string;
  readonly id: string;
}

/** The puzzle of a day, the same for everybody: another game each day, by the server's time in milliseconds. */
export function daily(offers: readonly GameOffer[], now: number): NamedPuzzle | undefined {
  const games = offers.flatMap(({ description }) => (description?.puzzles.length ? [description] : []));
  games.sort((a, b) => (a.game < b.game ? -1 : 1));
  const day = Math.floor(now / DAY);
  const today = games[day % games.length];
  const id = today?.puzzles[Math.floor(day / games.length) % today.puzzles.length];
  return today && id ? { game: today.game, id } : undefined;
}

/** The puzzle to go on with: the first that is not solved behind this one, or before it; else the one behind it. */
export function following(ids: readonly string[], solved: ReadonlySet<string>, id = ""): string | undefined {
  const place = ids.indexOf(id) + 1;
  const others = [...ids.slice(place), ...ids.slice(0, place)].filter((each) => each !== id);
  return others.find((each) => !solved.has(each)) ?? others[0] ?? ids[0];
}

/** What an answer was measured to be worth. */
export function expectedOf({ facts }: PuzzleAnswer): Expected {
  return { win: numberOf(facts, "win_percent") ?? 0, tables: numberOf(facts, "tables") ?? 0 };
}

/** A puzzle laid out as a table at which one answer is given, by the same means as at others. */
export class PuzzleController extends TableController {
  /** The answer that was given last. */
  given?: PuzzleAnswer;
  /** The best answer was told, or found. */
  told = false;
  /** It was so once: who answers again is not judged. */
  private known = false;
  readonly prompt: Prompt;
  private readonly best: PuzzleAnswer;

  /**
   * @param seats who sits where
   * @param judged told whether the puzzle was solved; a wrong answer, and giving up, is not
   */
  constructor(
    lobby: Lobby,
    readonly puzzle: Puzzle,
    { game, name, seats }: { game: string; name: string; seats: readonly Seat[] },
    private readonly judged: (solved: boolean) => void,
  ) {
    const { id, options } = puzzle;
    super(lobby, create(TableSchema, { id: `puzzle ${id}`, game, name, options, seats: [...seats] }));
    const [prompt, [best]] = [puzzle.prompt, puzzle.answers];
    if (!prompt || !best) throw new Error("The server sent no question.");
    [this.prompt, this.best] = [prompt, best];
    const view = puzzle.view?.view;
    this.value.take(
      create(TableUpdateSchema, {
        state: TableState.RUNNING,
        viewer: prompt.seat,
        prompts: [prompt],
        waitingFor: [prompt.seat],
        ...(view && { view }),
      }),
      0,
    );
    this.ask();
  }

  /** A puzzle is one question. */
  override readonly plans = false;

  /** Nothing happens at a puzzle. */
  override async follow(): Promise<void> {}

  /** Say whether this is the best answer; the question stays open until it is, or was told. */
  override async submit(picks = this.answer?.picks ?? []): Promise<void> {
    if (!this.answer) return;
    this.given = this.puzzle.answers.find((answer) => same(answer.picks, picks));
    this.failure = undefined;
    if (!this.known) this.judged(this.given?.solves ?? false);
    if (this.given?.solves) this.end();
    this.changed();
  }

  /** Tell the best answer. */
  reveal(): void {
    if (!this.known) this.judged(false);
    this.end();
    this.changed();
  }

  /** Ask once more. */
  again(): void {
    delete this.given;
    this.told = false;
    this.open();
    this.changed();
  }

  override async explain(): Promise<void> {
    const { bars = [], otherwise } = this.puzzle.explanation ?? {};
    this.explained = create(ExplainPromptResponseSchema, { bars, ...(otherwise && { otherwise }) });
    this.changed();
  }

  /** The question with what was answered and what is best, once that is told. */
  get outcome(): { prompt: Prompt; picks: readonly string[]; best: readonly string[] } | undefined {
    if (!this.told) return undefined;
    return { prompt: this.prompt, picks: this.given?.picks ?? [], best: this.best.picks };
  }

  /** The best answer; where the given one is as good, that. */
  get right(): PuzzleAnswer {
    return this.given?.solves ? this.given : this.best;
  }

  private end(): void {
    this.told = this.known = true;
    this.value.prompts = [];
    this.value.waitingFor = [];
    this.ask();
  }

  private open(): void {
    this.value.prompts = [this.prompt];
    this.value.waitingFor = [this.prompt.seat];
    this.ask();
  }
}

/** The seats of a puzzle: who looks at it sits where the question is asked. */
export function seatsOf({ seats, prompt }: Puzzle, me: { id: string; name: string }, other: string): Seat[] {
  return Array.from({ length: seats }, (_, number) =>
    create(SeatSchema, {
      number,
      occupant: { case: "player", value: number === prompt?.seat ? me : { id: "opponent", name: other } },
    }),
  );
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((pick) => others.includes(pick));
}
