import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Packages whose files are part of the page as they are. */
const SHIPPED = ["@fontsource/chakra-petch", "swagger-ui-dist"];

/** Lays licence and notice of what is shipped beside it. */
export function licences(shipped: readonly string[] = SHIPPED): Plugin {
  return {
    name: "licences",
    async generateBundle() {
      for (const name of shipped) {
        for (const [file, kind] of [
          ["LICENSE", "licence"],
          ["NOTICE", "notice"],
        ]) {
          const path = fileURLToPath(new URL(`node_modules/${name}/${file}`, import.meta.url));
          if (!existsSync(path)) continue;
          const fileName = `assets/${name.split("/").at(-1)}-${kind}.txt`;
          this.emitFile({ type: "asset", fileName, source: await readFile(path, "utf8") });
        }
      }
    },
  };
}
