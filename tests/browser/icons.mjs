// Draws the icons of the installed page from their one drawing: `node icons.mjs <drawing> <folder>`.
import { readFileSync } from "node:fs";
import { launch } from "./person.mjs";

/** Pixels, how far the drawing is magnified, and how round its corners are, as a part of its width. */
const ICONS = {
  "icon-192.png": [192, 1.12, 0.22],
  "icon-512.png": [512, 1.12, 0.22],
  // Systems cut what they like from the rim of these.
  "icon-maskable-512.png": [512, 1, 0],
  "apple-touch-icon.png": [180, 1.06, 0],
};

/** The icons by their names. */
export async function icons(browser, drawing) {
  const page = await browser.newPage();
  const drawn = {};
  for (const [name, [size, scale, round]] of Object.entries(ICONS)) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>
      html, body { margin: 0; background: none }
      div { width: ${size}px; height: ${size}px; overflow: hidden; border-radius: ${size * round}px }
      svg { display: block; width: 100%; scale: ${scale} }
    </style><div>${drawing}</div>`);
    drawn[name] = await page.screenshot({ omitBackground: true });
  }
  await page.close();
  return drawn;
}

const [, program, drawing, folder] = process.argv;
if (program.endsWith("icons.mjs")) {
  const { writeFileSync } = await import("node:fs");
  const browser = await launch();
  for (const [name, picture] of Object.entries(await icons(browser, readFileSync(drawing, "utf8"))))
    writeFileSync(`${folder}/${name}`, picture);
  await browser.close();
}
