// A person at a browser of their own: what they see, and how they answer, by keys or by clicks.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import chromium from "@sparticuz/chromium";
import { chromium as browsers } from "playwright-core";
import { unexplained } from "./crowded.mjs";
import { PROGRAM } from "./unpacked.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Of what axe looks for, what is otherwise by dark than by light: the rest has nothing to do with colours. */
const COLOURS = ["cat.color"];
export const SECONDS = 30_000;
// `UNSEEN_MILLISECONDS` of the page's motion: a timer begun later ends later.
const DRAWN = 100;
const MOST_TABS = 60;
/** More than any table has. */
const MOST_CONTROLS = 300;
// Who always clicks the first piece dictates all dice of each round with Backup Planning: four answers a die (Roll).
const MOST_ANSWERS = 1_200;
// Attempts to reach the server before the network is back.
const TRIES = 4;
/** What an introduction suggests: options, or to answer with none. */
export const SUGGESTED = ".prompt .option.suggested, .prompt .lesson .pill";
// Several people at once want a browser of several processes.
const ONE_PROCESS = ["--single-process", "--no-zygote"];

/** What a screen reader tells by its name. */
const NAMED = ["button", "link", "textbox", "combobox", "checkbox", "radio", "slider", "tab", "image", "region", "log"];

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** A browser; one that falls as it starts, which is not what is looked at here, is started again. */
export async function launch(attempts = 3) {
  const options = {
    executablePath: process.env.CHROMIUM || PROGRAM,
    args: [
      ...chromium.args.filter((argument) => !ONE_PROCESS.includes(argument)),
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
    ],
  };
  return browsers.launch(options).catch((error) => {
    if (attempts <= 1) throw error;
    return launch(attempts - 1);
  });
}

export class Person {
  constructor(page, address, faults) {
    this.page = page;
    this.address = address;
    this.faults = faults;
    /** Milliseconds between two looks at the page, each of which takes it some time. */
    this.pause = 30;
  }

  /**
   * With options of Playwright's contexts; without `pictures` nothing paints those of cards, which takes long. Nothing is
   * asked of other addresses than the page's own, and those `elsewhere`.
   */
  static async arrive(browser, address, faults, { pictures = true, elsewhere = [], ...options } = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en",
      // What is kept for when nobody answers is looked at by a scene of its own.
      serviceWorkers: "block",
      ...options,
    });
    if (!pictures) await context.addInitScript(() => (globalThis.Worker = class extends EventTarget { postMessage() {} }));
    const page = await context.newPage();
    page.setDefaultTimeout(SECONDS);
    page.on("pageerror", (error) => faults.push(`the page failed: ${error.stack ?? error}`));
    page.on("console", (message) => {
      // What a browser says of a lost connection is no fault: the connection is taken away on purpose.
      if (message.type() === "error" && !message.text().includes("Failed to load resource"))
        faults.push(message.text());
    });
    page.on("request", (request) => {
      // Pictures that the page has painted are of its own making.
      const asked = request.url().replace(/^blob:/, "");
      if (![address, ...elsewhere].some((allowed) => asked.startsWith(allowed))) faults.push(`something was asked of another host: ${request.url()}`);
    });
    return new Person(page, address, faults);
  }

  /** Wait until letters and pictures are there. */
  async painted() {
    await this.page.evaluate(() => document.fonts.ready);
    await this.page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth));
  }

  /** Nothing flies or fades any more, nor is about to: a page's motion begins within `DRAWN` of what has changed. */
  async rest() {
    await this.page.evaluate(async (milliseconds) => {
      await new Promise((done) => setTimeout(done, milliseconds));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    }, DRAWN);
  }

  /** Show the page by light or by dark, until it is loaded anew. */
  async shows(theme) {
    await this.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  }

  /** Have letters of this size in pixels where the page does not say otherwise, as a setting of the browser has it. */
  async readsLetters(pixels) {
    this.settings ??= await this.page.context().newCDPSession(this.page);
    await this.settings.send("Page.setFontSizes", { fontSizes: { standard: pixels, fixed: pixels } });
  }

  /** Look for what keeps people out, and for a page that is wider than the screen; of axe's rules all, or some; by dark, colours. */
  async audit(what, rules = []) {
    for (const [theme, wanted] of [
      ["light", rules],
      ["dark", COLOURS],
    ]) {
      await this.shows(theme);
      await this.rest();
      // Put in from outside, so the page's policy does not concern it.
      if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate((source) => void new Function(source)(), AXE);
      const violations = await this.page.evaluate(async (only) => {
        const options = { resultTypes: ["violations"], selectors: false };
        const { violations } = await globalThis.axe.run(only.length ? { ...options, runOnly: only } : options);
        return violations.map(
          ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
        );
      }, wanted);
      this.faults.push(...violations.map((violation) => `${what} (${theme}): ${violation}`));
    }
    this.faults.push(...(await this.unheard()).map((fault) => `${what}: ${fault}`));
    this.faults.push(...(await this.page.evaluate(unexplained)).map((fault) => `${what}: ${fault}`));
    const wide = await this.page.evaluate(() => {
      const over = document.documentElement.scrollWidth - innerWidth;
      const outside = [...document.querySelectorAll("body *")].find(
        (each) => each.getBoundingClientRect().right > innerWidth + 1,
      );
      return over > 0 ? `${over} px by ${outside?.outerHTML.slice(0, 160)}` : "";
    });
    if (wide) this.faults.push(`${what}: the page is wider than the screen: ${wide}`);
  }

  /** The page as a screen reader is given it: roles, names and what else is said of each. */
  async heard() {
    const session = await this.page.context().newCDPSession(this.page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    return nodes.map(({ nodeId, ignored, childIds, role, name, properties }) => ({
      nodeId,
      ignored,
      childIds,
      role: role?.value ?? "",
      name: name?.value?.trim() ?? "",
      ...Object.fromEntries((properties ?? []).map(({ name, value }) => [name, value.value])),
    }));
  }

  /** What is wrong with the page as it is heard. */
  async unheard() {
    const nodes = (await this.heard()).filter(({ ignored }) => !ignored);
    const faults = nodes
      .filter(({ role, name }) => NAMED.includes(role) && !name)
      .map(({ role }) => `heard without a name: a ${role}`);
    const of = (wanted) => nodes.filter(({ role }) => role === wanted);
    // Nothing else is heard while a dialog is open.
    if (of("dialog").some(({ modal }) => modal)) return faults;
    if (of("main").length !== 1) faults.push(`heard with ${of("main").length} main parts`);
    const first = of("heading").filter(({ level }) => level === 1);
    if (first.length !== 1) faults.push(`heard with ${first.length} headings of the first level`);
    return faults;
  }

  /** What a screen reader tells by itself once it comes: the parts of the page that are told live, as text. */
  async toldLive(role) {
    const nodes = await this.heard();
    const by = new Map(nodes.map((node) => [node.nodeId, node]));
    const text = (node) =>
      node.role === "StaticText"
        ? node.name
        : node.childIds
            .map((id) => by.get(id))
            .filter(Boolean)
            .map(text)
            .join("");
    return nodes.filter((node) => node.role === role && node.live === "polite").map(text);
  }

  /** Come in by the door. */
  async enter(name, hash = "") {
    await this.page.goto(this.address + hash);
    await this.page.waitForSelector("#name");
    await this.page.keyboard.type(name);
    await this.page.keyboard.press("Enter");
    await this.page.waitForSelector("main:not(:has(#name))");
  }

  async go(hash, seen) {
    await this.page.goto(this.address + hash);
    await this.page.waitForSelector(seen);
  }

  /** Own games and ratings, once what was played is in the archive. */
  async ownGames() {
    await this.go("#/player/me", "main h1");
    const end = Date.now() + SECONDS;
    // A phone shows one part of the page.
    const listed = async () => {
      await this.page.waitForSelector(".tabs", { state: "attached" });
      if (await this.page.isVisible(".tabs")) await this.page.click(".tabs button >> nth=1");
      return this.page.waitForSelector(".played", { timeout: SECONDS / 15 }).catch(() => undefined);
    };
    while (!(await listed())) {
      if (Date.now() > end) throw new Error("what was played is not listed");
      await this.page.reload();
    }
  }

  /** Open a table against bots, and wait for the first question. */
  async play(game, options = {}, { seats = 0, bot = "" } = {}) {
    await this.go(`#/new/${game}`, "form > button.primary");
    const left = await this.page.$$("header .bar");
    if (left.length) this.faults.push("the table that was left is still in the header");
    // Whatever was chosen for the table before.
    await this.page.click("[data-preset=standard]");
    await this.page.waitForSelector("[data-preset=standard][aria-pressed=true]");
    await this.page.check("#who");
    await this.unfold();
    for (const [option, value] of Object.entries(options)) {
      const field = this.page.locator(`#option-${option}`);
      // It may come up with the choice before it.
      await field.waitFor({ state: "attached" });
      const is = (kind) => field.and(this.page.locator(kind)).count();
      if (await is("[role=switch]")) await field.setChecked(value === "on");
      else if (await is("input")) {
        await field.fill(value);
        await field.blur();
      } else await field.selectOption(value);
      await this.page.waitForFunction(
        ([name, wanted]) => {
          const { role, checked, value } = document.querySelector(`#option-${name}`);
          return (role === "switch" ? (checked ? "on" : "off") : value) === wanted;
        },
        [option, value],
      );
    }
    if (seats) await this.page.click(`#seats + .row button:text-is("${seats}")`);
    if (seats) await this.page.waitForSelector(`#seats + .row button[aria-pressed=true]:text-is("${seats}")`);
    if (bot) await this.page.selectOption("#bot", bot);
    await this.page.click("form > button.primary");
    await this.until(({ asked }) => asked);
  }

  /** Show all that is folded in a form. */
  unfold() {
    return this.page.$$eval("form details", (folded) => folded.forEach((each) => (each.open = true)));
  }

  /** Open a table for people; gives the invitation. */
  async invites(game, { seats = 0, time = "", set = {}, name = "", secret = false } = {}) {
    await this.go(`#/new/${game}`, "form > button.primary");
    await this.page.click("input[name=who] >> nth=1");
    if (seats) await this.page.click(`#seats + .row button:text-is("${seats}")`);
    await this.unfold();
    if (time) await this.page.check(`input[name=time][value="${time}"]`);
    for (const [field, value] of Object.entries(set)) await this.page.selectOption(`#${field}`, value);
    if (name) await this.page.fill("#table-name", name);
    if (secret) await this.page.check("#private");
    await this.page.click("form > button.primary");
    return (await this.page.waitForSelector("#link")).inputValue();
  }

  /** Come by an invitation, take a seat and be ready. */
  async comes(name, link) {
    await this.enter(name, link.slice(link.indexOf("#")));
    await this.page.click(".seats button.primary");
    await this.page.click(".go button.primary");
    await this.page.waitForSelector(".go button:not(.primary, .quiet)");
  }

  /** Resign, once the page has asked whether that is meant; Escape means no. */
  async resigns() {
    const { page } = this;
    const ask = async () => {
      if (!(await page.$("header details[open] .panel button")))
        await page.click("header details:has(.panel button) summary");
      await page.click('header .panel button:text-is("Resign")');
      await page.waitForSelector("dialog[open]");
    };
    await ask();
    await this.audit("the dialog");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    if (await page.$("[data-scores]")) this.faults.push("who thinks better of it has resigned");
    await ask();
    await page.click("dialog button.danger");
  }

  /** Sit down once more with those who played here. */
  async playsAgain() {
    const before = this.page.url();
    await this.page.click("[data-rematch]");
    await this.page.waitForFunction((old) => location.href !== old, before);
    await this.page.waitForSelector("#link");
  }

  /** All that the end of a game shows: the chart comes by itself, the rest once it is asked for. */
  async unfoldsTheEnd() {
    await this.page.waitForSelector("[data-rounds] .plot");
    for (const button of await this.page.$$("[data-scores] :is(.analysis, .verify) > button")) await button.click();
    await this.page.waitForSelector("[data-scores] li.holds:nth-of-type(4)");
  }

  /** A card that the log names is drawn beside its name: under the cursor, by focus, by a tap; and goes again. */
  async previews() {
    const name = this.page.locator(".log li button").last();
    const preview = this.page.locator("#preview .card");
    for (const [show, hide] of [
      [() => name.hover(), () => this.page.mouse.move(5, 5)],
      [() => name.focus(), () => name.blur()],
      [() => name.click(), () => this.page.keyboard.press("Escape").then(() => name.blur())],
    ]) {
      await show();
      await preview.waitFor();
      const named = [await name.textContent(), await this.page.textContent("#preview h3")];
      if (named[0] !== named[1]) this.faults.push(`the log names ${named[0]}, and ${named[1]} is shown`);
      await hide();
      await preview.waitFor({ state: "detached" });
    }
    await name.focus();
    await preview.waitFor();
    await this.audit("a card that the log names", ["region"]);
    await name.blur();
  }

  /** Tab until what is looked for has the focus. */
  async tabTo(selector) {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await this.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${selector} cannot be reached by Tab`);
  }

  /** Tab from the beginning of the page to its end; what has the focus is looked at each time. */
  async tabsThrough(look) {
    await this.page.evaluate(() => {
      scrollTo(0, 0);
      document.querySelector("a").focus();
    });
    const faults = new Set();
    let seen = 0;
    for (; seen < MOST_CONTROLS; seen += 1) {
      await this.page.keyboard.press("Tab");
      const fault = await this.page.evaluate(look);
      if (fault) faults.add(fault);
      if (await this.page.evaluate(() => document.activeElement === document.body)) break;
    }
    return { faults: [...faults], seen };
  }

  standing() {
    return this.page.evaluate(() => ({
      over: document.querySelector("[data-scores]") !== null,
      // The next question may be seen before the server has said that it took the last answer.
      asked: document.querySelector(".prompt[aria-busy=false] .go") !== null,
      sending: document.querySelector(".prompt[aria-busy=true]") !== null,
      question: document.querySelector("#question")?.textContent?.trim() ?? "",
      ready: document.querySelector(".prompt .go:not(:disabled)") !== null,
      options: document.querySelectorAll(".prompt .option").length,
      marked: document.querySelectorAll(".prompt .option[aria-pressed=true]").length,
      prompt: document.querySelector(".prompt")?.getAttribute("data-prompt") ?? "",
      refused: document.querySelector(".prompt .error")?.textContent ?? "",
    }));
  }

  /** What happened while this person was away is skipped. */
  goesOn() {
    return this.page.evaluate(() => document.querySelector(".missed:not(:has(.at)) .go")?.click());
  }

  async until(holds) {
    const end = Date.now() + SECONDS;
    for (;;) {
      await this.goesOn();
      const now = await this.standing();
      if (holds(now)) return now;
      if (Date.now() > end) throw new Error(`nothing more happens: ${JSON.stringify(now)}`);
      await this.page.waitForTimeout(this.pause);
    }
  }

  /** A process of the platform is killed, which whoever reads what is said here does: the page says so, and goes on. */
  async outlives(program) {
    await this.until(({ over, asked }) => over || asked);
    say(`kill ${program}`);
    await this.page.waitForSelector(".live.lost");
    await this.page.waitForSelector(".live.live");
    say(`outlived ${program}`);
  }

  /** The network is away until the page has tried in vain some times; an answer waits for it. */
  async offline() {
    const now = await this.until(({ over, asked }) => over || asked);
    await this.page.context().setOffline(true);
    await this.markByKeys(now);
    await this.page.keyboard.press("Enter");
    await this.page.waitForSelector(".live.lost");
    await this.page.waitForFunction(
      (tries) => document.querySelector(".live")?.textContent?.includes(`(${tries})`),
      TRIES,
    );
    if ((await this.standing()).prompt !== now.prompt) this.faults.push("the page showed what no server had said");
    await this.page.context().setOffline(false);
    await this.page.waitForSelector(".live.live");
    await this.answered(now);
    say("outlived the network");
  }

  /** Mark options by their numbers until it is enough, and confirm. */
  async answerByKeys(now) {
    await this.markByKeys(now);
    await this.page.keyboard.press("Enter");
    await this.answered(now);
  }

  async markByKeys(now) {
    for (let number = 1; number <= now.options; number += 1) {
      await this.page.keyboard.type(String(number));
      if ((await this.until(({ marked, ready }) => marked >= number || ready)).ready) break;
    }
  }

  /** The same by clicks: on a piece of the table where one can be picked, confirmed by Enter there; else on the list. */
  async answerByClicks(now) {
    const refused = await this.page.evaluate(() => {
      const go = () => document.querySelector(".prompt .go:not(:disabled)");
      const pieces = [...document.querySelectorAll("main button.can, main [role=button].place")];
      pieces[0]?.focus();
      pieces[0]?.click();
      return new Promise((done) => {
        requestAnimationFrame(() => {
          for (const option of document.querySelectorAll(".prompt .option[aria-pressed=false]")) {
            if (go()) break;
            option.click();
          }
          requestAnimationFrame(() => {
            const confirm = go();
            if (pieces.length) {
              const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
              if (confirm) document.activeElement.dispatchEvent(enter);
            } else confirm?.click();
            done(confirm ? "" : "it cannot be confirmed");
          });
        });
      });
    });
    if (refused) throw new Error(`${refused}: ${now.question}`);
    await this.answered(now);
  }

  /** Answer until the lobby says that nobody waits for this person any more: one choice may want another one. */
  async endsTheTurn() {
    await this.page.waitForFunction(() => document.title.startsWith("●"));
    const end = Date.now() + SECONDS;
    while ((await this.page.title()).startsWith("●")) {
      await this.goesOn();
      const now = await this.standing();
      if (now.asked) await this.answerByClicks(now);
      if (Date.now() > end) throw new Error(`the turn does not end: ${JSON.stringify(now)}`);
      await this.page.waitForTimeout(this.pause);
    }
  }

  /** Answer with none by its key, once the question has stood for as long as it takes to see it. */
  async answersNone() {
    await this.page.waitForSelector(".prompt button:has(kbd:text-is('0')):not([aria-disabled=true])");
    await this.page.keyboard.press("0");
  }

  /** Begin the introduction of a game, or go on with it. */
  async learn(game) {
    await this.go("#/lessons", `a[href='#/learn/${game}']`);
    await this.page.click(`a[href='#/learn/${game}']`);
    const [begin, asked] = ["main.before button.begin", ".prompt.open"].map((each) => this.page.locator(each));
    await begin.or(asked).first().waitFor();
    if (await begin.count()) await begin.click();
    await this.until(({ asked }) => asked);
    await this.page.waitForSelector(SUGGESTED);
  }

  /** Whether the introduction suggests an answer, once the page has had the time to say so. */
  async suggested() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return (await this.page.$(SUGGESTED)) !== null;
  }

  /** Kinds of pieces and places on the table that are marked as suggested. */
  suggestedOnTable() {
    return this.page.$$eval("main .suggested", (marked) =>
      marked.map(({ classList }) => ["card", "die", "space", "action"].find((kind) => classList.contains(kind))),
    );
  }

  /** What an introduction leaves out of reach on a phone: buttons below the edge of the sheet, the table behind it. */
  withinReach() {
    return this.page.evaluate(() => {
      const sheet = document.querySelector(".prompt.open").getBoundingClientRect();
      const below = [...document.querySelectorAll(".prompt .buttons button")].filter(
        (button) => button.getBoundingClientRect().bottom > Math.min(sheet.bottom, innerHeight) + 0.5,
      );
      const faults = below.map((button) => `out of reach: ${button.textContent}`);
      if (sheet.height > innerHeight * 0.62 + 1) faults.push(`the sheet takes ${sheet.height} px of ${innerHeight}`);
      return faults;
    });
  }

  /** What of these is not seen at once, below the edge or behind the row in front, or is in letters of less px. */
  inSight(selector, letters) {
    return this.page.evaluate(
      async ([wanted, least]) => {
        scrollTo(0, 0);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        // What lies in front hides what is behind it; beside the rest it hides nothing.
        const front = document.querySelector("main section.front");
        const edge = front && getComputedStyle(front).position === "sticky" ? front.getBoundingClientRect().top : innerHeight;
        const found = [...document.querySelectorAll(wanted)];
        const faults = found.length ? [] : [`there is no ${wanted}`];
        for (const each of found) {
          const { bottom } = each.getBoundingClientRect();
          const size = parseFloat(getComputedStyle(each).fontSize);
          const what = each.textContent.trim().slice(0, 40);
          // What lies in front is in sight itself.
          const over = bottom - (each.closest("main section.front") ? innerHeight : edge);
          if (over > 0) faults.push(`"${what}" ends ${over.toFixed(0)} px out of sight`);
          if (size < least) faults.push(`"${what}" is written in ${size.toFixed(1)} px`);
        }
        return faults;
      },
      [selector, letters],
    );
  }

  /** Answer as an introduction suggests, by what a screen reader says of the options. */
  async answerAsSuggested(now) {
    const said = /suggested|おすすめ/;
    const options = await this.page.getByRole("button", { name: said }).and(this.page.locator(".option")).all();
    for (const option of options) await option.click();
    await (options.length ? this.page.click(".prompt .go:not(:disabled)") : this.answersNone());
    await this.answered(now);
  }

  /** Wait until an answer is taken. Some must be of an even number, or the like, which is said when they are given. */
  async answered({ prompt, question, options }) {
    for (let more = 0; ; more += 1) {
      const after = await this.until(
        (now) => now.over || now.refused || now.prompt !== prompt || !(now.asked || now.sending),
      );
      if (!after.refused) return;
      if (more >= options || after.marked >= options) throw new Error(`refused: ${after.refused} (${question})`);
      // What lies on the table is not listed, unless asked for.
      await this.page.$eval(".prompt .option[aria-pressed=false]", (option) => option.click());
      await this.page.click(".prompt .go:not(:disabled)");
    }
  }

  /** Play until the game is over; gives the number of answers. */
  async toTheEnd(answer, told = () => undefined) {
    for (let answers = 0; answers <= MOST_ANSWERS; answers += 1) {
      const now = await this.until(({ over, asked }) => over || asked);
      if (now.over) return answers;
      await answer.call(this, now);
      told(answers + 1);
    }
    throw new Error("the game does not end");
  }
}
