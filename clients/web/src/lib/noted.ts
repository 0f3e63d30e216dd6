/** What this browser notes of a table before the game, to hold the platform to it afterwards. */
import { hex, type Noted } from "../model/fair.js";
import { store } from "./store.js";

const KEY = "galaxytables.noted";
const MOST = 200;

function all(): Record<string, Noted> {
  try {
    return JSON.parse(store.getItem(KEY) ?? "{}") as Record<string, Noted>;
  } catch {
    return {};
  }
}

export const noted = (table: string): Noted => all()[table] ?? {};

/** Keep the first commitment that was seen, and the last entropy that was sent. */
export function note(table: string, { commitment, entropy }: { commitment?: Uint8Array; entropy?: Uint8Array }): void {
  const notes = all();
  const before = notes[table] ?? {};
  delete notes[table];
  notes[table] = {
    commitment: before.commitment ?? (commitment?.length ? hex(commitment) : undefined),
    entropy: entropy ? hex(entropy) : before.entropy,
  };
  store.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(notes).slice(-MOST))));
}
