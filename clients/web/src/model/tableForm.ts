/** The form for a new table: what is chosen, and what may still be chosen. */
import {
  type GameOffer,
  inWords,
  type Lobby,
  messageId,
  RatingTerms,
  type TimePreset,
  Visibility,
  type Words,
} from "galaxytables-client";
import type { CheckOptionsResponse, OptionOffer } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import type { Choices } from "./choices.js";
import { Watched } from "./watched.js";
import type { Say } from "./wording.js";

/** A value of an option as the form offers it. */
export interface Choice {
  readonly value: string;
  /** Why it cannot be chosen now. */
  readonly conflict: string;
}

/** The bounds of a number, and what it is unless somebody chooses. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly usual: string;
}

/** Whether a game is to be rated, with what the form calls it. */
export const RATINGS = [
  { terms: RatingTerms.RATED, label: "new-rated" },
  { terms: RatingTerms.STRICT, label: "new-strict" },
  { terms: RatingTerms.CASUAL, label: "new-casual" },
] as const;

/** By how many choices spectators may be kept behind. */
export const DELAYS = [0, 1, 5, 20] as const;

/** Whether an option is on or off, and nothing else. */
export function isSwitch({ values }: OptionOffer): boolean {
  return values.length === 2 && values.every(({ value }) => value === "on" || value === "off");
}

/** Whether an option has but one value as all else stands. */
export function isFixed({ values, value }: OptionOffer): boolean {
  const others = values.filter((each) => each.value !== value);
  return others.length > 0 && others.every(({ conflict }) => conflict);
}

/** Whether an option makes no difference as all else stands, or cannot be chosen otherwise. */
export const isIdle = (offer: OptionOffer): boolean => isFixed(offer) || offer.withoutEffect !== undefined;

/** The options that an idle one waits for. */
export function dependsOn(offer: OptionOffer): string[] {
  const fixed = isFixed(offer) ? offer.values.flatMap(({ conflict }) => conflict?.options ?? []) : [];
  return [...new Set([...fixed, ...(offer.withoutEffect?.options ?? [])])].filter((name) => name !== offer.name);
}

/**
 * Idle options by the one that each waits for, in the order of the form; those that wait for none are under an empty name. An
 * option that waits for an idle one is left out: it comes up once that one can be chosen.
 */
export function byOpener(idle: readonly OptionOffer[]): { opener: string; offers: OptionOffer[] }[] {
  const groups = new Map<string, OptionOffer[]>();
  for (const offer of idle) {
    const openers = dependsOn(offer);
    if (openers.some((name) => idle.some((each) => each.name === name))) continue;
    const opener = openers[0] ?? "";
    groups.set(opener, [...(groups.get(opener) ?? []), offer]);
  }
  return [...groups].map(([opener, offers]) => ({ opener, offers }));
}

/** What an option does, without the paragraphs of the rules that a text cites in brackets. */
export const withoutParagraphs = (text: string): string => text.replace(/\s?[(（][A-Z]\d+\.\d+[^)）]*[)）]/g, "");

/** Options another value of which would go with the seats that are chosen, each with such values. */
export function allowing(offers: readonly OptionOffer[]): { option: string; values: string[] }[] {
  return offers.flatMap(({ name, value, values }) => {
    const fitting = values.flatMap((each) => (each.value !== value && !each.conflict ? [each.value] : []));
    return fitting.length ? [{ option: name, values: fitting }] : [];
  });
}

/** What a value of an option is called. */
export function worded(option: string, value: string, words: Words | undefined, say: Say): string {
  const own = words?.message(messageId("setting", option, value));
  if (own) return own;
  if (value === "on") return say("option-on");
  return value === "off" ? say("option-off") : inWords(value);
}

export class TableForm extends Watched<CheckOptionsResponse | undefined> {
  options: Record<string, string> = {};
  seats: number;
  isPrivate = false;
  /** Seats are for those who are invited, though the game is for all to see. */
  keepsSeats = false;
  /** Whether the game is to be rated. */
  rating: RatingTerms = RatingTerms.RATED;
  preset = "";
  /** How many choices those who watch see the table behind. */
  delay = 0;
  name = "";
  /** What the player adds to the chance. */
  readonly entropy = crypto.getRandomValues(new Uint8Array(32));
  /** The last question that was sent: answers to earlier ones are out of date. */
  private asked = 0;

  constructor(
    private readonly lobby: Lobby,
    readonly offer: GameOffer,
    private readonly presets: readonly TimePreset[],
  ) {
    super(undefined);
    this.seats = this.least;
  }

  /** The fewest seats of the game. */
  get least(): number {
    return this.offer.description?.leastSeats ?? 2;
  }

  get game(): string {
    return this.offer.description?.game ?? "";
  }

  /** Ask what may be chosen, the rest being as it is. */
  async check(): Promise<void> {
    const asked = (this.asked += 1);
    const { game, seats, options } = this;
    const { form } = await this.lobby.tables.checkOptions({ game, seats, options });
    if (asked === this.asked) this.set(form);
  }

  /** Choose all at once. */
  take({ seats, time, isPrivate, delay, rating, options }: Choices): void {
    Object.assign(this, { seats, preset: time, isPrivate, delay, rating, options: { ...options } });
  }

  /** Choose these options, the others as usual. */
  async reset(options: Readonly<Record<string, string>>): Promise<void> {
    this.options = { ...options };
    await this.check();
    // With as many seats as before, if that goes.
    const fitting = this.value?.seats ?? [];
    const [first] = fitting;
    if (first !== undefined && !fitting.includes(this.seats)) await this.seat(first);
  }

  async choose(option: string, value: string): Promise<void> {
    this.options[option] = value;
    await this.check();
  }

  async seat(seats: number): Promise<void> {
    this.seats = seats;
    await this.check();
  }

  /** The values of an option, each with what speaks against it. */
  choices(offer: OptionOffer): Choice[] {
    return offer.values.map(({ value, conflict }) => ({ value, conflict: conflict?.text ?? "" }));
  }

  /** What a number may be as all else stands; undefined for an option that is no number. */
  bounds(offer: OptionOffer): Bounds | undefined {
    const [first, last] = [offer.ranges[0], offer.ranges.at(-1)];
    if (!first || !last) return undefined;
    const usual = this.offer.description?.options.find(({ name }) => name === offer.name)?.defaultValue ?? "";
    return { least: first.least, most: last.most, usual };
  }

  /** Open the table; bots on all other seats if one is named. Gives its id. */
  async open(bot: string): Promise<string> {
    const { game, seats, options, name, entropy, delay, rating } = this;
    const timeControl = this.presets.find((preset) => preset.name === this.preset)?.control;
    const keeps = this.keepsSeats ? Visibility.BY_INVITATION : Visibility.PUBLIC;
    const visibility = this.isPrivate ? Visibility.PRIVATE : keeps;
    const { table } = await this.lobby.tables.createTable({
      game,
      seats,
      options,
      name,
      timeControl,
      visibility,
      entropy,
      spectators: { delay },
      rating,
    });
    if (!table) throw new Error("The server sent no table.");
    if (bot) {
      for (let seat = 1; seat < seats; seat += 1) await this.lobby.tables.addBot({ tableId: table.id, bot });
      await this.lobby.tables.startTable({ tableId: table.id });
    }
    return table.id;
  }
}
