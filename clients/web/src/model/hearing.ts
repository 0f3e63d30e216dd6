/** What others say while one looks on. */
import type { ChatMessage } from "galaxytables-client";

/** Tells news from what was said before: that is all that comes first. */
export class Hearing {
  private heard?: bigint;

  /** The last message that came since the last time, unless the reader wrote it. */
  take(messages: readonly ChatMessage[], reader: string): ChatMessage | undefined {
    const before = this.heard;
    const last = messages.at(-1);
    this.heard = last?.number ?? before ?? 0n;
    return last && before !== undefined && last.number > before && last.player?.id !== reader ? last : undefined;
  }
}
