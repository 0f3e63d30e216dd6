/** One seat, for whoever wants to answer prompts and nothing else. */
import { Refused } from "./errors.js";
import type { TableUpdate } from "./gen/galaxy/lobby/v1/play_pb.js";
import type { Prompt } from "./gen/galaxy/rules/v1/game_pb.js";
import type { Lobby } from "./lobby.js";

const CLOSED = new Set(["PROMPT_CLOSED", "GAME_OVER", "NOT_SEATED"]);

/** The player's seat at one table. After the last prompt `last` is the table at its end, with the scores. */
export class OwnSeat {
  last?: TableUpdate;
  /** The version of the table that holds the answer to a prompt: what is older shows the prompt still. */
  private readonly answered = new Map<string, bigint>();

  constructor(
    private readonly lobby: Lobby,
    readonly tableId: string,
  ) {}

  /** Every prompt of the seat as it opens, until the game is over; again if its answer was taken back. */
  async *prompts(signal?: AbortSignal): AsyncGenerator<Prompt, void, undefined> {
    let shown = new Set<string>();
    // A store may have come back without its last moments.
    const onLost = () => this.answered.clear();
    for await (const update of this.lobby.watchTable(this.tableId, {
      fromEvent: 0n,
      promptsOnly: true,
      onLost,
      signal,
    })) {
      this.last = update;
      if (update.resync) this.answered.clear();
      for (const prompt of update.prompts) if (this.wantsAnswer(prompt, update, shown)) yield prompt;
      shown = new Set(update.prompts.map((prompt) => prompt.id));
    }
  }

  /** Answer a prompt with ids of its options; say whether it was still open. Throws `Refused` for what breaks its rule. */
  async answer(prompt: Prompt, picks: readonly string[]): Promise<boolean> {
    try {
      const accepted = await this.lobby.play.submitChoice({
        tableId: this.tableId,
        promptId: prompt.id,
        picks: [...picks],
      });
      this.answered.set(prompt.id, accepted.version);
      return true;
    } catch (error) {
      if (error instanceof Refused && CLOSED.has(error.reason)) return false;
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
