// An operator's day at the console.
//
// `node console.mjs <address> <folder> <provider, or empty for a secret> <who, or the secret> <table> <player> <walk>`. Says what
// it has done in lines; ends with 1, and says why, where something is not as it should be.
import { launch, Person, say } from "./person.mjs";

const [, , address, folder, issuer, who, table, player, walk] = process.argv;
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
async function acts(label, fill = async () => {}, where = "main") {
  await page.click(`${where} button:text-is("${label}")`);
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

async function signsIn() {
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
}

/** Decides a report, looks at a table, announces something, and reads it all in the log; then everything in Japanese on a phone. */
async function moderates() {
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
  const boards = async () => {
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    return names.flatMap((name) => name.match(/(Beyond|Generic|Jump|Race|Roll)-[^/]*js$/)?.[1] ?? []);
  };
  const early = await boards();
  if (early.length) faults.push(`boards are loaded before one is shown: ${early}`);
  await acts("Look as a seat", (dialog) => dialog.locator("select").selectOption("0"));
  await page.waitForSelector("section.looked .mark");
  await page.waitForSelector("section.looked .prompt");
  // The board is the page's, from the side of the seat: its hand lies open.
  await page.waitForSelector('section.looked .board [data-points="0"]');
  await page.waitForSelector('section.looked .board [data-points="1"]');
  await page.waitForSelector("section.looked .board .card");
  const shown = await boards();
  if (`${shown}` !== "Jump") faults.push(`boards that are loaded for a table of Jump Drive: ${shown}`);
  await person.audit("a table");
  await page.locator("section.looked").scrollIntoViewIfNeeded();
  await shot("table");
  say("looked");

  await opens("Players");
  await page.fill("input[type=search]", player);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`main tbody a:has-text("${player}")`);
  await person.audit("players");
  await page.click(`main tbody a:has-text("${player}")`);
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
}

/** Does whatever only operators may, and takes back what can be taken back. */
async function operates() {
  await acts("Drain jump");
  await acts("Open jump again");
  await page.waitForSelector('main button:text-is("Drain jump")');
  await opens("Switches");
  await acts("Switch off: Chat");
  await acts("Switch on: Chat");
  await page.waitForSelector('main button:text-is("Switch off: Chat")');
  const [limit, other] = ["LIMIT_MESSAGES", "LIMIT_REPORTS"].map((name) => `main tr:has-text("${name}")`);
  const numbers = (dialog) => dialog.locator("input[type=number]");
  const fills = (values) => async (dialog) => {
    for (const [at, value] of values.entries()) await numbers(dialog).nth(at).fill(value);
  };
  const asked = async (where) => {
    await page.click(`${where} button:text-is("Change")`);
    const inputs = numbers(page.locator("dialog[open]"));
    const values = await inputs.evaluateAll((inputs) => inputs.map(({ value }) => value));
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    return values.filter(Boolean);
  };
  await acts("Change", fills(["5", "60"]), limit);
  await page.waitForSelector(`${limit}:has-text("5")`);
  const [own, others] = [await asked(limit), await asked(other)];
  if (`${own}` !== "5,60") faults.push(`the form does not hold what is in force: ${own}`);
  if (others.length) faults.push(`the form of another limit holds ${others}`);
  await acts("Change", fills(["", ""]), limit);
  await page.waitForSelector(`${limit}:has-text("as the settings say")`);
  say("switched");

  const goes = (path, seen) => page.goto(`${address}/#${path}`).then(() => page.waitForSelector(seen));
  await goes(`/tables/${table}`, "h2:has-text('Clocks'), main button:text-is('Extend clocks')");
  await acts("Extend clocks");
  await acts("Unstick");
  await acts("Remove a player", (dialog) => dialog.locator("select").selectOption({ label: player }));
  await page.waitForSelector('main button:text-is("Extend clocks")', { state: "detached" });
  await opens("Tables");
  await page.click("main tbody a:has-text('Saturday')");
  await acts("Close the table");
  await page.waitForSelector('main button:text-is("Close the table")', { state: "detached" });
  say("closed");

  await opens("Sanctions");
  await acts("Ban an address", (dialog) => dialog.locator("input").first().fill("192.0.2.7"));
  await acts("Take back", undefined, "main tr:has-text('192.0.2.7')");
  await page.waitForSelector("main tr:has-text('192.0.2.7')", { state: "detached" });
  await opens("Players");
  await page.fill("input[type=search]", player);
  await page.keyboard.press("Enter");
  await page.click(`main tbody a:has-text("${player}")`);
  await acts("Ban");
  await acts("Take back", undefined, "main tr:has-text('Ban')");
  await acts("End all devices");
  const [download] = await Promise.all([page.waitForEvent("download"), acts("Export")]);
  if (!download.suggestedFilename().endsWith(".json")) faults.push(`saved as ${download.suggestedFilename()}`);
  const id = download.suggestedFilename().replace(".json", "");
  await acts("Erase", (dialog) => dialog.locator("input").fill(id));
  await page.waitForSelector("[role=status]:has-text('Erased')");
  say("erased");

  await opens("Acts");
  await page.waitForSelector("main tbody tr");
  const log = await page.textContent("main tbody");
  for (const act of ["drain_game", "switch_feature", "set_limit", "extend_clocks", "unstick_table", "remove_player", "close_table", "export_player", "erase_player"])
    if (!log.includes(act)) faults.push(`the log has no ${act}: ${log}`);
  say("logged");
}

/** Signs out, and stays out. */
async function leaves(language) {
  await page.click(`button:text-is('${{ en: "Sign out", ja: "サインアウト" }[language]}')`);
  await page.waitForSelector(issuer ? "button.primary" : "input[type=password]");
  await page.reload();
  await page.waitForSelector(issuer ? "button.primary" : "input[type=password]");
  say("left");
}

try {
  await signsIn();
  await { moderates, operates }[walk]();
  await leaves(await page.evaluate(() => document.documentElement.lang));
} catch (error) {
  faults.push(String(error.stack ?? error));
  await page.screenshot({ path: `${folder}/console-fault.png`, fullPage: true });
}
await browser.close();
for (const fault of faults) say(fault);
say(faults.length ? "faults" : "played");
process.exit(faults.length ? 1 : 0);
