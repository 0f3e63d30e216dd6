import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import type { Plugin } from "vite";
import type { Build } from "./src/model/shell.js";

const WORKER = "sw.js";
/** What a page without a server has no use for, or asks for later. */
const LEFT_OUT = /^(try|swagger-ui|sign|RULES|.*-(licence|notice)\.txt)/;
const MAIN = /src="(\/assets\/index-[\w-]+\.js)"/;

/** Tells the service worker which files the build has, and which build it is. */
export function shell(): Plugin {
  return {
    name: "shell",
    async writeBundle({ dir = "dist" }) {
      const worker = `${dir}/${WORKER}`;
      if (!existsSync(worker)) return;
      const page = await readFile(`${dir}/index.html`, "utf8");
      const names = (await readdir(`${dir}/assets`)).filter((name) => !LEFT_OUT.test(name)).sort();
      const files = names.map((name) => `/assets/${name}`);
      const version = createHash("sha256")
        .update([page, ...files].join("\n"))
        .digest("hex")
        .slice(0, 16);
      const build: Build = { version, main: MAIN.exec(page)?.[1] ?? "", files };
      const code = await readFile(worker, "utf8");
      if (!build.main || !code.includes("SHELL"))
        throw new Error("the service worker and the page do not fit together");
      await writeFile(worker, `const SHELL = ${JSON.stringify(build)};\n${code}`);
    },
  };
}
