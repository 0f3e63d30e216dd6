/** Sentences in which seats and components are marked, so that they can be drawn as such. */

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "seat"; readonly seat: number }
  /** With what opens the phrase before it and closes it after: no line ends with the one, or begins with the other. */
  | { readonly kind: "component"; readonly id: string; readonly opening: string; readonly closing: string };

// Characters of the private use area, which no sentence has otherwise.
const [BEGIN, END] = ["\uE000", "\uE001"];

const OPENING = /[\p{Ps}\p{Pi}]+$/u;
const CLOSING = /^[\p{Pe}\p{Po}]+/u;

/** How `Words` are to write seats and components. */
export const MARKED = {
  seat: (seat: number) => `${BEGIN}s${seat}${END}`,
  component: (id: string) => `${BEGIN}c${id}${END}`,
};

/** The parts of a sentence that such words have made. */
export function partsOf(sentence: string): Part[] {
  const pieces = sentence.split(BEGIN);
  let opening = "";
  return pieces.flatMap((piece, index): Part[] => {
    const before = opening;
    opening = pieces[index + 1]?.startsWith("c") ? (OPENING.exec(piece)?.[0] ?? "") : "";
    const end = piece.indexOf(END);
    const rest = piece.slice(end + 1, piece.length - opening.length);
    if (index === 0 || end < 0) return rest ? [{ kind: "text", text: rest }] : [];
    const [what, name] = [piece[0], piece.slice(1, end)];
    const closing = what === "c" ? (CLOSING.exec(rest)?.[0] ?? "") : "";
    const text = rest.slice(closing.length);
    const part: Part =
      what === "s" ? { kind: "seat", seat: Number(name) } : { kind: "component", id: name, opening: before, closing };
    return text ? [part, { kind: "text", text }] : [part];
  });
}
