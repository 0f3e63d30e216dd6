/** What somebody says at a table: lines go one after the other, and nothing that was typed is lost. */
import { ClientError, type Lobby, requestId, UnavailableError } from "galaxytables-client";
import { Watched } from "./watched.js";

export interface Said {
  /** What stands in the field, to be sent or changed. */
  readonly draft: string;
  /** Lines that are on their way. */
  readonly sending: readonly string[];
  /** Why the last line was not taken; it stands in the field again. */
  readonly failure?: ClientError;
}

const SILENT: Said = { draft: "", sending: [] };

/** One player's lines at one table. */
export class Talk extends Watched<Said> {
  private atIt = false;
  /** The line whose answer was lost: sent again as it is, it is said once. */
  private unanswered?: { text: string; requestId: string };

  constructor(
    private readonly lobby: Lobby,
    private readonly tableId: string,
  ) {
    super(SILENT);
  }

  type(draft: string): void {
    this.set({ ...this.value, draft });
  }

  /** Send what stands in the field. */
  send(): void {
    const text = this.value.draft.trim();
    if (!text) return;
    this.set({ draft: "", sending: [...this.value.sending, text] });
    void this.deliver();
  }

  private async deliver(): Promise<void> {
    if (this.atIt) return;
    this.atIt = true;
    try {
      for (let text = this.value.sending[0]; text !== undefined; text = this.value.sending[0]) {
        if (this.unanswered?.text !== text) this.unanswered = { text, requestId: requestId() };
        await this.lobby.play.sendMessage({ tableId: this.tableId, ...this.unanswered });
        this.unanswered = undefined;
        this.set({ ...this.value, sending: this.value.sending.slice(1) });
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.giveBack(error);
    } finally {
      this.atIt = false;
    }
  }

  /** Put what was not taken back into the field, before what was typed meanwhile. */
  private giveBack(failure: ClientError): void {
    const { draft, sending } = this.value;
    this.set({ draft: [...sending, draft].filter(Boolean).join(" "), sending: [], failure });
    if (!(failure instanceof UnavailableError)) this.unanswered = undefined;
  }
}
