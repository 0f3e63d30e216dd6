// Who waits for others by one press, and what becomes of the wait. Scenes for `play.mjs`.
import { illegible, untranslated } from "./legible.mjs";
import { say, SECONDS } from "./person.mjs";

const SECOND = 1_000;
const WAITING = "section.waiting";
const CARD = (game) => `.game:has(a[href="#/new/${game}"])`;
const NOW = (game) => `${CARD(game)} [data-now]`;

/** The scenes, with what `play.mjs` plays them with. */
export const playnow = ({ arrive, faults, phone, names }) => {
  /** Press *Play now*, in the lobby. */
  const presses = async ({ page }, game) => {
    await page.waitForSelector(`${NOW(game)}:not(:disabled)`);
    await page.click(NOW(game));
    // Somebody else may wait already: then the table is there at once.
    const waits = (strip) => document.querySelector(strip) || location.hash.startsWith("#/table/");
    await page.waitForFunction(waits, `${WAITING} .time`);
  };
  const seatedAt = async ({ page }) => {
    await page.waitForFunction(() => location.hash.startsWith("#/table/"));
    return page.evaluate(() => location.hash);
  };
  const alone = ({ page }) => page.waitForSelector(WAITING, { state: "detached" });

  return {
    /** Two who never met find each other by one press each, and answer their first questions at a rated table. */
    async playnow() {
      const [ada, bob] = [await arrive(), await arrive()];
      await ada.enter("Ada");
      await bob.enter("Bob");
      // However long the rest takes, no bot comes.
      await ada.page.click(`${CARD("jump")} summary`);
      await ada.page.selectOption(`${CARD("jump")} select`, "");
      await presses(ada, "jump");
      await ada.page.waitForSelector(`${WAITING} .facts:has-text("only you so far")`);
      await ada.page.waitForSelector(`${CARD("jump")} small:has-text("You are looking, nobody else yet")`);
      await bob.page.waitForSelector(`${CARD("jump")} small:has-text("1 person is looking")`);
      // People of scenes before may still be online.
      const online = () => Number(document.querySelector(".hello")?.textContent.match(/(\d+) people online/)?.[1]) > 1;
      for (const { page } of [ada, bob]) await page.waitForFunction(online);

      // Loaded anew, and in another tab, it is the same ticket.
      await ada.page.reload();
      await ada.page.waitForSelector(`${WAITING} .facts:has-text("only you so far")`);
      const other = await ada.page.context().newPage();
      await other.goto(`${ada.address}#/ratings`);
      await other.waitForSelector(`${WAITING} .facts:has-text("only you so far")`);
      say("kept");

      await presses(bob, "jump");
      const [one, two] = await Promise.all([ada, bob].map(seatedAt));
      if (one !== two) faults.push(`two who would play the same sit at ${one} and ${two}`);
      await other.waitForFunction((hash) => location.hash === hash, one);
      await Promise.all([ada, bob].map((person) => person.until(({ asked }) => asked)));
      await alone(ada);
      if (await ada.page.evaluate(() => localStorage.getItem("galaxytables.ticket")))
        faults.push("a ticket is kept that has its table");
      for (const person of [ada, bob]) await person.answerByClicks(await person.until(({ asked }) => asked));
      await ada.go("#/", "#mine li");
      if ((await ada.page.$$("#mine > ul > li")).length !== 1) faults.push("one press has led to more than one seat");
      say("found each other");
    },

    /** Nobody comes: bots by a press, or by themselves; and whoever thinks better of it. */
    async alone() {
      const ada = await arrive();
      await ada.enter("Ada");
      await presses(ada, "jump");
      await ada.page.waitForSelector(`${WAITING} .facts:has-text("bots in")`);
      await ada.page.click(`${WAITING} button:text-is("Cancel")`);
      await alone(ada);
      await ada.page.reload();
      await ada.page.waitForSelector(`${NOW("jump")}:not(:disabled)`);
      if (await ada.page.$(WAITING)) faults.push("who has cancelled waits again");
      say("cancelled");

      await presses(ada, "jump");
      await ada.page.click(`${WAITING} button:text-is("Play bots now")`);
      const played = await seatedAt(ada);
      await ada.until(({ asked }) => asked);
      say("played bots at once");

      await ada.go("#/seek", "[data-game=jump]");
      await ada.page.check("[data-game=jump] [type=checkbox]");
      await ada.page.click("[data-game=jump] button:text-is('3')");
      await ada.page.selectOption(".terms select >> nth=3", "10");
      await ada.page.click("form .go button.primary");
      await ada.page.waitForSelector(`${WAITING} .facts:has-text("bots in")`);
      await ada.page.waitForFunction((before) => location.hash.startsWith("#/table/") && location.hash !== before, played);
      await ada.until(({ asked }) => asked);
      say("bots came");

      await ada.go("#/seek", "[data-game=jump] [type=checkbox]:checked");
      await ada.page.selectOption(".terms select >> nth=0", "slow");
      await ada.page.click("form .go button.primary");
      await ada.page.waitForSelector("#tickets li:has-text('Jump Drive for 2, 3')");
      await ada.page.reload();
      await ada.page.click("#tickets button");
      await ada.page.waitForSelector("#tickets", { state: "detached" });
      say("cancelled what waits for days");
    },

    /** What somebody waits for, over days or now, another one sees in the lobby and answers by one press. */
    async seeks() {
      const [ada, bob] = [await arrive(), await arrive()];
      const seeks = "#seeks li";
      await ada.enter("Ada");
      await ada.go("#/seek", "[data-game=jump]");
      await ada.page.check("[data-game=jump] [type=checkbox]");
      await ada.page.selectOption(".terms select >> nth=0", "slow");
      await ada.page.click("form .go button.primary");
      await ada.page.waitForSelector("#tickets li:has-text('Jump Drive for 2')");
      await ada.go("#/", "#tickets li:has-text('Jump Drive for 2')");
      await bob.enter("Bob");
      await bob.page.waitForSelector(`${seeks}:has-text("Jump Drive for 2"):has-text("Ada")`);
      await bob.audit("the lobby where somebody waits");
      await bob.page.click(`${seeks}:has-text("Jump Drive") button`);
      await Promise.all([ada, bob].map(({ page }) => page.waitForSelector("#mine li:has-text('Jump Drive')")));
      await ada.page.waitForSelector("#tickets", { state: "detached" });
      say("answered over days");

      await ada.page.click(`${CARD("roll")} summary`);
      await ada.page.selectOption(`${CARD("roll")} select`, "");
      await presses(ada, "roll");
      await bob.page.waitForSelector(`${seeks}:has-text("Roll for the Galaxy for 2, 3, 4")`);
      // What one waits for oneself is nobody else's, also where it was waited for before the page came.
      await ada.page.reload();
      await ada.page.waitForSelector(`${CARD("roll")} small:has-text("You are looking, nobody else yet")`);
      if (await ada.page.$(seeks)) faults.push("who waits is shown to themselves as somebody else");
      await bob.page.click(`${seeks}:has-text("Roll for the Galaxy") button`);
      const [one, two] = await Promise.all([ada, bob].map(seatedAt));
      if (one !== two) faults.push(`who answers sits at ${two}, and not at ${one}`);
      say("answered now");
    },

    /** A guest who has never played, and waits at a table, is found by name and challenged to the game that they wait for. */
    async challenged() {
      const [ada, bob] = [await arrive(), await arrive()];
      await bob.enter("Bobrow");
      await bob.play("jump", {}, { seats: 2, bot: "random" });
      await ada.enter("Adamantia");
      await ada.invites("roll");
      await bob.go("#/", "a[href='#/people']");
      await bob.page.click("a[href='#/people']");
      await bob.page.waitForSelector("#online li:has-text('Adamantia') a.button");
      await bob.audit("whom one can challenge");
      await bob.page.fill("#search input", "aDaman");
      await bob.page.click("#search li:has-text('Adamantia') a.button");
      say("found");

      await bob.page.waitForSelector("h1:has-text('Challenge Adamantia')");
      await bob.page.waitForSelector("#challenge .chosen[data-game=roll]");
      await bob.audit("a challenge to one player");
      await bob.page.click("#challenge button.primary");
      await bob.page.waitForSelector("[data-challenged]:has-text('Adamantia')");
      await bob.audit("a table to which somebody was challenged");
      say("challenged");

      await ada.page.waitForSelector(".notices .challenge:has-text('Bobrow')");
      await ada.page.click(".notices button.primary");
      await bob.page.waitForSelector(".seats a.name:has-text('Adamantia')");
      await bob.page.click(".go [data-start]:not(:disabled)");
      await bob.until(({ asked }) => asked);
      if (await ada.page.$(".notices .challenge")) faults.push("a challenge outlives its game");
      say("accepted");

      await ada.go("#/people", "#online li:has-text('Bobrow')");
      await ada.page.check(".hide input");
      await bob.go("#/people", "#online");
      await bob.page.waitForSelector("#online .muted, #online li");
      if (await bob.page.$("#online li:has-text('Adamantia')")) faults.push("who hides is seen online");
      await bob.page.fill("#search input", "aDaman");
      await bob.page.waitForSelector("#search [role=status]");
      say("hidden");
    },

    /** What belongs to people, on a small phone in each language: nothing keeps anybody out, is cut off or too small. */
    async panels() {
      const looks = async (language) => {
        const [aoi, ben] = [await arrive({ ...phone, locale: language, reducedMotion: "reduce" }), await arrive()];
        const look = async (what) => {
          await aoi.audit(`${what} in ${language}`);
          const told = await aoi.page.evaluate(illegible);
          if (language === "ja") told.push(...(await aoi.page.evaluate(untranslated, [])));
          faults.push(...told.map((fault) => `${what} in ${language}: ${fault}`));
        };
        await aoi.enter(names[language]);
        await ben.enter("Ben Wolfeschlegelsteinhausenbergerdorff");
        // Each waits alone, for as long as that takes.
        const game = language === "en" ? "beyond" : "roll";
        await aoi.page.waitForSelector(`${NOW(game)}:not(:disabled)`);
        await aoi.page.click(`${CARD(game)} summary`);
        await aoi.page.selectOption(`${CARD(game)} select`, "");
        await aoi.page.click(NOW(game));
        await aoi.page.waitForSelector(`${WAITING} .facts span`);
        await look("the lobby of somebody who waits");
        await aoi.page.click(`${WAITING} button`);
        await alone(aoi);

        await aoi.go("#/seek", "[data-game=jump]");
        for (const box of await aoi.page.$$("[data-game] [type=checkbox]")) await box.check();
        for (const button of await aoi.page.$$("[data-game] [aria-pressed=false]")) await button.click();
        await aoi.page.selectOption(".terms select >> nth=0", "slow");
        await aoi.page.waitForSelector("form .press .reason");
        await look("what one would play, and too much of it");
        for (const button of await aoi.page.$$("[data-game]:not([data-game=jump]) [aria-pressed=true]")) await button.click();
        await aoi.page.click("form .go button.primary");
        await aoi.page.waitForSelector("#tickets li");
        await look("what one waits for over days");

        const link = await ben.invites("jump");
        await aoi.go(link.slice(link.indexOf("#")), ".seats button.primary");
        await aoi.page.click(".seats button.primary");
        await aoi.page.click(".seats a.name >> nth=0");
        await aoi.page.waitForSelector("#relation [data-challenge]");
        await look("somebody else");
        await aoi.page.click("#relation button >> nth=0");
        await aoi.page.click("#relation summary");
        await aoi.page.fill("#relation input", "W".repeat(300));
        await aoi.page.click("#relation form button >> nth=0");
        await aoi.go("#/people", "#online li");
        await aoi.page.fill("#search input", "zzz");
        await aoi.page.click("#search button");
        await aoi.page.waitForSelector("#search [role=status]");
        await look("people whom one follows");
        const table = link.slice(link.indexOf("/table/") + "/table/".length);
        await aoi.go(`#/report/${table}`, "form textarea");
        await look("a report");
        await aoi.page.check("form [type=radio] >> nth=0");
        await aoi.page.fill("textarea", "W".repeat(1000));
        await aoi.page.click("form button");
        await aoi.page.waitForSelector("main [role=status]");
        await look("a report that was sent");
        await aoi.go("#/decisions", "main li");
        await look("decisions and reports");
        await aoi.go("#/conduct", "main h2");
        await look("the code of conduct");
      };
      await Promise.all(["en", "ja"].map(looks));
      say("looked at");
    },
  };
};
