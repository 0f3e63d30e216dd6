/** What the rules of games say to developers alone. */

/** Rules without what they say to developers: the marks of rulings, and comments but those that say when a rule holds. */
export function withoutNotes(text: string): string {
  const plainly = text
    .replaceAll(/<!--(?! when )[\s\S]*?-->/g, "")
    .replaceAll(/[(（]\*(?:ruling|裁定)\*[)）]/g, "")
    .replaceAll(/\*(?:Ruling\.|裁定。)\*/g, "")
    .replaceAll(
      /\*(?:Ruling:?|裁定)\*[.。：]?(\s*)(\p{Ll}?)/gu,
      (_, space: string, letter: string) => space + letter.toUpperCase(),
    );
  return plainly.slice(Math.max(0, plainly.indexOf("\n## ")));
}
