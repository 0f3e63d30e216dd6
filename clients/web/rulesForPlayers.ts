import { readFile } from "node:fs/promises";
import { withoutNotes } from "./src/model/notes.js";

const RULES = /^(.*\/RULES[^/]*\.md)\?raw$/;

/** Gives the page the rules of games without their notes for developers: nobody is sent what they are not shown. */
export function rulesForPlayers() {
  return {
    name: "rules-for-players",
    enforce: "pre" as const,
    async load(id: string): Promise<string | undefined> {
      const file = RULES.exec(id)?.[1];
      return file && `export default ${JSON.stringify(withoutNotes(await readFile(file, "utf8")))}`;
    },
  };
}
