/** Fair chance, checked here: docs/reference/chance.md as code, with nothing but the browser's own cryptography. */
import { recordDigest } from "galaxytables-client";
import type { Record as GameRecord } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";

const PREFIX = new TextEncoder().encode("galaxy-tables chance 1");
const DRAWS = 4;
const ALL = 1n << 64n;

export async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
}

/** The key of a game: its seed, mixed with what each seat added. */
export async function keyOf(seed: Uint8Array, entropy: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(PREFIX, seed, ...entropy.flatMap((added) => [Uint8Array.of(added.length), added]));
}

/** Draws of a game, in order. */
export class Chance {
  private drawn = 0;
  private block: DataView = new DataView(new ArrayBuffer(0));

  private constructor(private readonly key: CryptoKey) {}

  static async of(key: Uint8Array<ArrayBuffer>): Promise<Chance> {
    return new Chance(await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  }

  /** The next draw. */
  async draw(): Promise<bigint> {
    const place = this.drawn % DRAWS;
    if (!place) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, BigInt(Math.floor(this.drawn / DRAWS)));
      this.block = new DataView(await crypto.subtle.sign("HMAC", this.key, number.buffer));
    }
    this.drawn += 1;
    return this.block.getBigUint64(place * 8);
  }

  /** One of so many outcomes, all alike. */
  async outcome(count: number): Promise<number> {
    const outcomes = BigInt(count);
    const fair = ALL - (ALL % outcomes);
    for (;;) {
      const draw = await this.draw();
      if (draw < fair) return Number(draw % outcomes);
    }
  }

  async shuffled<T>(items: readonly T[]): Promise<T[]> {
    const list = [...items];
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = await this.outcome(last + 1);
      [list[last], list[other]] = [list[other] as T, list[last] as T];
    }
    return list;
  }
}

/** What was checked, and whether it holds; undefined where it could not be. */
export interface Check {
  readonly what: "commitment" | "noted" | "entropy" | "secret" | "replay";
  readonly holds: boolean | undefined;
}

/** What this browser kept of a table before the game. */
export interface Noted {
  readonly commitment?: string;
  readonly entropy?: string;
}

/** Check a record's promises; `seat` is the reader's. */
export async function check(
  record: GameRecord,
  commitment: Uint8Array,
  noted: Noted,
  seat: number | undefined,
): Promise<Check[]> {
  const digest = hex(await sha256(record.seed));
  const added = seat === undefined ? undefined : record.entropy[seat];
  return [
    ...(record.introduction || record.sandbox ? [{ what: "secret" as const, holds: false }] : []),
    { what: "commitment", holds: digest === hex(commitment) },
    { what: "noted", holds: noted.commitment === undefined ? undefined : noted.commitment === digest },
    { what: "entropy", holds: noted.entropy === undefined || !added ? undefined : noted.entropy === hex(added) },
  ];
}

/** Whether the game was played again from this very record; a record that names no digest is taken at the server's word. */
export async function checkReplay(
  record: GameRecord,
  replayed: { readonly verified: boolean; readonly digest: Uint8Array },
): Promise<Check> {
  const digest = await recordDigest(record);
  const same = digest === undefined || hex(digest) === hex(replayed.digest);
  return { what: "replay", holds: replayed.verified && same };
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
