// Who signs in where that cannot be: too late, and beside a table at which both players sit.
//
// `node returns_late.mjs <address> <folder for pictures of what went wrong> <issuer>`. Says what it waits for in lines, and
// reads a line for each: the rest of the world is the test's.
import { playing } from "./asking.mjs";
import { Person, say } from "./person.mjs";

const [, , address, folder, issuer] = process.argv;
const DONE = "[data-outcome=done]";
const FAILED = "[data-outcome=failed]";
/** Longer than a sign-in may take. */
const LATER = 601_000;

const arrives = (browser, faults) =>
  Person.arrive(browser, address, faults, { pictures: false, elsewhere: [issuer], acceptDownloads: true });

async function goesOn(page) {
  await page.waitForURL(/interaction/);
  await page.goto(`${page.url()}?as=ada`);
}

/** Sign in by the settings of the page. */
async function signsIn(page) {
  await page.click("header details:has(select) summary");
  await page.click('header details:has(select) .panel > button:text-is("Sign in")');
  await page.click("[data-provider=one]");
}

async function play({ browser, faults, asks }) {
  const [ada, guest] = [await arrives(browser, faults), await arrives(browser, faults)];
  await ada.enter("Ada");
  await signsIn(ada.page);
  await ada.page.waitForURL(/interaction/);
  await ada.page.clock.setSystemTime(Date.now() + LATER);
  await goesOn(ada.page);
  const late = await (await ada.page.waitForSelector(FAILED)).textContent();
  if (!late.includes("too old")) faults.push(`is told of a late sign-in: ${late}`);
  await ada.page.click(`${FAILED} button:not(.quiet)`);
  await ada.page.click("[data-provider=one]");
  // The provider knows her by now, and asks nothing more.
  await ada.page.waitForSelector(DONE);
  say("signed in at the second try");

  await ada.go("#/account", "main .panel h2");
  await asks("ten minutes later");
  const takes = ada.page.locator('button:text-is("Download")');
  await takes.click();
  const refused = await (await ada.page.waitForSelector("main .error[role=alert]")).textContent();
  if (!refused.includes("Sign in again first")) faults.push(`is told of a sign-in that is not recent: ${refused}`);
  await ada.audit("a sign-in that is not recent");
  await ada.page.click("main .error button");
  await ada.page.click("dialog [data-provider=one]");
  await ada.page.waitForSelector(DONE);
  const [download] = await Promise.all([ada.page.waitForEvent("download"), takes.click()]);
  if (download.suggestedFilename() !== "galaxytables.json") faults.push(`downloads ${download.suggestedFilename()}`);
  say("took the data once it was sure");

  const place = await asks("table");
  for (const [person, name] of [[ada, ""], [guest, "Visitor"]]) {
    if (name) await person.enter(name, place);
    await person.go(place, ".seats button.primary");
    await person.page.click(".seats button.primary");
    await person.page.click(".go button.primary");
    await person.page.waitForSelector(".go button:not(.primary, .quiet)");
  }
  await asks("begun");
  await signsIn(guest.page);
  await goesOn(guest.page);
  const twice = await (await guest.page.waitForSelector(FAILED)).textContent();
  if (!twice.includes("at one table twice")) faults.push(`is told of two seats: ${twice}`);
  await guest.page.waitForSelector('header .me:has-text("Visitor")');
  await guest.page.waitForSelector(".prompt");
  await guest.audit("two seats at one table");
  say("told of two seats, and plays on");

  await guest.go("#/account", "main .panel h2");
  await guest.page.click('button:text-is("Erase everything")');
  await guest.page.click("dialog button.danger");
  await guest.page.waitForSelector(`${DONE}:has-text("has been erased")`);
  await guest.page.reload();
  await guest.page.waitForSelector("#name");
  if (await guest.page.$(DONE)) faults.push("is told twice of having been erased");
  say("erased");
}

await playing("late", folder, play);
