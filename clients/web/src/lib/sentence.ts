/** Sentences in which seats and components are marked, so that they can be drawn as such. */

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "seat"; readonly seat: number }
  /** With what closes the phrase after it: a line does not begin with that. */
  | { readonly kind: "component"; readonly id: string; readonly closing: string };

// Characters of the private use area, which no sentence has otherwise.
const [BEGIN, END] = ["\uE000", "\uE001"];

const CLOSING = /^[\p{Pe}\p{Po}]+/u;

/** How `Words` are to write seats and components. */
export const MARKED = {
  seat: (seat: number) => `${BEGIN}s${seat}${END}`,
  component: (id: string) => `${BEGIN}c${id}${END}`,
};

/** The parts of a sentence that such words have made. */
export function partsOf(sentence: string): Part[] {
  return sentence.split(BEGIN).flatMap((piece, index): Part[] => {
    const end = piece.indexOf(END);
    if (index === 0 || end < 0) return piece ? [{ kind: "text", text: piece }] : [];
    const [what, name, rest] = [piece[0], piece.slice(1, end), piece.slice(end + 1)];
    const closing = what === "c" ? (CLOSING.exec(rest)?.[0] ?? "") : "";
    const text = rest.slice(closing.length);
    const part: Part = what === "s" ? { kind: "seat", seat: Number(name) } : { kind: "component", id: name, closing };
    return text ? [part, { kind: "text", text }] : [part];
  });
}
