/** What is said at a table that has not started: it has a stream for its seats, and this one for its chat. */
import { type ChatMessage, ClientError, type Lobby } from "galaxytables-client";
import { localTime } from "./clock.js";
import { KnownTable } from "./knownTable.js";
import { Watched } from "./watched.js";

export class RoomMessages extends Watched<readonly ChatMessage[]> {
  private readonly ended = new AbortController();

  /** @param address what the table is asked for by: its id, or the invitation that somebody came with */
  constructor(
    private readonly lobby: Lobby,
    private readonly address: string,
  ) {
    super([]);
  }

  /** Follow what is said until `close` is called; what ends it otherwise is told by the stream of the seats. */
  async follow(): Promise<void> {
    const known = new KnownTable();
    try {
      for await (const update of this.lobby.watchTable(this.address, { fromMessage: 1n, signal: this.ended.signal })) {
        known.take(update, localTime());
        if (known.messages !== this.now) this.set(known.messages);
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
    }
  }

  close(): void {
    this.ended.abort();
  }
}
