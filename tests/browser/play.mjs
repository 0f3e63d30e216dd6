// Plays a game of Jump Drive against a bot, from the address to the scores, with nothing but keys.
//
// `node play.mjs <address> <folder for a picture of what went wrong>`. Says what it has done in lines; ends with 1, and says
// why, where something is not as it should be.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";

const [, , address, folder] = process.argv;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SECONDS = 30_000;
const MOST_TABS = 60;
const MOST_ANSWERS = 200;

const faults = [];
const browser = await browsers.launch({
  executablePath: process.env.CHROMIUM || (await chromium.executablePath()),
  args: [...chromium.args, "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en" });
const page = await context.newPage();
page.setDefaultTimeout(SECONDS);
page.on("pageerror", (error) => faults.push(`the page failed: ${error.stack ?? error}`));
page.on("console", (message) => {
  // What a browser says of a lost connection is no fault: the connection is taken away on purpose.
  if (message.type() === "error" && !message.text().includes("Failed to load resource")) faults.push(message.text());
});
page.on("request", (request) => {
  if (!request.url().startsWith(address)) faults.push(`something was asked of another host: ${request.url()}`);
});

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Look for what keeps people out, by light and by dark. */
async function audit(what) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async (source) => {
      // Put in from outside, so the page's policy does not concern it.
      new Function(source)();
      const { violations } = await globalThis.axe.run();
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
    }, AXE);
    faults.push(...violations.map((violation) => `${what} (${colorScheme}): ${violation}`));
  }
}

/** Tab until what is looked for has the focus. */
async function tabTo(selector) {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

const standing = () =>
  page.evaluate(() => ({
    over: document.querySelector("[data-scores]") !== null,
    asked: document.querySelector(".prompt .go") !== null,
    question: document.querySelector("#question")?.textContent?.trim() ?? "",
    ready: document.querySelector(".prompt .go:not(:disabled)") !== null,
    options: document.querySelectorAll(".prompt .option").length,
    marked: document.querySelectorAll(".prompt .option[aria-pressed=true]").length,
    refused: document.querySelector(".prompt .error")?.textContent ?? "",
  }));

async function until(holds) {
  const end = Date.now() + SECONDS;
  for (;;) {
    const now = await standing();
    if (holds(now)) return now;
    if (Date.now() > end) throw new Error(`nothing more happens: ${JSON.stringify(now)}`);
    await page.waitForTimeout(20);
  }
}

async function answer(now) {
  for (let number = 1; number <= Math.min(now.options, 9); number += 1) {
    await page.keyboard.press(String(number));
    if ((await until(({ marked }) => marked >= 1)).ready) break;
  }
  await page.keyboard.press("Enter");
  const after = await until(({ over, asked, marked, refused }) => over || !asked || marked === 0 || refused);
  if (after.refused) throw new Error(`refused: ${after.refused} (${now.question})`);
}

try {
  await page.goto(address);
  await page.waitForSelector("#name");
  await audit("the door");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.waitForSelector("a[href='#/new/jump']");
  await audit("the lobby");
  await tabTo("a[href='#/new/jump']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("form > button.primary");
  await audit("a new table");
  await tabTo("form > button.primary");
  await page.keyboard.press("Enter");
  await until(({ asked }) => asked);
  await page.waitForSelector(".card");
  await audit("a table");
  let answers = 0;
  for (;;) {
    const now = await until(({ over, asked }) => over || asked);
    if (now.over) break;
    if ((answers += 1) > MOST_ANSWERS) throw new Error("the game does not end");
    await answer(now);
    say(`answered ${answers}`);
  }
  await audit("the end");
  say(`scores ${await page.textContent("[data-scores]")}`);
  if (faults.length) throw new Error(faults.join("\n"));
  say("played");
} catch (error) {
  await page.screenshot({ path: `${folder}/page.png` });
  say(`failed: ${error.stack ?? error}\n${faults.join("\n")}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
