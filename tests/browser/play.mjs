// Plays at the browser table as people do.
//
// `node play.mjs <address>`, told one scene after the other: a line of JSON with its `scene`, its `words`, and a `folder` for
// pictures of what went wrong. Says what it has done in lines, at last `played`; ends with 1, and says why, where something
// is not as it should be.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launch, Person, say, SECONDS, SUGGESTED } from "./person.mjs";
import { accounts } from "./accounts.mjs";
import { apart, covered, crowded, dim, fiddly, hidden, idle, inner, matted, parted, severed, sought, spilled, tiny, unseen } from "./crowded.mjs";
import { endings } from "./endings.mjs";
import { illegible, untranslated } from "./legible.mjs";
import { playnow } from "./playnow.mjs";
import { relations } from "./relations.mjs";
import { tournaments } from "./tournaments.mjs";
import { returns } from "./returns.mjs";
import { truths } from "./truths.mjs";
import { compare, difference, fixed, SHARE } from "./pictures.mjs";

const [, , address] = process.argv;
const LANGUAGES = ["en", "ja"];
/** Scenes in which pictures of cards are looked at. */
const PICTURES = ["keyboard", "positions", "around", "large", "reveal"];
const APPROVED = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const browser = await launch();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Who looks at every page in each language. */
const NAMES = { en: "Aoi", ja: "あおい" };
/** Whom they challenge. */
const OTHERS = { en: "Hotaru", ja: "ほたる" };
const GAMES = ["beyond", "jump", "race", "roll"];
/** A desk's screen of 1280 by 800 as a browser gives it at 200 %. */
const TWICE = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
/** Fewer of them take the focus at no table. */
const SOME_CONTROLS = 20;
const LARGE_LETTERS = 20;
const DESK = { width: 1440, height: 810 };
const ROOM = { width: 1440, height: 900 };
const PAGE = { width: 1440, height: 700 };
/** What introductions suggest where it lies on the table, by its name in the style of the page. */
const MARKED = { jump: "card", beyond: "space", race: "card", roll: "die" };
/** What the compositor moves without the page being drawn anew. */
const MOVED = ["translate", "rotate", "scale", "opacity"];
/** What is seen of a fixed position at a size without scrolling, and how small its letters may be. */
const IN_SIGHT = {
  beyond: [
    [ROOM, "main .basic, main .location, main .slot, main .goals .claim, main .seat0 .supply, main .seat0 .tracks"],
    [{ width: 1280, height: 800 }, "main .basic, main .location"],
  ],
  jump: [
    [ROOM, "main .arranged > .card"],
    [DESK, "main .tableau .card"],
  ],
  roll: [
    [ROOM, "main .tray, main .die, main .stack .card, main .arranged > .card"],
    [{ width: 2560, height: 1440 }, "main .tray, main .die, main .stack .card, main .arranged > .card"],
  ],
  race: [
    [ROOM, "main .arranged > .card"],
    [DESK, "main .arranged > .card"],
    [{ width: 1280, height: 800 }, "main .tableau .card"],
  ],
  // Beside five others: all of one's own, and the hand in one row.
  six: [[ROOM, "main .tableau .card, main .front .card"]],
};
const LEAST_LETTERS = 7;
/** What stands on pieces as a sign, in every language. */
const SIGNS = ["max"];
/** Questions until there must have been one whose dice go from phase to phase. */
const MOST_QUESTIONS = 30;
/** How many milliseconds later than all else. */
const LATE = 500;
/** The button of the waiting room with which the game begins. */
const START = ".go [data-start]:not(:disabled)";
/** The list of tables by game, the only one of the lobby whose choices are games. */
const GAME_FILTER = "select:has(option[value='roll'])";
/** Enough of them for a game to have a past. */
const SOME_ANSWERS = 6;
/** Sizes of windows: phones, 200 % of a desk, a tablet, small and usual desks, a large screen. */
const SIZES = [
  [360, 740],
  [390, 844],
  [640, 400],
  [768, 1024],
  [1366, 657],
  [1440, 900],
  [2560, 1440],
];
/** From the smallest phone to a large screen, with the widths between which a table is laid out otherwise. */
const WIDTHS = [
  [360, 740],
  [390, 844],
  [640, 400],
  [768, 1024],
  [860, 1180],
  [1024, 768],
  [1240, 800],
  [1366, 657],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];
/** The sizes of letters that a browser can be set to, in pixels, where 16 is usual; and windows for them. */
const BROWSERS_LETTERS = [24, 32];
const LETTERED = [
  [360, 740],
  [640, 400],
  [1280, 800],
  [1440, 900],
];
/** As wide as names, of players and tables, and what is said can be; how those who play together are called. */
const WIDE_NAMES = { en: ["W".repeat(40), "M".repeat(40)], ja: ["鑫".repeat(40), "龘".repeat(40)] };
const WIDE_TABLE = { en: "W".repeat(60), ja: "鑫".repeat(60) };
const WIDE_LINE = { en: "W".repeat(480), ja: "鑫".repeat(480) };
const HOUR = 3_600_000;
/** So many milliseconds nobody waits for. */
const AT_ONCE = 100;
/** How often a key comes again that is held for a second. */
const REPEATS = 30;
/** Fixed positions: which game's table shows which, and at what size. */
const SHOWN = [
  ["jump", [["jump", DESK]]],
  ["roll", [["roll", DESK]]],
  ["beyond", [["beyond", DESK]]],
  [
    "race",
    [
      ["race", DESK],
      ["invasion", DESK],
      ["orb", DESK],
      ["wide", { width: 2560, height: 1440 }],
      ["six", ROOM],
    ],
  ],
];
/** Tables of as many players as there can be. */
const FULL = { race: ["race_6"], roll: ["roll_5"] };

/** Every page of somebody, from the door to the ratings, each of which is looked at; `other` is challenged. */
async function everyPage(aoi, language, look, other) {
  await other.enter(OTHERS[language]);
  const { page } = aoi;
  const open = async (hash, seen, what) => {
    await aoi.go(hash, seen);
    await look(aoi, language, what);
  };
  await open("", "#name", "the door");
  await page.click("button.signs");
  await page.waitForSelector("dialog [data-provider]");
  await look(aoi, language, "the ways in");
  await page.keyboard.press("Escape");
  await aoi.enter(NAMES[language]);
  for (const game of GAMES) await open(`#/new/${game}`, "form > button.primary", `a new table of ${game}`);
  await page.click("input[name=who] >> nth=1");
  await page.click("form > button.primary");
  await page.waitForSelector("#link");
  await look(aoi, language, "the waiting room");
  await aoi.play("jump", {}, { seats: 2, bot: "random" });
  await open("#/", "main a[href^='#/table/']", "the lobby");
  await page.goBack();
  await aoi.until(({ asked }) => asked);
  for (const [opened, what] of [
    ["details:has(.panel button)", "the menu"],
    ["details:has(select)", "the settings"],
  ]) {
    await page.click(`header ${opened} summary`);
    await look(aoi, language, what);
    await page.click(`header ${opened} summary`);
  }
  await page.click(".prompt button:has(kbd:text-is('?'))");
  await page.waitForSelector(".prompt dl");
  await look(aoi, language, "why not");
  await page.click(".prompt .where button");
  await page.waitForSelector("dl .cited");
  await look(aoi, language, "the rules");
  await aoi.toTheEnd(aoi.answerByClicks);
  await aoi.unfoldsTheEnd();
  await look(aoi, language, "the scores");
  // Whoever looks back has what steps through the past at hand, wherever they have scrolled to.
  for (const to of [0, 400]) {
    const ends = await page.evaluate((to) => {
      scrollTo(0, to);
      return document.querySelector("aside footer").getBoundingClientRect().bottom - innerHeight;
    }, to);
    if (ends > 1 && page.viewportSize().height >= 480) aoi.faults.push(`what steps through the past ends ${ends.toFixed(0)} px below the window`);
  }
  await aoi.ownGames();
  await look(aoi, language, "a player");
  await open("#/account", "#ways button", "the account");
  await open("#/notifications", "main p.muted", "notifications");
  await open("#/people", "#followed p.muted", "people");
  await page.fill("#search input", OTHERS[language]);
  await page.click(`#search li:has-text('${OTHERS[language]}') a.button`);
  await page.waitForSelector("#challenge .times .pick >> nth=2");
  await look(aoi, language, "a challenge");
  await open("#/ratings/jump", "main table", "the ratings");
  await open("#/rules/race", "main dl", "the rules of a game");
  await open("#/puzzles/race", "main li a", "the puzzles");
  for (const game of GAMES) {
    await open(`#/learn/${game}`, "main figure .drawn .number", `the first page of a lesson of ${game}`);
    // Each part that is explained is pointed at on the piece.
    const pointed = await page.$$eval("main figure", (figures) =>
      figures.map((figure) => [figure.querySelectorAll("li").length, figure.querySelectorAll(".drawn .number").length]),
    );
    for (const [explained, numbers] of pointed)
      if (explained !== numbers) aoi.faults.push(`${game}: ${explained} parts are explained, and ${numbers} pointed at`);
  }
}

/** A phase of Roll for the Galaxy, its worker, and Dictate are one answer, of which the log tells all once phases begin. */
async function dictates(person) {
  const { page } = person;
  const step = (name) => page.locator(".prompt li").filter({ hasText: name });
  let now = await person.until(({ asked }) => asked);
  for (; !/Which phase/.test(now.question); now = await person.until(({ asked }) => asked)) await person.answerByClicks(now);
  await step("Which phase?").locator("button").first().click();
  await page.click(".prompt button:text-is('Dictate')");
  await step("Rests this round").locator(".die").first().click();
  await step("Moves instead").locator(".die").first().click();
  await step("Moves instead").locator("button:not(.die):enabled").first().click();
  await page.click(".prompt .go:has-text('Confirm all')");
  await person.answered(now);
  // All that was planned is answered without another press.
  const done = await page
    .waitForFunction(() => {
      const { textContent: asked, ariaBusy } = document.querySelector(".prompt") ?? { textContent: "", ariaBusy: "false" };
      const happened = document.querySelector(".log").textContent;
      return /Dictate: /.test(happened) && ariaBusy === "false" && !/Which worker|Do you reassign|Dictate:/.test(asked);
    })
    .catch(() => undefined);
  if (!done) person.faults.push(`what was planned is asked: ${await page.textContent(".prompt")}`);
}

/** What a question on a phone lights and is still not in sight after some seconds; see `sought`. */
async function missed(page) {
  for (const end = Date.now() + SECONDS; ; await page.waitForTimeout(100)) {
    const found = await page.evaluate(sought);
    if (!found.length || Date.now() > end) return found;
  }
}

/** The languages in which pages are looked at: those that are named, else both. */
function languagesOf(words) {
  const named = LANGUAGES.filter((each) => words.includes(each));
  return named.length ? named : LANGUAGES;
}

/** All scenes, for the one that is played. */
const scenesFor = ({ arrive, faults, folder, words, languages }) => ({
  ...truths({ arrive, faults, languages }),
  ...returns({ arrive, faults }),
  ...relations({ arrive, faults }),
  ...tournaments({ arrive, faults }),
  ...playnow({ arrive, faults, phone: PHONE, names: NAMES }),
  ...endings({ arrive, faults, phone: PHONE }),
  ...accounts({ browser, arrive, faults, address, issuers: words }),
  /** A game's own board: played by it to the end; where it fails, the parts of the table are listed and played. */
  async brought() {
    const ada = await arrive();
    const { page } = ada;
    const asked = [];
    page.on("response", (response) => response.url().includes("/boards/") && asked.push(response));
    await ada.enter("Ada");
    await ada.play("river_stones");
    await page.waitForSelector("main .area button:has-text('Red'), main .area button:has-text('Blue'), main .area button:has-text('Green')");
    if (asked.length) faults.push("a board is loaded at the table of another game");
    await ada.audit("a table that is drawn by its fields");
    say(`answers ${await ada.toTheEnd(ada.answerByClicks)}`);
    const aoi = await arrive({ locale: "ja" });
    await aoi.enter("あおい");
    await aoi.play("river_stones");
    await aoi.page.waitForSelector("main .area button.can");
    const told = await aoi.page.textContent("body");
    for (const wanted of ["Which card do you take?", "Cards to come"])
      if (!told.includes(wanted)) faults.push(`a game in English only does not tell a Japanese reader: ${wanted}`);
    if (/(red|green|blue)_\d/.test(told)) faults.push("a Japanese reader is told ids");
    await ada.play("goofspiel", { prizes: "4" });
    await page.waitForSelector(".hand .bid:enabled");
    if (await page.$("main dl.panel")) faults.push("the fields are listed beside the board");
    for (const response of asked) {
      const { "cache-control": kept, "content-security-policy": policy } = await response.allHeaders();
      if (!kept.includes("immutable")) faults.push(`${response.url()} is not kept`);
      if (!policy.includes("script-src 'self';")) faults.push(`${response.url()} has no policy`);
    }
    say(`loaded ${asked.map((response) => response.url().split("/").at(-1)).sort().join(" ")}`);
    const colour = await page.$eval(".hand .bid", (bid) => getComputedStyle(bid).borderTopStyle);
    if (colour !== "solid") faults.push("the board has none of its style");
    const earlier = faults.splice(0);
    await ada.audit("a board of a game's own");
    // axe reads the style sheets of shadow roots by way of inline ones, which the policy keeps it from.
    faults.splice(0, faults.length, ...earlier, ...faults.filter((each) => !each.startsWith("Applying inline style")));
    const bids = await ada.toTheEnd(async function (now) {
      await page.click(".hand .bid:enabled >> nth=-1");
      await page.waitForSelector(".hand .bid[aria-pressed=true]");
      await page.click(".prompt .go:not(:disabled)");
      await this.answered(now);
    });
    say(`bids ${bids}`);
    for (const [fault, code] of [
      ["when it is made", "export default () => { throw new Error('on purpose'); }"],
      ["when it draws", "export default () => ({ update() { throw new Error('on purpose'); } })"],
      ["when it is clicked", "export default (place) => { setTimeout(() => { throw new Error('on purpose'); }); return { update() {} }; }"],
      ["when it is loaded", "export const board = 'on purpose';"],
    ]) {
      await page.route("**/board.js", (route) => route.fulfill({ contentType: "text/javascript", body: code }));
      await page.reload();
      await ada.play("goofspiel", { prizes: "4" });
      await page.waitForSelector("main .error:has-text('The board of this game has failed')").catch(() => faults.push(`nothing is said ${fault}`));
      await page.waitForSelector("main .area button.can");
      await ada.answerByClicks(await ada.standing());
      await page.unroute("**/board.js");
    }
    const purposely = faults.filter((each) => each.includes("on purpose") || each.includes("exports no function"));
    faults.splice(0, faults.length, ...faults.filter((each) => !purposely.includes(each)));
    say(`failed ${purposely.length > 3}`);
  },

  /** Jump Drive from the address to the scores with nothing but keys, and every page on the way. */
  async keyboard() {
    const ada = await arrive();
    const { page } = ada;
    await page.goto(address);
    await page.waitForSelector("#name");
    await ada.audit("the door");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    await page.waitForSelector("a[href='#/new/jump']");
    await ada.audit("the lobby");
    await ada.tabTo("a[href='#/new/jump']");
    await page.keyboard.press("Enter");
    await page.waitForSelector("form > button.primary");
    await ada.audit("a new table");
    await ada.tabTo("form > button.primary");
    await page.keyboard.press("Enter");
    await ada.until(({ asked }) => asked);
    await page.waitForSelector(".card");
    await ada.audit("a table");
    await page.evaluate(() => (globalThis.sameAsBefore = true));
    const [log] = await ada.toldLive("log");
    const entries = await page.$$eval(".log li", (lines) => lines.map((line) => line.textContent.replace(/\s+/g, "")));
    if (!entries.at(-1) || !log?.replace(/\s+/g, "").endsWith(entries.at(-1)))
      faults.push(`what has happened last is not told: ${log?.slice(-200)} / ${entries.at(-1)}`);
    const question = (await ada.standing()).question;
    if (!(await ada.toldLive("region")).some((told) => told.includes(question)))
      faults.push("the question is not told when it comes");
    for (const loss of [() => ada.outlives("web"), () => ada.outlives("lobby"), () => ada.offline()]) {
      await ada.answerByKeys(await ada.until(({ asked }) => asked));
      await loss();
    }
    say(`answers ${await ada.toTheEnd(ada.answerByKeys)}`);
    if (!(await page.evaluate(() => globalThis.sameAsBefore))) faults.push("the page was loaded anew");
    await ada.unfoldsTheEnd();
    const covering = await page.$$eval("main section.front", (hands) =>
      hands.filter((hand) => getComputedStyle(hand).position === "sticky"),
    );
    if (covering.length) faults.push("a hand lies over the scores");
    if (await page.$("[data-scores] li.broken")) faults.push("the game was not fair");
    await ada.audit("the end");
    say(`scores ${await page.textContent("[data-scores]")}`);
    await ada.ownGames();
    await ada.audit("a player");
    await ada.go("#/ratings", "main table");
    await ada.audit("the ratings");
  },

  /** Introductions: who answers as suggested is led to the end of the script, who does not goes on alone. */
  async introductions() {
    for (const [game, options] of [
      ["jump", {}],
      ["beyond", PHONE],
      ["race", { ...PHONE, locale: "ja" }],
      ["roll", {}],
    ].filter(([game]) => words.includes(game))) {
      const ada = await arrive(options);
      await ada.enter("Ada");
      await ada.learn(game);
      const lessons = [];
      const marked = new Set();
      for (
        let now = await ada.until(({ asked }) => asked);
        await ada.suggested();
        now = await ada.until(({ asked }) => asked)
      ) {
        if (!lessons.length) await ada.audit(`the introduction of ${game}`);
        for (const kind of await ada.suggestedOnTable()) marked.add(kind);
        if (now.marked) faults.push(`${game}: something is marked that nobody has picked`);
        const lesson = (await ada.page.textContent(".lesson")) ?? "";
        if (lessons.includes(lesson) || lesson.includes("{")) faults.push(`${game}: no lesson of its own: ${lesson}`);
        lessons.push(lesson);
        if (options.isMobile) faults.push(...(await ada.withinReach()).map((fault) => `${game}: ${fault}`));
        if (lessons.length === 2) await ada.page.reload();
        await ada.until(({ asked }) => asked);
        await ada.page.waitForSelector(SUGGESTED);
        await ada.answerAsSuggested(await ada.standing());
      }
      const after = (await ada.page.$(".lesson")) ? await ada.page.textContent(".lesson") : "";
      if (!after) faults.push(`${game}: nothing is explained after the script`);
      else if (!options.isMobile && !/from here on you decide for yourself/i.test(after)) faults.push(`${game}: no closing word: ${after}`);
      if (!marked.has(MARKED[game])) faults.push(`${game}: no ${MARKED[game]} is marked on the table: ${[...marked]}`);
      say(`led ${game} ${lessons.length}`);
    }
    const bea = await arrive();
    await bea.enter("Bea");
    await bea.learn("race");
    await bea.page.waitForSelector(SUGGESTED);
    const fold = bea.page.locator(".lesson button[aria-expanded]");
    for (const folded of [false, true, false]) {
      if ((await fold.getAttribute("aria-expanded")) !== String(!folded))
        faults.push(`the lesson is not as said: ${folded}`);
      if (folded !== (await bea.page.innerText(".lesson")).length < 150)
        faults.push(`the lesson is folded: not ${folded}`);
      await fold.click();
    }
    await fold.click();
    const led = await bea.page.textContent(".lesson");
    for (const each of (await bea.page.$$(".prompt .option:not(.suggested)")).slice(0, 2)) await each.click();
    const now = await bea.standing();
    await bea.page.click(".prompt .go");
    await bea.answered(now);
    await bea.until(({ asked }) => asked);
    if (await bea.suggested()) faults.push("who answers otherwise is led on");
    const alone = await bea.page.textContent(".lesson");
    if (!alone || alone === led) faults.push(`who goes on alone is told nothing: ${alone}`);
    say("alone race");
  },

  /** Race for the Galaxy on a phone. */
  async phone() {
    const ada = await arrive(PHONE);
    await ada.enter("Ada");
    await ada.audit("the lobby on a phone");
    await ada.go("#/new/race", "form > button.primary");
    await ada.audit("a new table on a phone");
    await ada.play("race");
    await ada.page.waitForSelector(".card");
    await ada.audit("a table on a phone");
    // The row above the table grows as more is to be said of others.
    const grows = (by) => ada.page.$eval("main nav", (nav, by) => (nav.style.paddingBottom = by), by);
    const below = () =>
      ada.page.evaluate(() => {
        const [bar, lit] = ["main nav", "main button.can"].map((each) => document.querySelector(each)?.getBoundingClientRect());
        return scrollY > 0 && lit && lit.top - bar.bottom < 20;
      });
    let grown = 0;
    const answers = await ada.toTheEnd(async (now) => {
      faults.push(...(await missed(ada.page)).map((fault) => `${now.question}: ${fault}`));
      if (grown < 3 && (await below())) {
        grown += 1;
        await grows("30px");
        faults.push(...(await missed(ada.page)).map((fault) => `below a row that grows: ${fault}`));
        await grows("");
      }
      await ada.answerByClicks(now);
    });
    if (!grown) faults.push("the row above the table was never grown");
    say(`answers ${answers}`);
    await ada.audit("the end on a phone");
  },

  /** Roll for the Galaxy in Japanese: no English is left over. */
  async japanese() {
    const ada = await arrive({ locale: "ja" });
    await ada.enter("Ada");
    for (const game of ["beyond", "jump", "race"]) {
      await ada.learn(game);
      const lesson = (await ada.page.textContent(".lesson")) ?? "";
      if (!/[\u3040-\u30ff]/u.test(lesson)) faults.push(`the lesson of ${game} is not Japanese: ${lesson}`);
    }
    await ada.page.click(".lesson button:last-of-type");
    await ada.page.waitForSelector(".lesson", { state: "detached" });
    await ada.play("roll");
    await ada.page.waitForSelector(".die");
    await ada.audit("a table in Japanese");
    const { question } = await ada.standing();
    if (!/[\u3040-\u30ff\u4e00-\u9fff]/u.test(question)) faults.push(`the question is not Japanese: ${question}`);
    say(`answers ${await ada.toTheEnd(ada.answerByClicks)}`);
  },

  /** Every game in fixed positions: each looks as approved, keeps nobody out, and is told from the others. */
  async positions() {
    let shown = "";
    const ada = await arrive({ viewport: DESK, reducedMotion: "reduce" });
    await fixed(ada.page, () => readFileSync(`${folder}/${shown}.binpb`));
    const blank = await (await browser.newContext()).newPage();
    await ada.enter("Ada");
    const taken = [];
    for (const [game, positions] of SHOWN) {
      shown = positions[0][0];
      // Their names are seen: every game has this bot, whatever others come.
      await ada.play(game, {}, { seats: 4, bot: "random" });
      for (const [name, size] of positions) {
        shown = name;
        await ada.page.setViewportSize(size);
        await ada.page.reload();
        await ada.until(({ asked }) => asked);
        await ada.page.waitForSelector("main .seat, main .mat, main section");
        await ada.painted();
        const picture = await ada.page.screenshot({ animations: "disabled" });
        const options = { approved: APPROVED, folder, approve: Boolean(process.env.APPROVE) };
        const fault = await compare(blank, name, picture, options);
        if (fault) faults.push(fault);
        taken.push(picture);
        for (const [room, selector] of IN_SIGHT[name] ?? []) {
          await ada.page.setViewportSize(room);
          faults.push(...(await ada.inSight(selector, LEAST_LETTERS)).map((fault) => `${name}: ${fault}`));
          if (room.width >= 2560) faults.push(...(await ada.page.evaluate(idle)).map((fault) => `${name}: ${fault}`));
        }
        await ada.page.setViewportSize(size);
        if (name === "race") await ada.previews();
        if (["invasion", "orb"].includes(name)) await ada.audit(`Race with the ${name}`);
        await ada.shows("dark");
      }
    }
    const unlike = await difference(blank, taken[0], taken[1]);
    if (unlike <= SHARE) faults.push(`pictures of two games are taken for the same: ${unlike}`);
    say(`pictures ${taken.length}`);
  },

  /** The pages around the games, as `make pictures` keeps them: who was there and how it ended is another each time. */
  async around() {
    const take = async (person, name) => {
      const { page } = person;
      await page.evaluate(() => scrollTo(0, 0));
      await person.painted();
      await page.screenshot({ path: `${APPROVED}/${name}.png`, animations: "disabled" });
    };
    const aoi = await arrive({ viewport: ROOM, reducedMotion: "reduce" });
    const { page } = aoi;
    await aoi.enter("Aoi");
    for (const game of [1, 2]) {
      await aoi.play("jump", {}, { seats: 4, bot: "normal" });
      say(`answers ${await aoi.toTheEnd(aoi.answerByKeys)}`);
      if (game === 1) continue;
      await aoi.unfoldsTheEnd();
      await page.waitForSelector("[data-scores] button[aria-busy=true]", { state: "detached" });
      await take(aoi, "scores");
    }
    await page.setViewportSize(PAGE);
    await aoi.go("#/player/me", "main h1");
    // A game is in the archive, and rated, some seconds after its end.
    while ((await page.locator("main a[href^='#/table/']").count()) < 2) {
      await page.waitForTimeout(1_000);
      await page.reload();
      await page.waitForSelector("main h1");
    }
    await page.waitForSelector("main svg path", { state: "attached" });
    await take(aoi, "player");
    await aoi.shows("light");
    await aoi.go("#/ratings/jump", "main table");
    await page.check("main input[type=checkbox]");
    await page.waitForSelector("main table th:has-text('Normal bot')");
    await take(aoi, "ratings");
    await aoi.shows("dark");
    await page.setViewportSize(ROOM);
    for (const [game, seats] of [
      ["race", 4],
      ["roll", 3],
      ["beyond", 2],
    ])
      await aoi.play(game, {}, { seats, bot: "random" });
    await aoi.go("#/", "a[href='#/new/jump']");
    await page.waitForFunction(() => document.querySelectorAll("main a[href^='#/table/']").length >= 3);
    await take(aoi, "lobby");
    await aoi.go("#/learn/race", "main h1");
    await take(aoi, "lesson");
    await aoi.go("#/puzzles/race", "main ol a");
    await page.click("main ol a");
    await page.waitForSelector(".verdict p");
    await page.waitForSelector("main .card");
    await take(aoi, "puzzle");
    for (const [name, options] of [
      ["rules", { viewport: DESK }],
      [
        "phone",
        {
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
          hasTouch: true,
          isMobile: true,
        },
      ],
    ]) {
      const reader = await arrive({ reducedMotion: "reduce", ...options });
      await fixed(reader.page, () => readFileSync(`${folder}/race.binpb`));
      await reader.enter("Aoi");
      await reader.play("race", {}, { seats: 4, bot: "random" });
      await reader.page.waitForSelector(".card");
      if (name === "rules") await reader.shows("light");
      if (name === "rules") await reader.page.click(".prompt .where button");
      await reader.page.waitForTimeout(500);
      await take(reader, name);
    }
  },

  /** Every page and every fixed position on a small phone: nothing is cut off, covered, or too small to touch. */
  async legible() {
    const looked = Object.fromEntries(languages.map((language) => [language, 0]));
    const look = async ({ page }, language, what) => {
      await page.evaluate(() => document.fonts.ready);
      const told = await page.evaluate(illegible);
      if (language === "ja") told.push(...(await page.evaluate(untranslated, SIGNS)));
      faults.push(...told.map((fault) => `${what} in ${language}: ${fault}`));
      looked[language] += 1;
    };
    const pages = async (language) => {
      const aoi = await arrive({ ...PHONE, locale: language, reducedMotion: "reduce" });
      await everyPage(aoi, language, look, await arrive({ locale: language }));
    };
    const tables = async (language) => {
      let shown = "";
      const aoi = await arrive({ ...PHONE, locale: language, reducedMotion: "reduce" });
      await fixed(aoi.page, () => readFileSync(`${folder}/${shown}.binpb`));
      await aoi.enter(NAMES[language]);
      for (const [game, positions] of SHOWN) {
        shown = positions[0][0];
        await aoi.play(game, {}, { seats: 4, bot: "random" });
        for (const [name] of positions) {
          shown = name;
          await aoi.page.reload();
          await aoi.until(({ asked }) => asked);
          await aoi.page.waitForSelector("main .seat, main .mat, main section");
          await aoi.page.waitForFunction(() => document.querySelector("main nav .asked, main:not(:has(button.can, [role=button].place))"));
          faults.push(...(await missed(aoi.page)).map((fault) => `${name} on a phone: ${fault}`));
          // What everybody has lies over what is scrolled behind it.
          await aoi.page.evaluate(() => scrollTo(0, 0));
          await look(aoi, language, `the position ${name}`);
        }
      }
    };
    await Promise.all(languages.flatMap((language) => [pages(language), tables(language)]));
    for (const [language, times] of Object.entries(looked)) say(`looked ${times} times in ${language}`);
  },

  /** Every page for eyes that are not what they were: by the browser's zoom, and in the largest letters of the page. */
  async magnified() {
    let looked = 0;
    const aoi = await arrive({ locale: "en", reducedMotion: "reduce", ...TWICE });
    await aoi.page.addInitScript(
      (settings) => localStorage.setItem("galaxytables.settings", settings),
      JSON.stringify({ text: "huge" }),
    );
    const reads = async (page, what, { width, height }) => {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await page.evaluate(() => document.fonts.ready);
      faults.push(...(await page.evaluate(illegible)).map((fault) => `${what}: ${fault}`));
      looked += 1;
    };
    const other = await arrive();
    // In large letters as they are set, and by the zoom without them, on the same page.
    const looks = async ({ page }, _, what) => {
      const size = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      if (size < LARGE_LETTERS) faults.push(`${what}: letters are ${size} px`);
      await reads(page, `${what} in large letters`, { width: 1280, height: 800 });
      const large = await page.evaluate(() => {
        const { text } = document.documentElement.dataset;
        document.documentElement.dataset.text = "usual";
        return text;
      });
      await reads(page, `${what} magnified`, TWICE.viewport);
      await page.evaluate((text) => (document.documentElement.dataset.text = text), large);
    };
    await everyPage(aoi, "en", looks, other);
    say(`looked ${looked} times`);
  },

  /** A table of each game with the longest names, at all sizes, in both languages: nothing overlaps or leaves its place. */
  async crowded() {
    let looked = 0;
    const tables = async (language) => {
      let shown = "";
      // Other sizes in the other language.
      let turns = Number(language === "en");
      const aoi = await arrive({ locale: language, reducedMotion: "reduce" });
      const { page } = aoi;
      const look = async (what, heard = false) => {
        turns += 1;
        for (const [width, height] of SIZES.filter((_, index) => words[0] === "all" || (index + turns) % SIZES.length === 0)) {
          await page.setViewportSize({ width, height });
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          const told = await Promise.all([crowded, tiny, severed, unseen].map((look) => page.evaluate(look)));
          faults.push(...told.flat().map((fault) => `${what} in ${language} at ${width}x${height}: ${fault}`));
          looked += 1;
        }
        faults.push(...(await page.evaluate(inner)).map((fault) => `${what} in ${language}: ${fault}`));
        if (!heard || language !== "en") return;
        await phone();
        await aoi.audit(`${what} on a phone`);
      };
      const reads = async (what) => {
        for (const [width, height] of [SIZES[0], [1440, 900]]) {
          await page.setViewportSize({ width, height });
          const told = [...(await page.evaluate(spilled)), ...(await page.evaluate(tiny))];
          faults.push(...told.map((fault) => `${what} in ${language} at ${width}x${height}: ${fault}`));
          if (language === "en" || words[0] === "all") await aoi.audit(`${what} in ${language} at ${width}x${height}`);
        }
      };
      /** What has the focus is always seen. */
      const tabs = async (what, { viewport }) => {
        await page.setViewportSize(viewport);
        const { seen, faults: told } = await aoi.tabsThrough(hidden);
        if (seen < SOME_CONTROLS) faults.push(`${what}: only ${seen} controls take the focus`);
        faults.push(...told.map((fault) => `${what} at ${viewport.width}x${viewport.height}: ${fault}`));
      };
      const phone = () => page.setViewportSize(PHONE.viewport);
      const other = await arrive({ locale: language });
      await other.enter(WIDE_NAMES[language][1]);
      const link = await other.invites("beyond", { seats: 2, name: WIDE_TABLE[language] });
      await aoi.comes(WIDE_NAMES[language][0], link);
      await look("the waiting room");
      await other.page.click(START);
      await page.waitForSelector("main .location");
      await other.page.click("[role=tab] >> nth=1");
      await other.page.fill(".pane input", WIDE_LINE[language]);
      await other.page.keyboard.press("Enter");
      await look("Beyond the Sun for 2");
      await page.click("[role=tab] >> nth=1");
      await page.waitForSelector(`.log li:has-text("${WIDE_LINE[language]}")`);
      await look("what is said");
      await other.invites("jump", { seats: 2, name: WIDE_TABLE[language] });
      await page.setViewportSize(ROOM);
      await aoi.play("beyond", {}, { seats: 3, bot: "random" });
      await look("Beyond the Sun for 3");
      // On a phone the reasons are longer than there is room for them; here, however few a random game has.
      await phone();
      await page.click(".prompt button:has(kbd:text-is('?'))");
      const scrolls = await (await page.waitForSelector(".prompt dl")).evaluate((list) => {
        list.style.maxHeight = "2em";
        return list.scrollHeight > list.clientHeight;
      });
      if (!scrolls) faults.push("the reasons why not are too few to be scrolled");
      await aoi.audit("why not on a phone", ["scrollable-region-focusable"]);
      if (language === "en") for (const size of [TWICE, PHONE]) await tabs("Beyond the Sun", size);
      await aoi.go("#/", `main .table:has-text("${WIDE_TABLE[language]}") >> nth=1`);
      await look("the lobby");
      await reads("the lobby");
      await aoi.go("#/new/race", "form > .play");
      await aoi.unfold();
      await look("a new table");
      await reads("a new table");
      await fixed(page, () => readFileSync(`${folder}/${shown}.binpb`));
      let number = Number(language === "ja");
      for (const [game, positions] of SHOWN) {
        shown = positions[0][0];
        await page.setViewportSize({ width: 1440, height: 900 });
        await aoi.go("#/", "a[href='#/new/jump']");
        await page.reload();
        await aoi.play(game, {}, { seats: 4, bot: "random" });
        for (const name of [...positions.map(([name]) => name), ...(FULL[game] ?? [])]) {
          number += 1;
          // In turn, each position is looked at in one language.
          if (words[0] !== "all" && number % 2 === 0) continue;
          shown = name;
          await page.reload();
          await aoi.until(({ asked }) => asked);
          await page.waitForSelector("main .seat, main .mat, main section");
          await look(`the position ${name}`, name !== "wide" && name !== "orb");
          if (language === "en" && game === "roll") for (const size of [TWICE, PHONE]) await tabs(name, size);
        }
      }
    };
    await Promise.all(languages.map(tables));
    say(`looked ${looked} times`);
  },

  /** Every board of Beyond the Sun, late in a game, at all widths, in both languages: nothing overlaps, nothing is tiny. */
  async starmap() {
    let looked = 0;
    const boards = async (language) => {
      let turns = Number(language === "en");
      /** All sizes, or every other one: those that are left out are looked at in the other language. */
      const inTurn = (sizes) => sizes.filter((_, index) => words[0] === "all" || (index + turns) % 2 === 0);
      const aoi = await arrive({ locale: language, reducedMotion: "reduce" });
      const { page } = aoi;
      let shown = "beyond_2";
      await fixed(page, () => readFileSync(`${folder}/${shown}.binpb`));
      await aoi.enter(NAMES[language]);
      for (const seats of [2, 3, 4]) {
        turns += 1;
        shown = `beyond_${seats}`;
        await page.setViewportSize(ROOM);
        await aoi.go("#/", "a[href='#/new/jump']");
        await page.reload();
        await aoi.play("beyond", {}, { seats, bot: "random" });
        await page.waitForSelector("main .location");
        for (const [width, height] of inTurn(WIDTHS)) {
          await page.setViewportSize({ width, height });
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          const told = [crowded, covered, tiny, severed, apart, parted, inner, fiddly, unseen].map((look) => page.evaluate(look));
          const what = `${seats} seats in ${language} at ${width}x${height}`;
          faults.push(...(await Promise.all(told)).flat().map((fault) => `${what}: ${fault}`));
          looked += 1;
        }
        for (const theme of ["light", "dark"]) {
          await aoi.shows(theme);
          faults.push(...(await page.evaluate(dim)).map((fault) => `${seats} seats in the ${theme}: ${fault}`));
        }
        if (language === "en" && seats === 4) await aoi.audit("Beyond the Sun");
      }
      // The own mat at four seats, whose reader has set the browser's letters larger.
      for (const letters of BROWSERS_LETTERS) {
        await aoi.readsLetters(letters);
        turns += 1;
        for (const [width, height] of inTurn(LETTERED)) {
          await page.setViewportSize({ width, height });
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          const told = await Promise.all([crowded, matted].map((look) => page.evaluate(look)));
          const what = `letters of ${letters} px in ${language} at ${width}x${height}`;
          faults.push(...told.flat().map((fault) => `${what}: ${fault}`));
          looked += 1;
        }
      }
    };
    await Promise.all(languages.map(boards));
    say(`looked ${looked} times`);
  },

  /** Options of a new table stay unfolded as one is chosen. */
  async options() {
    const ada = await arrive();
    const { page } = ada;
    await ada.enter("Ada");
    await ada.go("#/new/race", "form > .play");
    // Seats that the base game does not have are explained, and no button moves.
    const row = page.locator("#seats + .row");
    const before = await row.boundingBox();
    await row.locator("button:text-is('5')").click();
    await page.waitForSelector(".why:has-text('The Gathering Storm')");
    const after = await row.boundingBox();
    if (JSON.stringify(before) !== JSON.stringify(after)) faults.push("seats move as one number of them is chosen");
    if (await page.$("form > .error")) faults.push("what speaks against the seats is told twice");
    await row.locator("button:text-is('2')").click();
    await page.waitForSelector(".why.error", { state: "detached" });
    await ada.unfold();
    const checked = page.waitForResponse((answer) => answer.url().endsWith("TableService/CheckOptions"));
    await page.selectOption("#option-expansion", "brink_of_war");
    await checked;
    await page.waitForSelector("#option-goals:enabled", { state: "attached" });
    await ada.rest();
    if (!(await page.isVisible("#option-expansion"))) faults.push("options are folded up as one is chosen");
    say("chosen");
  },

  /** One press gives one answer, however long a key is held, however often a button is clicked, whatever comes meanwhile. */
  async pressed() {
    const ada = await arrive({ reducedMotion: "reduce" });
    const { page } = ada;
    const sent = [];
    let shown = "race";
    await fixed(page, () => readFileSync(`${folder}/${shown}.binpb`));
    page.on("request", (request) => {
      const method = request.url().split("/").at(-1);
      if (["SubmitChoice", "Undo", "AnswerTakeback"].includes(method)) sent.push(method);
    });
    await ada.enter("Ada");
    await ada.play("race", {}, { seats: 4, bot: "random" });
    const none = ".prompt button:has(kbd:text-is('0')):not([aria-disabled=true])";
    /** Whatever was sent has been answered, and a press counts again. */
    const settled = async () => {
      await page.waitForSelector(".prompt[aria-busy=false]");
      await page.waitForSelector(none);
    };
    const gives = async (what, wanted, press) => {
      await settled();
      sent.length = 0;
      await press();
      await settled();
      if (sent.join() !== wanted.join()) faults.push(`${what} has sent: ${sent}`);
    };
    const once = (what, press) =>
      gives(what, ["SubmitChoice"], async () => {
        await press();
        await page.waitForFunction(() => document.querySelector(".prompt[aria-busy=false] .error"));
      });
    await once("a key that is held", async () => {
      for (let times = 0; times < REPEATS; times += 1) await page.keyboard.down("0");
      await page.keyboard.up("0");
    });
    await once("a double click", () => page.dblclick(none));
    await page.focus(none);
    await once("Enter that is held on a button", async () => {
      for (let times = 0; times < REPEATS; times += 1) await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
    });

    // Enter answers, as the button that answers says, also where a press has left the focus on another one.
    await once("Enter after a press on the rule's sign", async () => {
      await page.click(".prompt .rule");
      await page.keyboard.press("1");
      await page.waitForSelector(".prompt .go:not(:disabled)");
      await page.keyboard.press("Enter");
    });
    await page.keyboard.press("Backspace");

    // Who passes on questions like this one can stop it; in a later visit it goes on.
    const menu = "header details:has(.panel button)";
    await gives("a pass that is stopped", [], async () => {
      await page.click(`${menu} summary`);
      await page.check(`${menu} input`);
      await page.waitForSelector(".prompt .passing");
      await page.keyboard.press("Escape");
      await page.keyboard.press("u");
      await page.waitForSelector(".prompt .passing", { state: "detached" });
    });
    await page.reload();
    await once("a pass", async () => {
      await page.waitForSelector(".prompt .passing");
      await page.waitForSelector(".prompt .passing", { state: "detached" });
    });
    await page.click(`${menu} summary`);
    await page.click(`${menu} button:text-is("Ask me everything again")`);
    if (await page.isChecked(`${menu} input`)) faults.push("questions are passed on still");
    await page.keyboard.press("Escape");

    // Everything is pressed as soon as something else is asked: that was meant for what was asked before.
    const changes = (to) => {
      shown = to;
      return page.evaluate(async (proposal) => {
        const key = (name, repeat = false) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, repeat, bubbles: true }));
        globalThis.pressKey = key;
        const come = new Promise((done) => {
          const comes = () => {
            if (!document.querySelector(proposal ? ".takeback" : ".prompt[data-prompt=changed]")) return;
            watching.disconnect();
            for (const button of document.querySelectorAll(".prompt .buttons button:not(.go, .quiet), .takeback button"))
              button.click();
            for (const name of ["0", "u"]) key(name);
            done();
          };
          const watching = new MutationObserver(comes);
          watching.observe(document.querySelector("aside"), { childList: true, subtree: true, attributes: true });
        });
        await more();
        await come;
      }, to === "proposed");
    };
    const takesUp = async () => {
      const card = await (await page.waitForSelector("main .front [data-piece].can")).boundingBox();
      await page.mouse.move(card.x + card.width / 2, card.y + 20);
      await page.mouse.down();
      const [x, y] = [card.x + card.width / 2, card.y - 80];
      await page.mouse.move(x, y, { steps: 4 });
      await page.waitForFunction(
        ([x, y]) => {
          const dragged = document.querySelector(".dragged")?.getBoundingClientRect();
          return dragged && dragged.left < x && dragged.right > x && dragged.top < y && dragged.bottom > y;
        },
        [x, y],
      );
    };
    const letsGo = async () => {
      await page.mouse.up();
      await page.waitForSelector(".dragged", { state: "detached" });
    };
    await gives("what was pressed, and a card that was taken up, for the question before", [], async () => {
      await takesUp();
      await changes("changed");
      await letsGo();
    });
    await once("a card that is dragged", async () => {
      await takesUp();
      await letsGo();
    });
    await gives("a key that undoes, pressed twice", ["Undo"], () =>
      page.evaluate(() => ["u", "u"].forEach((name) => pressKey(name))),
    );
    await gives("a key that undoes, still held", [], () => page.evaluate(() => pressKey("u", true)));
    await gives("what was pressed before a proposal was seen", [], () => changes("proposed"));
    await gives("a proposal that is accepted with two clicks", ["AnswerTakeback"], () =>
      page.$eval(".takeback .primary", (button) => [button, button].forEach((each) => each.click())),
    );
    say("pressed");
  },

  /** One's own time, where it is one's turn: in sight on a phone, and right when the device's clock is set. */
  async clocks() {
    const ada = await arrive({ viewport: { width: 360, height: 740 } });
    const { page } = ada;
    await page.addInitScript((hour) => {
      const { now } = Date;
      globalThis.skew = 0;
      Date.now = () => now.call(Date) + skew * hour;
    }, HOUR);
    await ada.enter("Ada");
    await ada.invites("jump", { seats: 2, time: "live_quick" });
    await page.click('.seats li:nth-child(2) button:text-is("Add a bot")');
    await page.click(START);
    await ada.until(({ asked }) => asked);
    const clock = () => page.textContent(".prompt .clock");
    const box = await (await page.waitForSelector(".prompt .clock")).boundingBox();
    if (box.y < 0 || box.y + box.height > 740) faults.push(`one's own clock is out of sight: ${JSON.stringify(box)}`);
    for (const skew of [1, -1]) {
      const before = await clock();
      await page.evaluate((by) => (globalThis.skew = by), skew);
      await page.waitForFunction((old) => document.querySelector(".prompt .clock").textContent !== old, before);
      const left = await clock();
      // The time for the choice and the bank beside it.
      if (!/0:[01]\d\s*\+ 3:00/.test(left)) faults.push(`with a device's clock ${skew} h off there is left: ${left}`);
    }
    say("clocks");
  },

  /** What one chooses from lies before the row in front, and what is compared with a hand beside it. */
  async front() {
    const ada = await arrive({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const { page } = ada;
    await ada.enter("Ada");
    await ada.play("race", {}, { seats: 2, bot: "random" });
    const wanted = new Set(["main .action", "main section.front .cards:nth-child(2)"]);
    for (let answers = 0; wanted.size && answers < MOST_QUESTIONS; answers += 1) {
      const now = await ada.until(({ asked }) => asked);
      for (const selector of wanted) {
        const covered = await page.$$eval(selector, (found) =>
          found.map((each) => {
            const { left, top, width, height } = each.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return each.contains(there) ? "" : each.textContent.trim().slice(0, 40);
          }),
        );
        if (!covered.length) continue;
        wanted.delete(selector);
        for (const what of covered.filter(Boolean)) faults.push(`behind something else: ${what}`);
      }
      await ada.answerByClicks(now);
    }
    if (wanted.size) faults.push(`was never seen: ${[...wanted]}`);
    say("front");
  },

  /** A card is shown large wherever it is drawn or named: by the mouse, a key, a long press; what lies lit is not listed. */
  async large() {
    const positions = async (options) => {
      const ada = await arrive({ reducedMotion: "reduce", ...options });
      await fixed(ada.page, () => readFileSync(`${folder}/race.binpb`));
      await ada.enter("Ada");
      await ada.play("race", {}, { seats: 4, bot: "random" });
      await ada.page.waitForSelector("main .opponents [data-shows]");
      return ada;
    };
    const shows = async (what, page, name) => {
      const shown = (await (await page.waitForSelector("#preview h3")).textContent()).trim();
      if (shown !== name) faults.push(`${what}: ${name} is shown as ${shown}`);
    };
    const gone = (page) => page.waitForSelector("#preview", { state: "detached" });
    const nameOf = async (card) => (await card.locator(".name").textContent()).trim();

    const { page } = await positions({ viewport: ROOM });
    const [strip, own] = [page.locator("main .opponents [data-shows]").first(), page.locator("main .tableau .card").first()];
    await strip.hover();
    await shows("under the mouse", page, await nameOf(strip));
    await page.mouse.move(5, 5);
    await gone(page);
    await own.focus();
    await page.keyboard.press("i");
    await shows("by a key", page, await nameOf(own));
    await page.keyboard.press("Escape");
    await gone(page);
    await own.click({ button: "right" });
    await shows("by the other button", page, await nameOf(own));
    await page.mouse.move(5, 5);
    await gone(page);
    const option = page.locator(".prompt .option").first();
    if (await option.isVisible()) faults.push("what is lit on the table is listed again");
    await page.keyboard.press("l");
    await option.hover();
    await page.waitForSelector("#preview h3");
    await page.mouse.move(5, 5);
    await gone(page);
    await page.keyboard.press("l");
    await option.waitFor({ state: "hidden" });

    const phone = await positions(PHONE);
    const touched = phone.page.locator("main .card.can").first();
    await touched.scrollIntoViewIfNeeded();
    const finger = (kind) =>
      touched.evaluate(
        (card, type) => {
          const { x, y } = card.getBoundingClientRect();
          const at = { pointerType: "touch", bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5 };
          card.dispatchEvent(new PointerEvent(type, at));
        },
        kind,
      );
    await finger("pointerdown");
    await shows("by a long press", phone.page, await nameOf(touched));
    for (const kind of ["pointerup", "click"]) await finger(kind);
    if ((await touched.getAttribute("aria-pressed")) === "true") faults.push("what is looked at is picked");
    say("large");
  },

  /** Technologies, which are drawn in signs, are told whole as soon as the mouse or a key comes to them, and in a few words at any size. */
  async signs() {
    const ada = await arrive({ viewport: ROOM, reducedMotion: "reduce" });
    const { page } = ada;
    await fixed(page, () => readFileSync(`${folder}/beyond_2.binpb`));
    await ada.enter("Ada");
    await ada.play("beyond", {}, { seats: 2, bot: "random" });
    const slots = page.locator("main .slot:not(.empty)");
    const tells = async (what, name) => {
      const shown = (await (await page.waitForSelector("#preview h3")).textContent()).trim();
      const waited = await page.evaluate(() => waits.splice(0).filter(Boolean));
      if (shown !== name) faults.push(`${what}: ${name} is told as ${shown}`);
      if (waited.some((milliseconds) => milliseconds > AT_ONCE)) faults.push(`${what}: ${name} is told after ${waited} ms`);
    };
    const [first, second] = [slots.nth(0), slots.nth(1)];
    await first.waitFor();
    await page.evaluate(() => {
      globalThis.waits = [];
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (act, milliseconds, ...rest) => (waits.push(milliseconds), setTimeout(act, milliseconds, ...rest));
    });
    const nameOf = async (slot) => (await slot.locator(".name b").textContent()).trim();
    await first.hover();
    await tells("under the mouse", await nameOf(first));
    await page.mouse.move(5, 5);
    await page.waitForSelector("#preview", { state: "detached" });
    await first.locator(".name").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await tells("by keys", await nameOf(first));
    for (const size of [{ width: 1280, height: 800 }, { width: 1280, height: 720 }, PHONE.viewport]) {
      await page.setViewportSize(size);
      if (!(await second.locator(".does").isVisible())) faults.push(`no words stand on a technology at ${size.width}x${size.height}`);
    }
    say("signs");
  },

  /** On a phone the first press on a space tells what it is, the second one chooses it; a quick one is no second. */
  async twice() {
    const ada = await arrive({ ...PHONE, reducedMotion: "reduce" });
    const { page } = ada;
    const sent = [];
    await fixed(page, () => readFileSync(`${folder}/beyond_4.binpb`));
    page.on("request", (request) => request.url().endsWith("PlayService/SubmitChoice") && sent.push(request));
    await ada.enter("Ada");
    await ada.play("beyond", {}, { seats: 4, bot: "random" });
    const piece = page.locator("main button.can[aria-pressed]").first();
    await piece.evaluate((button) => [0, 1].forEach((more) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 + more }))));
    await page.waitForSelector("main button.can[aria-pressed=true]");
    await page.waitForSelector(".prompt .what p.muted");
    if (sent.length) faults.push("a double press has chosen");
    await piece.evaluate((button) => button.click());
    await page.waitForFunction(() => document.querySelector(".prompt .error"));
    if (sent.length !== 1) faults.push(`the second press has sent ${sent.length} answers`);
    say("twice");
  },

  /** Roll for the Galaxy: what is built stands large beside its dice, opponents beside it; a reveal is seen, unless motion is unwanted. */
  async reveal() {
    let shown = "roll";
    const ada = await arrive({ viewport: ROOM, reducedMotion: "reduce" });
    await fixed(ada.page, () => readFileSync(`${folder}/${shown}.binpb`));
    await ada.enter("Ada");
    await ada.play("roll", {}, { seats: 4, bot: "random" });
    for (shown of ["roll", "roll_5"]) {
      await ada.page.reload();
      await ada.page.waitForFunction(() => document.querySelector("main .stack .card.normal")?.offsetWidth);
      const [tile, mine, others] = await Promise.all(
        ["main .stack .card.normal", "main .mine", "main .others"].map((each) =>
          ada.page.$eval(each, (found) => found.getBoundingClientRect().toJSON()),
        ),
      );
      // Beside four others there is less room.
      if (tile.width < (shown === "roll" ? 150 : 100)) faults.push(`${shown}: a tile that is built is ${tile.width} px wide`);
      if (others.left < mine.right || others.top > mine.top) faults.push(`${shown}: opponents are not beside`);
    }
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const ben = await arrive({ reducedMotion });
      await ben.page.addInitScript(() => {
        globalThis.revealed = globalThis.rolled = false;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, timing) {
          rolled ||= this.matches(".die") && frames.some(({ rotate }) => rotate);
          return animate.call(this, frames, timing);
        };
        new MutationObserver(() => (revealed ||= document.querySelector("main .revealing") !== null)).observe(document, {
          attributeFilter: ["class"],
          subtree: true,
        });
      });
      await ben.enter("Ben");
      await ben.play("roll", {}, { seats: 2, bot: "random" });
      if (reducedMotion === "reduce") await dictates(ben);
      const begun = () => ben.page.$$eval(".log li", (lines) => lines.some((line) => /phase begins/.test(line.textContent)));
      for (let answers = 0; !(await begun()) && answers < MOST_QUESTIONS; answers += 1)
        await ben.answerByClicks(await ben.until(({ asked }) => asked));
      await ben.page.waitForFunction(() => /phase begins/.test(document.querySelector(".log").textContent));
      for (const [what, seen] of Object.entries(await ben.page.evaluate(() => ({ revealed, rolled }))))
        if (seen === (reducedMotion === "reduce")) faults.push(`with motion "${reducedMotion}" dice are ${what}: ${seen}`);
    }
    say("revealed");
  },

  /** Beyond the Sun. */
  async boards() {
    const ada = await arrive();
    await ada.page.addInitScript(() => {
      globalThis.animated = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (keyframes, options) {
        animated.push(...keyframes.flatMap(({ offset, ...frame }) => Object.keys(frame)));
        return animate.call(this, keyframes, options);
      };
    });
    await ada.enter("Ada");
    await ada.play("beyond", { round_limit: "20" });
    await ada.page.waitForSelector(".location");
    await ada.audit("the boards of Beyond the Sun");
    say(`answers ${await ada.toTheEnd(ada.answerByClicks)}`);
    const animated = new Set(await ada.page.evaluate(() => animated));
    if (!animated.has("translate")) faults.push("nothing has flown");
    for (const property of animated)
      if (!MOVED.includes(property)) faults.push(`drawn anew for each frame: ${property}`);
  },

  /** The end: the winner in large type, points counted up unless motion is unwanted, a chart that leads back, a link. */
  async ending() {
    const visits = async (link) => {
      const { page } = await arrive();
      await page.goto(link);
      return page;
    };
    for (const locale of languages) {
      const reducedMotion = locale === "en" ? "no-preference" : "reduce";
      const ada = await arrive({ viewport: ROOM, locale, reducedMotion });
      const { page } = ada;
      await page.addInitScript(() => {
        globalThis.counts = [];
        new MutationObserver(() => {
          const sheet = document.querySelector("[data-counting]");
          if (sheet) counts.push([sheet.dataset.counting, [...sheet.querySelectorAll(".total")].map((each) => each.textContent)]);
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      });
      await ada.enter("Ada");
      await ada.play("jump", {}, { seats: 4, bot: "random" });
      await ada.toTheEnd(ada.answerByClicks);
      await page.waitForSelector("[data-rounds] .plot");
      await page.waitForSelector("[data-counting]", { state: "detached" });
      // Ratings and records come seconds later, to places that were kept for them: nothing that is read moves.
      const stood = () =>
        page.$$eval("[data-scores] > *", (parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top + scrollY)));
      if (!(await page.$("[data-records-awaited], [data-records]"))) faults.push("no place is kept for records");
      const before = await stood();
      await page.waitForSelector("[data-records]");
      const after = await stood();
      if (`${before}` !== `${after}`) faults.push(`what is read moves as records come: ${before}, then ${after}`);
      const { counts, sources, totals } = await page.evaluate(() => ({
        counts,
        sources: document.querySelectorAll("[data-scores] ol > li:first-child dt").length,
        totals: [...document.querySelectorAll("[data-scores] .total")].map((each) => Number(/-?\d+/.exec(each.textContent)[0])),
      }));
      // A machine that draws few frames leaves sources out; which come when is for the tests of the model.
      const counted = new Set(counts.map(([source]) => source));
      if (reducedMotion === "reduce" ? counted.size : !counted.size || counted.size > sources)
        faults.push(`with motion "${reducedMotion}" of ${sources} sources were counted: ${[...counted]}`);
      if (counts.some(([, shown]) => shown.some((points) => /\d/.test(points)))) faults.push("a sum stood there before all was counted");
      await page.reload();
      await page.waitForSelector("[data-rounds] .plot");
      if (await page.evaluate(() => counts.length)) faults.push("who comes back sees the points counted again");

      const [letters, others] = await page.$eval("[data-scores]", (end) => {
        const size = (each) => parseFloat(getComputedStyle(each).fontSize);
        return [size(end.querySelector("h2")), Math.max(...[...end.querySelectorAll("h3, p, b, button")].map(size))];
      });
      if (letters < 1.5 * others) faults.push(`the winner is told in ${letters} px beside ${others} px`);
      const [chart, room] = await page.$eval("[data-rounds]", (section) =>
        [section.querySelector(".plot"), section].map((each) => each.getBoundingClientRect().width),
      );
      if (chart < 0.9 * room) faults.push(`the chart is ${chart} px wide in ${room} px`);
      const legend = await page.$$eval("[data-rounds] li", (seats) => seats.length);
      if (legend !== totals.length) faults.push(`the legend has ${legend} players`);

      const plot = page.locator(".plot");
      const value = () => plot.getAttribute("aria-valuetext");
      await plot.focus();
      const last = await value();
      for (const total of totals) if (!last.includes(` ${total}`)) faults.push(`the chart ends without ${total}: ${last}`);
      await page.keyboard.press("Home");
      if ((await value()) === last) faults.push(`the chart does not go to its beginning: ${last}`);
      await page.keyboard.press("Enter");
      await page.waitForSelector("main .past");
      await page.waitForSelector("[data-scores]", { state: "hidden" });
      await page.click("main .past > button");
      await page.waitForSelector("main .past", { state: "detached" });
      await plot.waitFor();
      await page.waitForSelector("[data-records]");

      await page.click("[data-scores] button[aria-expanded=false]");
      await page.waitForFunction(() => document.querySelector("[data-share] img")?.naturalWidth === 1200);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const told = await Promise.all([crowded, tiny, severed].map((look) => page.evaluate(look)));
        faults.push(...told.flat().map((fault) => `the end in ${locale} at ${width}x${height}: ${fault}`));
      }
      await ada.audit(`the end in ${locale}`);
      const link = await page.inputValue("[data-share] input");
      const guest = await visits(link);
      await guest.waitForSelector("[data-rounds] .plot");
      if (await guest.$("#name, [data-rematch], main section.front")) faults.push("a visitor is taken for a player");
      if ((await guest.$$eval(".log li", (lines) => lines.length)) < SOME_ANSWERS) faults.push("a visitor sees no log");
      await guest.close();
    }
    say("shared");

    // What was private stays so.
    const bea = await arrive();
    await bea.enter("Bea");
    await bea.invites("jump", { seats: 2, secret: true });
    await bea.page.click('.seats li:nth-child(2) button:text-is("Add a bot")');
    await bea.page.click(START);
    await bea.until(({ asked }) => asked);
    await bea.resigns();
    await bea.page.waitForSelector("[data-rematch]");
    if (await bea.page.$("[data-scores] button[aria-expanded]")) faults.push("a private table is shared");
    const table = (await bea.page.evaluate(() => location.hash)).split("/").at(-1);
    const stranger = await visits(`${address}/replay/${table}`);
    await stranger.waitForSelector("#name");
    if (await stranger.$("meta[property^='og:']")) faults.push("a private table is told of");
    say("private");
  },

  /** Around a table of two: send away, bots, undo, takeback, pause, vacation, the past, languages, a guest who watches, the end. */
  async company() {
    const [ada, ben, eve] = [await arrive(), await arrive(), await arrive({ reducedMotion: "reduce" })];
    const open = (person) => person.page.click("header details:has(.panel button) summary");
    const menu = async (person, words) => {
      await open(person);
      // What is chosen closes the menu.
      await person.page.click(`header .panel button:text-is("${words}")`);
    };
    const sees = (person, what) => person.page.waitForSelector(what);
    const gone = (person, what) => person.page.waitForSelector(what, { state: "detached" });
    const asked = (person) => person.until(({ asked, question }) => asked && question);
    const answer = async (person) => person.answerByClicks(await asked(person));

    // Words that come late are waited for.
    await ada.page.route(/GetWords/, async (route) => {
      await new Promise((late) => setTimeout(late, LATE));
      // The page may be gone by then.
      await route.continue().catch(() => undefined);
    });
    await ada.page.addInitScript(() => {
      globalThis.unworded = [];
      new MutationObserver(() => {
        const asked = document.querySelector("#question")?.textContent.trim() ?? "";
        if (/^\w+(\.\w+)+$/.test(asked)) unworded.push(asked);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await ada.enter("Ada");
    // Whose clock gives a vacation.
    const link = await ada.invites("jump", { seats: 2, time: "slow", set: { delay: "5" } });
    const [seat, sent] = [".seats li:nth-child(2)", 'button:has-text("Send away")'];
    await ada.page.click(`${seat} button:text-is("Add a bot")`);
    await sees(ada, `${seat} .face`);
    const [bot, about] = await Promise.all(["b", "small"].map((part) => ada.page.innerText(`${seat} .who ${part}`)));
    if (!/^[A-Z][a-z]+ [A-Z][a-z]+$/.test(bot)) faults.push(`a bot is not called by a name: ${bot}`);
    if (!/^.+ bot: .+\. .+\.$/.test(about)) faults.push(`a bot's level and manner are not told: ${about}`);
    await ada.page.click(`${seat} ${sent}`);
    await sees(ada, `${seat} button:text-is("Add a bot")`);
    await eve.enter("Eve", link.slice(link.indexOf("#")));
    await eve.page.click(".seats button.primary");
    await ada.page.click(`${seat}:has-text("Eve") ${sent}`);
    await sees(eve, "main [role=status]:has-text('no seat here any more')");
    // As to somebody who is blocked.
    await eve.page.click(".seats button.primary");
    await sees(eve, "main [role=alert]:has-text('cannot take a seat')");
    await ben.comes("Ben", link);
    await ada.page.click(START);
    say("seated");

    await ada.page.waitForFunction(() => document.title.startsWith("●"));
    await sees(ada, "#question");
    faults.push(...(await ada.page.evaluate(() => unworded)).map((asked) => `asked before there were words: ${asked}`));
    const first = await asked(ada);
    await ada.answerByClicks(first);
    await ada.page.click(".prompt button:has(kbd:text-is('U')):not(:disabled)");
    await sees(ada, ".log li:has-text('took a choice back')");
    await ada.until(({ asked, prompt, question }) => asked && prompt === first.prompt && question === first.question);
    await answer(ada);
    await answer(ben);
    await open(ada);
    await sees(ada, 'header .panel :text("Rated: it counts for everybody")');
    await ada.page.click('header .panel button:text-is("Propose a takeback")');
    await sees(ada, 'dialog:has-text("This game will not be rated then.")');
    await ada.page.click("dialog button.danger");
    await sees(ben, '.takeback:has-text("This game will not be rated then.")');
    await ben.page.click(".takeback .primary");
    await sees(ada, ".log .withdrawn");
    await sees(ben, 'header :text-is("Not rated") >> visible=true');
    await open(ada);
    await sees(ada, 'header .panel :text("Not rated: choices were taken back")');
    await open(ada);
    say("taken back");

    const agrees = ".prompt .pause button.primary";
    for (const [words, paused] of [
      ["Ask for a pause", true],
      ["Go on", false],
    ]) {
      await menu(ada, words);
      // The wish is a question to the other, and can be taken back.
      await sees(ben, agrees);
      await ada.page.click('.prompt .pause button:text-is("Withdraw")');
      await gone(ben, agrees);
      await menu(ada, words);
      await ben.page.click(agrees);
      for (const person of [ada, ben])
        await person.page.waitForFunction(
          (told) => (document.querySelector(".state").textContent === "Paused") === told,
          paused,
        );
      const standing = await ada.page.textContent("#question");
      if (paused && standing.trim() !== "Paused") faults.push(`while it is paused the question says: ${standing}`);
    }
    await menu(ben, "Vacation");
    await menu(ben, "Back from vacation");
    say("paused");

    await sees(eve, "main section.panel");
    const told = await eve.page.textContent("#question");
    if (!/You watch.*5 choices behind/s.test(told)) faults.push(`who watches is told: ${told}`);
    if (await eve.page.$(".log .withdrawn")) faults.push("who watches late has seen what has just happened");
    const secret = await eve.page.$("main section.front");
    if (secret) faults.push("who watches sees a hand");
    say("watched");

    // Who owes how many answers is for the game to say.
    let answers = 0;
    while (answers < SOME_ANSWERS || !(await ada.standing()).asked) {
      for (const person of answers < SOME_ANSWERS ? [ada, ben] : [ben]) {
        const now = await person.standing();
        if (!now.asked) continue;
        await person.answerByClicks(now);
        answers += 1;
      }
      await ada.page.waitForTimeout(ada.pause);
    }
    const moment = () => ada.page.textContent("main .past");
    await ada.page.click("button[aria-label='To the start']");
    await sees(ada, "main .past");
    const beginning = await moment();
    await ada.page.keyboard.press("]");
    await ada.page.waitForFunction((told) => document.querySelector("main .past")?.textContent !== told, beginning);
    const second = await moment();
    await ada.page.click("button[aria-label='Play it all']");
    await ada.page.waitForFunction((told) => document.querySelector("main .past")?.textContent !== told, second);
    await ada.page.click("button[aria-label='Stop']");
    await ada.page.click("button[aria-label='Back to now']");
    await gone(ada, "main .past");
    await ada.page.selectOption("select[aria-label='Round']", { index: 1 });
    await sees(ada, "main .past");
    await ada.page.click("button[aria-label='Back to now']");
    say("looked back");

    const settings = "header details:has(select)";
    await ada.page.click(`${settings} summary`);
    for (const [language, letters] of [
      ["ja", /[\u3040-\u30ff]/u],
      ["en", /^[ -~]+$/],
    ]) {
      await ada.page.selectOption(`${settings} select >> nth=0`, language);
      await ada.page.waitForFunction(
        ([wanted, said]) =>
          new RegExp(wanted, "u").test(document.querySelector("#question").textContent.trim()) &&
          document.documentElement.lang === said,
        [letters.source, language],
      );
    }
    const grounds = [];
    for (const theme of ["dark", "light", "system"]) {
      await ada.page.check(`${settings} input[value=${theme}]`);
      for (const colorScheme of ["light", "dark"]) {
        await ada.page.emulateMedia({ colorScheme });
        const ground = await ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        grounds.push(ground === "rgb(7, 10, 20)" ? "dark" : "light");
      }
    }
    if (`${grounds}` !== "dark,dark,light,light,light,dark") faults.push(`the page's ground: ${grounds}`);
    await ada.page.check(`${settings} input[value=dark]`);
    await ada.page.keyboard.press("Escape");
    say("in both languages");

    await ada.resigns();
    await Promise.all([ada, ben].map((person) => sees(person, "[data-scores]")));
    // Who resigned may play again, too.
    for (const person of [ben, ada]) await person.playsAgain();
    if (ada.page.url() !== ben.page.url()) faults.push("both play again, each at another table");
    say("played again");
  },

  /** Who is not at the table is called to it: by the title, a sound, and the system where they look elsewhere. */
  async called() {
    const [ada, ben] = [await arrive(), await arrive()];
    await ada.page.addInitScript(() => {
      globalThis.calls = { notes: 0, told: [], badge: 0 };
      Object.assign(navigator, {
        setAppBadge: async (count) => void (calls.badge = count),
        clearAppBadge: async () => void (calls.badge = 0),
      });
      globalThis.away = false;
      Object.defineProperty(document, "hidden", { get: () => away });
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...at) {
        calls.notes += 1;
        return start.apply(this, at);
      };
      globalThis.Notification = class {
        static permission = "default";
        static async requestPermission() {
          return (this.permission = "granted");
        }
        constructor(title, { body, tag }) {
          calls.told.push({ title, body, tag, note: this });
        }
        close() {}
      };
    });
    const calls = () =>
      ada.page.evaluate(() => ({ notes: calls.notes, told: calls.told.map(({ title, tag }) => [title, tag]) }));
    await ben.enter("Ben");
    const link = await ben.invites("jump", { seats: 2 });
    await ada.comes("Ada", link);
    await ada.page.click("header details:has(select) summary");
    await ada.page.check("header .switches label:last-of-type input");
    await ada.page.keyboard.press("Escape");

    const offer = (title) => `section:has(${GAME_FILTER}) li:has-text("${title}")`;
    const other = { jump: "Jump Drive", roll: "Roll for the Galaxy" };
    const cyd = await arrive();
    await cyd.enter("Cyd");
    for (const game of Object.keys(other)) await cyd.invites(game, { seats: 2 });
    await ada.go("#/", GAME_FILTER);
    for (const title of Object.values(other)) await ada.page.waitForSelector(offer(title));
    await ada.page.selectOption(GAME_FILTER, "roll");
    await ada.page.waitForSelector(offer(other.jump), { state: "detached" });
    await ada.page.waitForSelector(offer(other.roll));
    await ada.page.selectOption(GAME_FILTER, "");
    await ada.page.waitForSelector(offer(other.jump));
    say("filtered");

    await ben.page.click(START);
    await ada.page.waitForFunction(() => document.title.startsWith("●"));
    await ada.page.waitForFunction(() => calls.notes > 0);
    await ada.page.waitForFunction(() => calls.badge === 1);
    const first = await calls();
    if (first.told.length) faults.push("who looks at the page is told by the system as well");
    const table = (await ada.page.getAttribute("a.go.primary", "href")).split("/").at(-1);
    await ada.page.click("a.go.primary");
    await ada.endsTheTurn();
    const heard = (await calls()).notes;
    if (heard !== first.notes) faults.push("who is at the table is called to it");
    await ada.page.waitForFunction(() => calls.badge === 0);
    await ada.go("#/", GAME_FILTER);
    await ada.page.evaluate(() => (globalThis.away = true));
    await ben.endsTheTurn();
    await ada.page.waitForFunction(() => calls.told.length > 0);
    const { notes, told } = await calls();
    if (notes <= heard) faults.push("who looks elsewhere hears nothing");
    if (told[0]?.[1] !== table || !told[0][0].includes("turn")) faults.push(`the system tells: ${told}`);
    await ada.page.evaluate(() => calls.told[0].note.onclick());
    await ada.page.waitForFunction((id) => location.hash.endsWith(id), table);
    await ada.until(({ asked }) => asked);
    say("called");
  },

  /** Who is left alone at a table may end it, and wins. */
  async abandoned() {
    const [ada, ben, cyd] = [await arrive(), await arrive(), await arrive()];
    await ada.enter("Ada");
    const link = await ada.invites("jump", { seats: 3 });
    await ben.comes("Ben", link);
    await cyd.comes("Cyd", link);
    await ada.page.click(START);
    const claim = 'header button:text-is("End the game")';
    for (const person of [ben, cyd]) {
      await person.until(({ asked }) => asked);
      if (await ada.page.$(claim)) faults.push("a game is ended that others play");
      await person.resigns();
      await ada.page.waitForSelector(`.log li:has-text("resign")`);
    }
    await ada.page.click(claim);
    await ada.page.waitForSelector("[data-scores]");
    const verdict = await ada.page.textContent("[data-scores] h2");
    if (!/you/i.test(verdict)) faults.push(`who is left has not won: ${verdict}`);
    say("ended");
  },

  /** Roll for the Galaxy: a die is dragged to another phase. */
  async dice() {
    const ada = await arrive();
    const { page } = ada;
    await ada.enter("Ada");
    await ada.play("roll");
    for (let answers = 0; answers < MOST_QUESTIONS; answers += 1) {
      const now = await ada.until(({ asked }) => asked);
      const die = await page.$("main .die.can");
      if (die) {
        await die.scrollIntoViewIfNeeded();
        const from = await die.boundingBox();
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
        const goal = await page.$("main .goal");
        if (!(await page.$(".dragged"))) faults.push("the die does not follow the pointer");
        if (goal) {
          const to = await goal.boundingBox();
          await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
          await page.mouse.up();
          await ada.until(({ prompt, marked }) => prompt !== now.prompt || marked > now.marked);
          if (await page.$(".dragged")) faults.push("the die still hangs on the pointer");
          return say("dragged");
        }
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.up();
        await ada.until(({ asked }) => asked);
        if ((await ada.standing()).prompt !== now.prompt) continue;
        if ((await ada.standing()).marked) await page.keyboard.press("Backspace");
      }
      await ada.answerByClicks(await ada.until(({ asked }) => asked));
    }
    faults.push("no die could be dragged to a phase");
  },

  /** Two people at one table: invitation, waiting room, talk, and a game to its end. */
  async people() {
    const [ada, ben] = [await arrive(), await arrive()];
    // Whom the server does not know any more does not keep others out.
    await ada.page.goto(address);
    await ada.page.evaluate(() => localStorage.setItem("galaxytables.guest", '{"text": "nobody", "player": "gone"}'));
    await ada.enter("Ada");
    const link = await ada.invites("jump");
    await ada.audit("the waiting room");
    await ben.comes("Ben", link);
    await ada.page.fill(".chat input", "Welcome!");
    await ada.page.keyboard.press("Enter");
    await ben.page.waitForSelector(".chat [role=log] li:has-text('Welcome!')");
    await ben.page.fill(".chat input", "Glad to be here");
    await ada.page.click(START);
    await Promise.all([ada, ben].map((person) => person.until(({ asked }) => asked)));
    const heard = ".pane > [role=status]";
    if ((await ben.page.textContent(heard)).trim()) faults.push("what was said before is heard as news");
    await ben.page.click("[role=tab] >> nth=1");
    await ben.page.waitForSelector(".pane [role=log] li:has-text('Welcome!')");
    if ((await ben.page.inputValue(".pane input")) !== "Glad to be here") faults.push("what was typed before is lost");
    await ben.page.fill(".pane input", "Good luck!");
    await ben.page.keyboard.press("Enter");
    // It is seen where the chat is not open, counted, and goes by itself.
    await ada.page.waitForSelector(`${heard}:has-text("Good luck!")`);
    await ada.page.waitForSelector("[role=tab]:has-text('(1)')");
    await ada.audit("somebody is heard");
    await ada.page.waitForFunction((heard) => !document.querySelector(heard).textContent.trim(), heard);
    await ada.page.click("[role=tab] >> nth=1");
    await ada.page.waitForSelector("text=Good luck!");
    if (/\(/.test(await ada.page.textContent("[role=tab] >> nth=1"))) faults.push("what is read is counted");
    if ((await ben.page.textContent(heard)).trim()) faults.push("what one said is heard as news");
    const answers = await Promise.all([ada, ben].map((person) => person.toTheEnd(person.answerByClicks)));
    say(`answers ${answers.join(" ")}`);
  },
});

/** Play a scene; gives whether all was as it should be. */
async function played({ scene, words, folder }) {
  const [faults, people] = [[], []];
  const arrive = async (options) => {
    const person = await Person.arrive(browser, address, faults, { pictures: PICTURES.includes(scene), ...options });
    people.push(person);
    return person;
  };
  try {
    await scenesFor({ arrive, faults, folder, words, languages: languagesOf(words) })[scene]();
    if (faults.length) throw new Error(faults.join("\n"));
    // Who comes next meets nobody.
    await Promise.all(browser.contexts().map((context) => context.close()));
    say("played");
    return true;
  } catch (error) {
    for (const [index, { page }] of people.entries())
      await page.screenshot({ path: `${folder}/${scene}-${index}.png` }).catch(() => undefined);
    say(`failed: ${error.stack ?? error}\n${faults.join("\n")}`);
    return false;
  }
}

try {
  for await (const line of createInterface({ input: process.stdin }))
    if (!(await played(JSON.parse(line)))) {
      process.exitCode = 1;
      break;
    }
} finally {
  await browser.close();
  // Whoever might tell more scenes is not waited for.
  process.stdin.destroy();
}
