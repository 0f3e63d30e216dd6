/** Against which bot *Play now* plays a game, and whether that is rated: as the player chose last. */
import { type GameOffer, RatingTerms, type Store } from "galaxytables-client";
import { inOrder, usualBot } from "./bots.js";
import { type Choices, usualChoices } from "./choices.js";

const KEY = "galaxytables.play-now";

export interface Opponent {
  /** Empty where the game has no bots. */
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
  return { bot: bot && inOrder(bots).includes(bot) ? bot : usualBot(bots), rated: rated !== false };
}

/** Keep what was chosen for a game. */
export function keepOpponent(game: string, opponent: Opponent, store: Store): void {
  store.setItem(KEY, JSON.stringify({ ...all(store), [game]: opponent }));
}

/** The table that *Play now* opens. */
export function choicesAgainst(offer: GameOffer, { bot, rated }: Opponent): Choices {
  return { ...usualChoices(offer), bot, rating: rated ? RatingTerms.RATED : RatingTerms.CASUAL };
}
