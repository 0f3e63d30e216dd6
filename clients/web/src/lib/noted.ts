/** What this browser notes of a table before the game, to hold the platform to it afterwards. */
import { hex, type Noted } from "../model/fair.js";
import { PerTable } from "./perTable.js";

const notes = new PerTable<Noted>("galaxytables.noted", 200);

export const noted = (table: string): Noted => notes.get(table) ?? {};

/** Keep the first commitment that was seen, and the last entropy that was sent. */
export function note(table: string, { commitment, entropy }: { commitment?: Uint8Array; entropy?: Uint8Array }): void {
  const before = noted(table);
  notes.set(table, {
    commitment: before.commitment ?? (commitment?.length ? hex(commitment) : undefined),
    entropy: entropy ? hex(entropy) : before.entropy,
  });
}
