// Unpack the browser that npm brings, into the folder of packages: `make` runs this before any browser starts.
import { mkdirSync } from "node:fs";
import { FOLDER } from "./unpacked.mjs";

mkdirSync(FOLDER, { recursive: true });
// Where the package unpacks to, which it reads as it is imported.
process.env.TMPDIR = FOLDER;
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
