/** Which bot *Play now* has where nobody comes, and whether it is rated: as the player chose last. */
import type { GameOffer, Store } from "galaxytables-client";
import { inOrder, usualBot } from "./bots.js";

const KEY = "galaxytables.play-now";

export interface Opponent {
  /** Empty for none. */
  readonly bot: string;
  readonly rated: boolean;
}

type Kept = Record<string, Partial<Opponent>>;

function all(store: Store): Kept {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/** What was chosen last for a game as far as it is still offered, else what is usual: the usual bot, and rated. */
export function opponentFor({ description, bots }: GameOffer, store: Store): Opponent {
  const { bot, rated } = all(store)[description?.game ?? ""] ?? {};
  const fits = bot === "" || (typeof bot === "string" && inOrder(bots).includes(bot));
  return { bot: fits ? bot : usualBot(bots), rated: rated !== false };
}

/** Keep what was chosen for a game. */
export function keepOpponent(game: string, opponent: Opponent, store: Store): void {
  store.setItem(KEY, JSON.stringify({ ...all(store), [game]: opponent }));
}
