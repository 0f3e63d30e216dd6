// The whole way of two strangers: they find each other, play rated, one reports the other, moderators act, and an appeal is heard.
//
// `node walk.mjs <address> <console> <folder> <provider> <moderator> <another moderator>`. Says what it has done in lines; ends with
// 1, and says why, where something is not as it should be. Where `APPROVE` is set, it takes the pictures of docs/pictures/people.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, Person, say, SECONDS } from "./person.mjs";
import { asWebp } from "./pictures.mjs";

const [, , address, desk, folder, issuer, ...moderators] = process.argv;
const APPROVED = fileURLToPath(new URL("../../docs/pictures/people", import.meta.url));
const ROOM = { width: 1280, height: 800 };
const TALL = { width: 1280, height: 900 };
const NOW = '.game:has(a[href="#/new/jump"]) [data-now]';
const [MORE, OPPONENT] = ["summary", "select"].map((kind) => `.game:has(a[href="#/new/jump"]) ${kind}`);
const WAITING = "section.waiting";
const [INSULT, REPORT, WARNED, MUTED, ANSWER, APPEAL, GRANTED] = [
  "You play like a fool.",
  "He insulted me in the first round.",
  "Insults are not welcome here.",
  "You insulted another player.",
  "Thank you. We have acted.",
  "I am sorry, and will not do it again.",
  "Because you said sorry, you can write again.",
];
const faults = [];
const browser = await launch();
const blank = await (await browser.newContext()).newPage();
const people = [];

async function arrive(host, options = {}) {
  const person = await Person.arrive(browser, host, faults, { viewport: ROOM, reducedMotion: "reduce", ...options });
  people.push(person);
  return person;
}

/** Take a picture for the documentation, as the screen is. */
async function shot(person, name) {
  if (!process.env.APPROVE) return;
  await person.painted();
  await person.rest();
  const taken = await person.page.screenshot({ animations: "disabled" });
  writeFileSync(`${APPROVED}/${name}.webp`, await asWebp(blank, taken));
}

/** Each presses once, and both sit at one rated table. */
async function findEachOther(ada, bob) {
  for (const person of [ada, bob]) await person.page.waitForSelector(`${NOW}:not(:disabled)`);
  // However long the rest takes, no bot comes.
  await ada.page.click(MORE);
  await ada.page.selectOption(OPPONENT, "");
  await ada.page.click(NOW);
  await ada.page.waitForSelector(`${WAITING} .facts:has-text("only you so far")`);
  await ada.audit("the lobby of somebody who waits");
  await bob.page.waitForSelector('.game:has(a[href="#/new/jump"]) small:has-text("1 person is looking")');
  await bob.page.waitForSelector("#seeks li:has-text('Jump Drive for 2, 3, 4')");
  await bob.page.setViewportSize(TALL);
  await shot(bob, "lobby-en");
  await shot(ada, "pairing-en");
  await bob.page.click(NOW);
  await Promise.all([ada, bob].map(({ page }) => page.waitForFunction(() => location.hash.startsWith("#/table/"))));
  const [table, other] = [ada, bob].map(({ page }) => new URL(page.url()).hash);
  if (table !== other) faults.push(`they sit at ${table} and ${other}`);
  await Promise.all([ada, bob].map((person) => person.until(({ asked }) => asked)));
  say("found each other");
  return table;
}

/** Bob insults Ada, and they play to the end, which counts. */
async function play(ada, bob) {
  await bob.page.click("[role=tab] >> nth=1");
  await bob.page.fill(".pane input", INSULT);
  await bob.page.keyboard.press("Enter");
  await bob.page.waitForSelector(`.pane [role=log] li:not([aria-busy]):has-text("${INSULT}")`);
  const answers = await Promise.all([ada, bob].map((person) => person.toTheEnd(person.answerByClicks)));
  if (answers.some((count) => count < 3)) faults.push(`the game ends after ${answers} answers`);
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector("[data-scores]")));
  say("played");
}

/** What was played is on the own page, with a rating. */
async function isRated(ada) {
  await ada.ownGames();
  await ada.page.waitForSelector(".played:has-text('Bob')");
  // Ratings come some seconds later.
  const rating = ".rating:has-text('Jump Drive') .value";
  for (const end = Date.now() + SECONDS; !(await ada.page.$(rating)) && Date.now() < end; ) {
    await ada.page.waitForTimeout(1_000);
    await ada.page.reload();
    await ada.page.waitForSelector(".played");
  }
  await ada.page.waitForSelector(rating);
  await ada.audit("the page of somebody who has played");
  await shot(ada, "profile-en");
  say("rated");
}

/** Ada looks for others who would play the same, and somebody who looks at the lobby answers by one press. */
async function seekOthers(ada, table) {
  await ada.go(table, "[data-scores]");
  await ada.page.click("[data-seek-others]");
  await ada.page.waitForSelector(`${WAITING} .time`);
  const cyd = await arrive(address);
  await cyd.enter("Cyd");
  await cyd.page.click("#seeks li:has-text('Jump Drive for 2') button");
  const elsewhere = (before) => location.hash.startsWith("#/table/") && location.hash !== before;
  await Promise.all([ada, cyd].map(({ page }) => page.waitForFunction(elsewhere, table)));
  const [one, other] = [ada, cyd].map(({ page }) => new URL(page.url()).hash);
  if (one !== other) faults.push(`who looked for others sits at ${one}, and who answered at ${other}`);
  say("looked for others");
}

/** Ada reports Bob, from the chat of their table. */
async function report(ada, table) {
  await ada.go(table, "[data-scores]");
  await ada.page.click("[role=tab] >> nth=1");
  await ada.page.click("a[href^='#/report/']");
  await ada.page.waitForSelector("form select option:has-text('Bob')", { state: "attached" });
  if (await ada.page.$("form :checked:not(option)")) faults.push("what somebody is reported for is chosen already");
  await ada.page.waitForSelector("form:has(button.primary:disabled) .reason:text-is('Choose what for')");
  await ada.page.check("form label:has-text('Insults') input");
  await ada.page.fill("form textarea", REPORT);
  await ada.page.click("form button.primary");
  await ada.page.waitForSelector("main [role=status]");
  say("reported");
}

/** A moderator comes in at the console, by the provider. */
async function signIn(who) {
  const moderator = await arrive(desk, { elsewhere: [issuer] });
  const { page } = moderator;
  await page.goto(desk);
  await page.click("button:text-is('Sign in at Staff')");
  await page.waitForURL(/interaction/);
  await page.goto(`${page.url()}?as=${who}`);
  await page.waitForSelector("h1:has-text('Overview')");
  return moderator;
}

/** Do an act of the console, and say why; with what else its form asks for. Gives what is said against it, or nothing. */
async function act({ page }, label, reason, answer) {
  await page.click(`main button:text-is("${label}")`);
  const dialog = page.locator("dialog[open]");
  if (answer) await dialog.locator("textarea").first().fill(answer);
  await dialog.locator("label:has-text('Reason') textarea").fill(reason);
  await dialog.locator(".end button.primary").click();
  const refused = dialog.locator("[role=alert]");
  await refused.or(page.locator("body:not(:has(dialog[open]))")).waitFor();
  return (await refused.count()) ? refused.textContent() : "";
}

async function does(moderator, ...words) {
  const refused = await act(moderator, ...words);
  if (refused) throw new Error(`${words[0]}: ${refused}`);
}

/** The first moderator looks at the report, warns and mutes, and answers. */
async function moderate(moderator) {
  const { page } = moderator;
  await page.click("nav a:has-text('Reports')");
  await page.click("main tbody tr:has-text('Bob') a");
  await page.waitForSelector(`blockquote:has-text("${REPORT}")`);
  await page.waitForSelector(`h2:has-text("Evidence") ~ * li:has-text("${INSULT}")`);
  await does(moderator, "Claim", "the next one");
  await page.waitForSelector("main button:text-is('Decide')");
  await shot(moderator, "console-en");
  await does(moderator, "Warn", WARNED);
  await does(moderator, "Mute", MUTED);
  for (const words of [WARNED, MUTED]) await page.waitForSelector(`section:has-text("Decided before") li:has-text("${words}")`);
  await does(moderator, "Decide", "seen in the chat", ANSWER);
  await page.waitForSelector("h1 small:has-text('decided')");
  say("decided");
}

/** Write a line in a waiting room until what is expected is there: an act is in force at every process a little later. */
async function writesUntil(page, line, expected) {
  for (const end = Date.now() + SECONDS; !(await page.$(expected)) && Date.now() < end; ) {
    await page.fill(".chat input", line);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
  }
  await page.waitForSelector(expected);
}

/** Bob would play again and cannot write; he learns what was decided, and why, and appeals against the mute. */
async function appeal(bob, table) {
  const { page } = bob;
  await bob.go(table, "[data-scores]");
  await bob.playsAgain();
  const again = new URL(page.url()).hash;
  await writesUntil(page, "Hello?", ".chat [role=alert]");
  await page.click(".chat a[href='#/decisions']");
  for (const [kind, reason] of [
    ["A warning", WARNED],
    ["You cannot write messages", MUTED],
  ])
    await page.waitForSelector(`main li:has-text("${kind}"):has-text("${reason}")`);
  if ((await page.textContent("main")).includes("Ada")) faults.push("who was reported learns who did it");
  await bob.audit("what was decided");
  const mute = `main li:has-text("${MUTED}")`;
  await page.click(`${mute} button:text-is("Appeal")`);
  await page.fill(`${mute} textarea`, APPEAL);
  await page.click(`${mute} form button`);
  await page.waitForSelector(`${mute}:has-text("Your appeal waits.")`);
  say("appealed");
  return again;
}

/** Ada reads the answer to her report. */
async function isAnswered(ada) {
  await ada.go("#/decisions", `main li:has-text("Bob"):has-text("${ANSWER}")`);
  say("answered");
}

/** Whoever decided does not hear the appeal; another moderator does, and grants it. */
async function hear(first, second) {
  for (const { page } of [first, second]) {
    await page.click("nav a:has-text('Reports')");
    await page.selectOption("form.filters label:has-text('Kind') select", { label: "Appeal" });
    await page.click("main tbody tr:has-text('Appeal') a");
    await page.waitForSelector(`blockquote:has-text("${APPEAL}")`);
    await page.waitForSelector(`main:has-text("${MUTED}")`);
  }
  const refused = await act(first, "Claim", "it is about mine");
  if (!refused) faults.push("a moderator hears the appeal against their own act");
  await does(second, "Claim", "the next one");
  await second.page.waitForSelector("main button:text-is('Grant')");
  await second.audit("an appeal at the console");
  await shot(second, "appeal-console-en");
  await does(second, "Grant", "a first offence", GRANTED);
  await second.page.waitForSelector("h1 small:has-text('decided')");
  say("heard");
}

/** Bob is told that there is an answer, reads it, and can write again where he could not. */
async function isHeard(bob, again) {
  const { page } = bob;
  await bob.go("#/", "p[role=status] a[href='#/decisions']");
  await page.click("p[role=status] a[href='#/decisions']");
  await page.waitForSelector(`main li:has-text("${MUTED}"):has-text("taken back"):has-text("${GRANTED}")`);
  await shot(bob, "appeal-en");
  await bob.go(again, ".chat input");
  await writesUntil(page, "I am sorry.", ".chat [role=log] li:not([aria-busy]):has-text('I am sorry.')");
  say("wrote again");
}

try {
  const [ada, bob] = [await arrive(address), await arrive(address)];
  await ada.enter("Ada");
  await bob.enter("Bob");
  const table = await findEachOther(ada, bob);
  await play(ada, bob);
  await isRated(ada);
  await seekOthers(ada, table);
  await report(ada, table);
  const first = await signIn(moderators[0]);
  await bob.go(table, "[data-scores]");
  await moderate(first);
  // Told where he is.
  await bob.page.waitForSelector("[role=status] a[href='#/decisions']");
  const again = await appeal(bob, table);
  await isAnswered(ada);
  await hear(first, await signIn(moderators[1]));
  await isHeard(bob, again);
} catch (error) {
  faults.push(String(error.stack ?? error));
  for (const [index, { page }] of people.entries())
    await page.screenshot({ path: `${folder}/walk-${index}.png` }).catch(() => undefined);
}
await browser.close();
for (const fault of faults) say(fault);
process.exit(faults.length ? 1 : 0);
