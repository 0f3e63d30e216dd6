/** What shows that a bot thinks: made of nothing but whom the table waits for, and since when. */

export interface Thinking {
  /** Which of three dots is lit; none where nothing is to move. */
  readonly lit: number | undefined;
  /** Where its eyes look: -1 is left, 1 is right. */
  readonly aside: number;
  /** Seconds to be told; none for a moment that needs no telling. */
  readonly seconds: number | undefined;
}

const DOTS = 3;
/** Bots pause for about a second so that people can follow. */
const TOLD_FROM = 2;

/** How a bot is shown that is asked since so many milliseconds. */
export function thinking(milliseconds: number, still: boolean): Thinking {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const lit = seconds % DOTS;
  return {
    lit: still ? undefined : lit,
    aside: still ? 0 : lit - 1,
    seconds: seconds < TOLD_FROM ? undefined : seconds,
  };
}
