/** Invitations as people paste and type them. */

/** Ids and codes have neither vowels nor letters that look alike. */
const LETTERS = /^[bcdfghjkmnpqrstvwxz2-9]+$/;
const [CODE_LENGTH, ID_LENGTH] = [10, 16];
const BETWEEN = /[\s\p{Pd}_.]+/gu;

/** The table's id, or its invitation code, that a text means: a link of this page, or a code in any writing. */
export function invitationOf(text: string): string {
  const typed = text.normalize("NFKC").trim();
  const named = /#?\/table\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return tableName(decoded(named) ?? named);
}

/** A table's id or code as the server writes it, where the text has the form of one. */
export function tableName(text: string): string {
  const letters = text.normalize("NFKC").replace(BETWEEN, "").toLowerCase();
  if (!LETTERS.test(letters)) return text.trim();
  if (letters.length === CODE_LENGTH) return letters.toUpperCase();
  return letters.length === ID_LENGTH ? letters : text.trim();
}

/** A part of an address as text; undefined where it is none. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
