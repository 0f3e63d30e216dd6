// Where the browser that npm brings is unpacked.
import { fileURLToPath } from "node:url";

export const FOLDER = fileURLToPath(new URL("node_modules/.chromium", import.meta.url));
export const PROGRAM = `${FOLDER}/chromium`;
