/** What is said at a table that has not started: it has a stream for its seats, and this one for its chat. */
import { type ChatMessage, ClientError, type Lobby } from "galaxytables-client";
import { localTime } from "./clock.js";
import { KnownTable } from "./knownTable.js";
import { Watched } from "./watched.js";

export class RoomMessages extends Watched<readonly ChatMessage[]> {
  private readonly known = new KnownTable();

  /** @param address what the table is asked for by: its id, or the invitation that somebody came with */
  constructor(
    private readonly lobby: Lobby,
    private readonly address: string,
  ) {
    super([]);
  }

  /** Follow what is said, after what is known already, until `signal` ends it; what ends it otherwise the seats' stream tells. */
  async follow(signal: AbortSignal): Promise<void> {
    const fromMessage = (this.now.at(-1)?.number ?? 0n) + 1n;
    try {
      for await (const update of this.lobby.watchTable(this.address, { fromMessage, signal })) {
        this.known.take(update, localTime());
        if (this.known.messages !== this.now) this.set(this.known.messages);
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
    }
  }
}
