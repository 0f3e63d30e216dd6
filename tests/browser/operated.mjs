// What operators announce and switch off while people look: at every size, in both languages, in every tab.
//
// `node operated.mjs <address> <folder for pictures of what went wrong>`. Says what it waits for in lines, and reads a line for
// each: the operator is the test's.
import { playing } from "./asking.mjs";
import { illegible, untranslated } from "./legible.mjs";
import { Person, say } from "./person.mjs";

const [, , address, folder] = process.argv;
const NAMES = { en: "W".repeat(40), ja: "鑫".repeat(40) };
const BANNER = ".announcements .announcement";
const OFF = "[data-off]";
const NOW = '.game:has(a[href="#/new/jump"]) [data-now]';
/** A phone, 200 % of a desk, a large screen. */
const SIZES = [
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { viewport: { width: 2560, height: 1440 } },
];

async function play({ browser, faults, asks }) {
  const arrive = (options = {}) =>
    Person.arrive(browser, address, faults, { pictures: false, reducedMotion: "reduce", ...options });
  const looks = async (person, language, what) => {
    await person.audit(`${what} in ${language}`);
    const told = await person.page.evaluate(illegible);
    if (language === "ja") told.push(...(await person.page.evaluate(untranslated, [])));
    // A long name is shortened in the header: its whole is the title there.
    const own = told.filter((fault) => !fault.includes(NAMES[language]));
    faults.push(...own.map((fault) => `${what} in ${language}: ${fault}`));
  };
  const everybody = [];
  for (const language of ["en", "ja"])
    for (const size of SIZES) {
      const person = await arrive({ ...size, locale: language });
      await person.enter(NAMES[language]);
      everybody.push({ person, language, what: `${size.viewport.width} px` });
    }
  const [{ person: ada }] = everybody;
  const tab = await ada.page.context().newPage();
  await tab.goto(`${address}#/ratings`);
  // A browser that keeps nothing for a page.
  const bare = await arrive();
  await bare.page.addInitScript(() =>
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("nothing is kept", "SecurityError");
      },
    }),
  );
  await bare.enter("Bare");

  const texts = await asks("an announcement");
  for (const { person, language, what } of everybody) {
    await person.page.waitForSelector(BANNER);
    const told = await person.page.textContent(`${BANNER} span`);
    if (told !== texts[language]) faults.push(`announced in ${language} at ${what}: ${told}`);
    await looks(person, language, `an announcement at ${what}`);
  }
  say("announced");

  await tab.waitForSelector(BANNER);
  await ada.page.click(`${BANNER} button`);
  for (const page of [ada.page, tab]) {
    await page.waitForSelector(BANNER, { state: "detached" });
    await page.reload();
    await page.waitForSelector("header .me");
  }
  await bare.page.click(`${BANNER} button`);
  await bare.page.waitForSelector(BANNER, { state: "detached" });
  await bare.page.evaluate(() => (location.hash = "#/ratings"));
  await bare.page.waitForSelector("main h1:has-text('Ratings')");
  const { en } = await asks("another one");
  for (const page of [ada.page, tab, bare.page]) {
    await page.waitForSelector(`${BANNER}:has-text("${en}")`);
    if ((await page.$$(BANNER)).length !== 1) faults.push("what was dismissed comes back");
  }
  say("dismissed");

  const host = await arrive();
  await host.enter("Host");
  const link = await host.invites("jump");
  await asks("all switched off");
  for (const { person, language, what } of everybody) {
    await person.page.waitForSelector(`${NOW}:disabled`);
    await person.page.waitForSelector(`.game ${OFF}`);
    await looks(person, language, `a lobby that is switched off at ${what}`);
  }
  const { page } = host;
  for (const field of [".chat p.closed", `.chat ${OFF}`, `form:has([list=challenge-names]) ${OFF}`])
    await page.waitForSelector(field);
  await host.audit("a waiting room where much is switched off");
  await host.go("#/seek", "[data-game=jump]");
  await page.check("[data-game=jump] [type=checkbox]");
  await page.waitForSelector("form button.primary:disabled");
  await page.waitForSelector("form .reason:has-text('New tables cannot be opened right now.')");
  await host.go("#/new/jump", "form > button.primary:disabled");
  await asks("all switched on");
  await page.waitForSelector("form > button.primary:not(:disabled)");
  await host.go(link.slice(link.indexOf("#")), ".chat input");
  if (await page.$(OFF)) faults.push(`still off: ${await page.textContent(OFF)}`);
  say("switched");
}

await playing("operated", folder, play);
