/** What the rules of games say to developers alone. */

/** Rules without what they say to developers: comments, and the marks of rulings. */
export function withoutNotes(text: string): string {
  const plainly = text
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/[(（]\*(?:ruling|裁定)\*[)）]/g, "")
    .replaceAll(/\*(?:Ruling\.|裁定。)\*/g, "")
    .replaceAll(
      /\*(?:Ruling:?|裁定)\*[.。：]?(\s*)(\p{Ll}?)/gu,
      (_, space: string, letter: string) => space + letter.toUpperCase(),
    );
  return plainly.slice(Math.max(0, plainly.indexOf("\n## ")));
}
