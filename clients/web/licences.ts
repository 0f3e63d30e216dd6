import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Packages whose files are part of the page as they are. */
const SHIPPED = ["@fontsource/chakra-petch"];

/** Lays the licence of what is shipped beside it. */
export function licences(): Plugin {
  return {
    name: "licences",
    async generateBundle() {
      for (const name of SHIPPED) {
        const file = fileURLToPath(new URL(`node_modules/${name}/LICENSE`, import.meta.url));
        const fileName = `assets/${name.split("/").at(-1)}-licence.txt`;
        this.emitFile({ type: "asset", fileName, source: await readFile(file, "utf8") });
      }
    },
  };
}
