import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { dataUris } from "./dataUris.js";
import { licences } from "./licences.js";
import { rulesForPlayers } from "./rulesForPlayers.js";
import { shell } from "./shell.js";

const sdk = fileURLToPath(new URL("sdk/src", import.meta.url));

export default defineConfig({
  plugins: [rulesForPlayers(), licences(), dataUris(), svelte(), shell()],
  resolve: {
    alias: [
      { find: /^galaxytables-client$/, replacement: `${sdk}/index.ts` },
      { find: /^galaxytables-client\/gen\/(.*)$/, replacement: `${sdk}/gen/$1.ts` },
    ],
  },
  // Everything is a file of its own: the page's policy allows nothing inline.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", try: "try.html", sw: "src/sw.ts" },
      // A browser knows the service worker by its address.
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
    // Swagger UI comes as one file.
    chunkSizeWarningLimit: 2_000,
  },
  test: { include: ["sdk/test/**/*.test.ts", "test/**/*.test.ts"], environment: "node", isolate: false },
});
