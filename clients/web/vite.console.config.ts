import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./licences.js";
import page from "./vite.config.js";

/** The operators' console: built by itself, so that players' gateways have nothing of it. */
export default defineConfig({
  root: fileURLToPath(new URL("console", import.meta.url)),
  publicDir: false,
  plugins: [licences(["@fontsource/chakra-petch"]), svelte({ configFile: "../svelte.config.js" })],
  resolve: page.resolve,
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: "../dist-console",
    emptyOutDir: true,
  },
});
