/** QR codes of invitations. */
import { correction, generate } from "lean-qr";

/** A longer text makes a code too fine to be read off a screen. */
export const MAX_BYTES = 271;

/** A code: how many squares a side has, and the path of an SVG that fills the dark ones. */
export interface Code {
  readonly size: number;
  readonly path: string;
}

/** The code of a text; undefined for one of more than `MAX_BYTES`. */
export function qr(text: string): Code | undefined {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return undefined;
  const code = generate(text, { maxCorrectionLevel: correction.L });
  const columns = Array.from({ length: code.size }, (_, index) => index);
  const dark = columns.flatMap((y) => columns.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return { size: code.size, path: dark.join("") };
}
