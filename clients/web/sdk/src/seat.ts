/** One seat, for whoever wants to answer prompts and nothing else. */
import type { Any } from "@bufbuild/protobuf/wkt";
import { RefusedError } from "./errors.js";
import type { TableUpdate } from "./gen/galaxytables/lobby/v1/play_pb.js";
import type { Prompt } from "./gen/galaxytables/rules/v1/game_pb.js";
import type { Lobby } from "./lobby.js";
import { optionIds, type Pick } from "./picks.js";

const CLOSED = new Set(["PROMPT_CLOSED", "GAME_OVER", "NOT_SEATED"]);

export interface Asking {
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Whether `view` is wanted; true if left out. */
  readonly views?: boolean;
}

/**
 * The player's seat at one table.
 *
 * While a prompt is answered, `view` is the table as it stood when that was asked: `readView(seat.view)`. After the last
 * prompt `last` is the table at its end, with the scores.
 */
export class OwnSeat {
  last?: TableUpdate;
  view?: Any;
  /** The version of the table that holds the answer to a prompt: what is older shows the prompt still. */
  private readonly answered = new Map<string, bigint>();

  constructor(
    private readonly lobby: Lobby,
    readonly tableId: string,
  ) {}

  /**
   * Every prompt of the seat as it opens, until the game is over; again if its answer was taken back.
   *
   * `views: false` leaves the views out, for who answers without looking.
   */
  async *prompts({ signal, views = true }: Asking = {}): AsyncGenerator<Prompt, void, undefined> {
    let shown = new Set<string>();
    // A store may have come back without its last moments.
    const onLost = () => this.answered.clear();
    for await (const update of this.lobby.watchTable(this.tableId, {
      fromEvent: 0n,
      promptsOnly: true,
      views,
      onLost,
      signal,
    })) {
      this.last = update;
      this.view = update.view ?? this.view;
      if (update.resync) this.answered.clear();
      for (const prompt of update.prompts) if (this.wantsAnswer(prompt, update, shown)) yield prompt;
      shown = new Set(update.prompts.map((prompt) => prompt.id));
    }
  }

  /**
   * Answer a prompt with one or several of its options, or their ids; say whether it was still open.
   *
   * Throws `TypeError` for anything else, `RefusedError` for what breaks the prompt's rule.
   */
  async answer(prompt: Prompt, picks: Pick | readonly Pick[]): Promise<boolean> {
    try {
      const accepted = await this.lobby.play.submitChoice({
        tableId: this.tableId,
        promptId: prompt.id,
        picks: optionIds(picks),
      });
      this.answered.set(prompt.id, accepted.version);
      return true;
    } catch (error) {
      if (error instanceof RefusedError && CLOSED.has(error.reason)) return false;
      throw error;
    }
  }

  /** Whether a prompt is new, or open again; not while an older update still shows what was answered since. */
  private wantsAnswer(prompt: Prompt, update: TableUpdate, shown: ReadonlySet<string>): boolean {
    const answeredAt = this.answered.get(prompt.id);
    if (answeredAt === undefined) return !shown.has(prompt.id);
    if (update.version < answeredAt) return false;
    this.answered.delete(prompt.id);
    return true;
  }
}
