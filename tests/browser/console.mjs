// An operator's day at the console.
//
// `node console.mjs <address> <folder> <provider, or empty for a secret> <who, or the secret> <table> <reported>`. Says what it
// has done in lines; ends with 1, and says why, where something is not as it should be.
import { launch, Person, say } from "./person.mjs";

const [, , address, folder, issuer, who, table, reported] = process.argv;
const faults = [];
const browser = await launch();
const elsewhere = issuer ? [issuer] : [];
const person = await Person.arrive(browser, address, faults, { elsewhere, viewport: { width: 1440, height: 900 } });
const { page } = person;

/** Go to a page of the console by its navigation. */
async function opens(name) {
  await page.click(`nav a:has-text("${name}")`);
  await page.waitForSelector(`h1:has-text("${name}")`);
}

/** Do an act: press its button, fill in what it asks, say why. */
async function acts(label, fill = async () => {}) {
  await page.click(`main button:text-is("${label}")`);
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  await person.audit(`the dialog "${label}"`);
  await fill(dialog);
  await dialog.locator("label:has-text('Reason') textarea").fill("seen in the chat");
  await dialog.locator(".end button.primary").click();
  await dialog.waitFor({ state: "detached" });
}

async function shot(name) {
  for (const theme of ["dark", "light"]) {
    await person.shows(theme);
    await person.rest();
    await page.screenshot({ path: `${folder}/console-${name}-${theme}.png` });
  }
}

try {
  await page.goto(address);
  if (issuer) {
    await page.waitForSelector("button:text-is('Sign in at Staff')");
    await person.audit("the door");
    await page.click("button:text-is('Sign in at Staff')");
    await page.waitForURL(/interaction/);
    await page.goto(`${page.url()}?as=${who}`);
  } else {
    await page.fill("input[type=password]", who);
    await person.audit("the door");
    await page.click("form button");
  }
  await page.waitForSelector("h1:has-text('Overview')");
  if (new URL(page.url()).search) faults.push(`the code stays in the address: ${page.url()}`);
  const cookies = await page.evaluate(() => document.cookie);
  if (cookies) faults.push(`a script reads cookies: ${cookies}`);
  await page.waitForSelector("table tbody tr");
  await person.audit("overview");
  await shot("overview");
  say("signed in");

  await page.keyboard.press("2");
  await page.waitForSelector("main tbody a");
  await person.audit("reports");
  await shot("reports");
  await page.click("main tbody a");
  await page.waitForSelector("h2:has-text('Evidence')");
  await acts("Claim");
  await page.waitForSelector("main button:text-is('Decide')");
  await person.audit("a report");
  await shot("report");
  await acts("Mute");
  await acts("Show hidden parts");
  await page.waitForSelector("p.mark");
  await acts("Decide", (dialog) => dialog.locator("textarea").first().fill("Thank you. We have acted."));
  await page.waitForSelector("h1 small:has-text('decided')");
  say("decided");

  await opens("Tables");
  await page.keyboard.press("/");
  await page.keyboard.type("friday");
  await page.keyboard.press("Enter");
  await page.click("main tbody a:has-text('Friday night')");
  await page.waitForSelector(`h1 small:has-text("${table}")`);
  await acts("Look as a seat", (dialog) => dialog.locator("select").selectOption("0"));
  await page.waitForSelector("section.looked .mark");
  await page.waitForSelector("section.looked .prompt");
  await person.audit("a table");
  await page.locator("section.looked").scrollIntoViewIfNeeded();
  await shot("table");
  say("looked");

  await opens("Players");
  await page.fill("input[type=search]", reported);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`main tbody a:has-text("${reported}")`);
  await person.audit("players");
  await page.click(`main tbody a:has-text("${reported}")`);
  await page.waitForSelector("h2:has-text('Sanctions')");
  await page.waitForSelector("th:has-text('Mute')");
  await person.audit("a player");
  await shot("player");
  await opens("Announcements");
  await acts("Announce", async (dialog) => {
    await dialog.locator("textarea[lang=en]").fill("The server restarts at 8.");
    await dialog.locator("textarea[lang=ja]").fill("8時に再起動します。");
  });
  await page.waitForSelector("th:has-text('The server restarts at 8.')");
  await person.audit("announcements");
  say("announced");
  for (const name of ["Sanctions", "Switches", "Dead letters"]) {
    await opens(name);
    await page.waitForSelector("main table, main [role=status]");
    await person.audit(name);
  }
  await opens("Acts");
  await page.waitForSelector("main tbody tr");
  await person.audit("acts");
  await shot("acts");
  const log = await page.textContent("main tbody");
  for (const act of ["sign_in", "claim_report", "mute", "read_evidence", "decide_report", "view_table", "announce"])
    if (!log.includes(act)) faults.push(`the log has no ${act}: ${log}`);
  say("logged");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.selectOption(".self select >> nth=0", "ja");
  await page.waitForSelector("h1:has-text('操作記録')");
  for (const path of ["/", "/reports", "/tables", `/tables/${table}`, "/players", "/sanctions", "/announcements", "/switches", "/dead-letters", "/acts"]) {
    await page.evaluate((path) => (location.hash = path), path);
    await page.waitForSelector("h1");
    await page.waitForLoadState("networkidle");
    await person.audit(`${path} in Japanese on a phone`);
  }
  say("in Japanese");

  await page.click("button:text-is('サインアウト')");
  await page.waitForSelector(issuer ? "button.primary" : "input[type=password]");
  await page.reload();
  await page.waitForSelector(issuer ? "button.primary" : "input[type=password]");
  say("left");
} catch (error) {
  faults.push(String(error.stack ?? error));
  await page.screenshot({ path: `${folder}/console-fault.png`, fullPage: true });
}
await browser.close();
for (const fault of faults) say(fault);
say(faults.length ? "faults" : "played");
process.exit(faults.length ? 1 : 0);
