/** Who sits where, in names. */
import { type Seat, Words } from "galaxytables-client";
import type { FinishedSeat } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { botAbout, botName, personaName } from "./bots.js";
import type { Say } from "./wording.js";

/** The names of the seats of one table. Names need not be unique; those that are not get their seat's number. */
export class People {
  private readonly bySeat: ReadonlyMap<number, Seat>;
  private readonly names = new Map<number, string>();

  /** @param words the lobby's words, which name bots */
  constructor(
    seats: readonly Seat[],
    private readonly me: string,
    private readonly say: Say,
    private readonly words = new Words("en"),
  ) {
    this.bySeat = new Map(seats.map((seat) => [seat.number, seat]));
    const plain = seats.map((seat) => this.plain(seat));
    seats.forEach((seat, index) => {
      const name = plain[index] ?? "";
      const shared = plain.filter((other) => other === name).length > 1;
      this.names.set(seat.number, shared ? `${name} ${seat.number + 1}` : name);
    });
  }

  /** The seat of the player that the names were made for; none for a spectator. */
  get own(): number | undefined {
    for (const seat of this.bySeat.values())
      if (seat.occupant.case === "player" && seat.occupant.value.id === this.me && !seat.resigned) return seat.number;
    return undefined;
  }

  readonly name = (seat: number): string => this.names.get(seat) || this.say("people-seat", { number: seat + 1 });

  isBot(seat: number): boolean {
    return this.bot(seat) !== undefined;
  }

  /** What stands beside a name: the level of a bot, where its name does not say it; nothing for people. */
  level(seat: number): string {
    const bot = this.persona(seat) && this.bot(seat);
    return bot ? botName(bot, this.say) : "";
  }

  /** Who plays a seat, by their id; empty for bots and for a free seat. */
  player(seat: number): string {
    const occupant = this.bySeat.get(seat)?.occupant;
    return occupant?.case === "player" ? occupant.value.id : "";
  }

  /** Whom a bot appears as, which its face is drawn from; empty for people, and where the lobby does not say. */
  persona(seat: number): string {
    return this.bySeat.get(seat)?.persona ?? "";
  }

  /** How a bot plays, and its manner; empty for people. */
  about(seat: number): string {
    const bot = this.bot(seat);
    return bot ? botAbout(bot, this.persona(seat), this.say, this.words) : "";
  }

  /** Whether the person on a seat resigned, or let time run out for good. */
  left(seat: number): boolean {
    return this.bySeat.get(seat)?.resigned ?? false;
  }

  private bot(seat: number): string | undefined {
    const occupant = this.bySeat.get(seat)?.occupant;
    return occupant?.case === "bot" ? occupant.value : undefined;
  }

  private plain({ occupant, persona, number, automated }: Seat): string {
    const name = plainName(occupant, persona, number, this.say, this.words);
    return occupant.case === "player" && automated ? this.say("people-automated", { name }) : name;
  }
}

/** The name on a seat of a finished game. */
export function finishedName({ who, persona, number }: FinishedSeat, say: Say, words: Words): string {
  return plainName(who?.who ?? { case: undefined }, persona, number, say, words);
}

/** The level of a bot that appeared as somebody in a finished game; empty for people, and where its level is its name. */
export function finishedLevel({ who, persona }: FinishedSeat, say: Say): string {
  return persona && who?.who.case === "bot" ? botName(who.who.value, say) : "";
}

type Occupant = Seat["occupant"] | NonNullable<FinishedSeat["who"]>["who"];

function plainName(occupant: Occupant, persona: string, seat: number, say: Say, words: Words): string {
  const name =
    occupant.case === "player"
      ? occupant.value.name
      : occupant.value && (persona ? personaName(persona, words) : botName(occupant.value, say));
  return name || say("people-seat", { number: seat + 1 });
}
