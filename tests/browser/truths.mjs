// What holds on every page: links, what is kept and typed, what is shown of others, lessons. Scenes for `play.mjs`.
import { say } from "./person.mjs";

/** Addresses within the page that lead nowhere: every route with what may be wrong with its name. */
const ODD = [
  "#/table/50%",
  "#/table/",
  "#/table/%E0%A4%A",
  "#/table/none",
  "#/table/bcdfghjkmnpqrstv",
  "#/table/a/b",
  "#/new/none",
  "#/new/",
  "#/new/50%",
  "#/learn/none",
  "#/learn/50%",
  "#/differences/none",
  "#/rules/none",
  "#/player/",
  "#/player/50%",
  "#/ratings/50%",
  "#/none",
];
const NAMES = { en: ["Ann", "Bob"], ja: ["あん", "ぼぶ"] };
const SETTINGS = "header details:has(select)";
const MENU = "header details:has(.panel button)";
const START = ".go [data-start]:not(:disabled)";
/** What is in play for whoever may watch it. */
const WATCHED = "#in-play li";
/** Storage that keeps nothing, each in its way. */
const STORAGES = {
  throwing: () =>
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("nothing is kept", "SecurityError");
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
};
/** That nobody answers, nor will for longer than calls are patient: `RetryInfo` says a hundred seconds. */
const AWAY = JSON.stringify({
  code: "unavailable",
  details: [{ type: "google.rpc.RetryInfo", value: "CgIIZA" }],
});
/** Counts the notes that a page plays. */
const counted = () => {
  globalThis.notes = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...at) {
    notes += 1;
    return start.apply(this, at);
  };
};
const codeOf = (link) => link.slice(link.lastIndexOf("/") + 1);
const hashOf = (link) => link.slice(link.indexOf("#"));

/** The scenes, with what `play.mjs` plays them with. */
export const truths = ({ arrive, faults, languages }) => {
  const sees = (person, what) => person.page.waitForSelector(what);
  const gone = (person, what) =>
    person.page.waitForSelector(what, { state: "detached" });
  const hash = (person, to) =>
    person.page.evaluate((wanted) => (location.hash = wanted), to);

  /** A menu closes by Escape, by a click elsewhere, and by what is chosen in it. */
  async function closes(person, menu) {
    const { page } = person;
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(4, 500),
    ]) {
      await page.click(`${menu} summary`);
      await sees(person, `${menu}[open]`);
      await close();
      await person.page.waitForSelector(`${menu}:not([open])`);
    }
  }

  /** Open a table that is joined by its code; gives the link. */
  const invitesInPrivate = (person) => person.invites("jump", { secret: true });

  /** Have somebody's page call the server as a program would. */
  const calls = (person, method, request) =>
    person.page.evaluate(
      async ([path, body]) => {
        const { text } = JSON.parse(localStorage.getItem("galaxytables.guest"));
        const headers = {
          "content-type": "application/json",
          authorization: `Bearer ${text}`,
        };
        const answer = await fetch(path, { method: "POST", headers, body });
        if (!answer.ok) throw new Error(await answer.text());
      },
      [
        `/galaxytables.lobby.v1.TableService/${method}`,
        JSON.stringify(request),
      ],
    );

  return {
    /** Odd links, a browser that keeps nothing and copies nothing, invitations in any writing, menus. */
    async links() {
      for (const locale of languages) {
        const [first, second] = NAMES[locale];
        const bob = await arrive({ locale });
        await bob.page.addInitScript(() =>
          Object.defineProperty(navigator, "clipboard", {
            get: () => undefined,
          }),
        );
        await bob.enter(second);
        const link = await invitesInPrivate(bob);
        await bob.page.click("section:has(#link) button");
        await bob.page.waitForFunction(
          ({ value }) =>
            document.activeElement?.value === value &&
            getSelection().toString() === value,
          { value: link },
        );
        // By hand in one language, from another page in the other: some, since all are treated alike.
        for (const odd of locale === "en" ? ODD : ODD.slice(0, 4)) {
          // What an address leads to is the same in all languages, whether it is come by from elsewhere or from another page.
          if (locale === "en") await bob.page.goto("about:blank");
          await bob.go(odd, "main.nothing h1");
          await bob.page.click("main.nothing a");
          await sees(bob, "#invitation");
        }
        await closes(bob, SETTINGS);
        for (const meant of [false, true]) {
          await bob.page.click(`${SETTINGS} summary`);
          await bob.page.click(`${SETTINGS} .forget`);
          await sees(bob, "dialog[open]");
          if (!meant) await bob.page.keyboard.press("Escape");
          else await bob.page.click("dialog button.danger");
          await gone(bob, "dialog");
          if (meant) await sees(bob, "#name");
          else await sees(bob, "header .me");
        }
        for (const [storage, breaks] of Object.entries(STORAGES)) {
          const ann = await arrive({ locale });
          await ann.page.addInitScript(breaks);
          await ann.enter(first);
          await sees(ann, ".forgetful");
          for (const odd of storage === "throwing" && locale === "ja"
            ? ODD
            : ODD.slice(0, 2)) {
            await hash(ann, odd);
            await sees(ann, "main.nothing");
          }
          const code = codeOf(link);
          for (const typed of [
            link,
            code.toLowerCase(),
            `${code.slice(0, 5)}-${code.slice(5)}`,
            ` ${code.slice(0, 3)} ${code.slice(3)} `,
          ]) {
            await hash(ann, "#/");
            await ann.page.fill("#invitation", typed);
            await ann.page.keyboard.press("Enter");
            await sees(ann, "#link");
          }
          // Everything else works for the visit.
          for (const [to, seen] of [
            ["#/new/jump", "form > button.primary"],
            ["#/player/me", "main h1"],
            ["#/ratings", "main h1"],
          ]) {
            await hash(ann, to);
            await sees(ann, seen);
          }
          await ann.page.click(`${SETTINGS} summary`);
          await ann.page.check(`${SETTINGS} input[value=light]`);
          await ann.page.keyboard.press("Escape");
          if (storage === "throwing" && locale === "en") {
            await ann.play("jump", {}, { seats: 2, bot: "random" });
            await closes(ann, MENU);
          }
          if (storage === "full")
            await ann.audit(`a page that keeps nothing, in ${locale}`);
        }
        say(`found the way in ${locale}`);
      }
    },

    /** Of others one is shown what is true now: what is in play, terms, rematches, resignations, closed tables; one tab calls. */
    async present() {
      const [ada, ben, eve] = [
        await arrive(),
        await arrive(),
        await arrive({ locale: "ja" }),
      ];
      await ada.enter("Ada");
      const link = await ada.invites("jump", {
        seats: 2,
        time: "live_quick",
      });
      if (
        !/20 seconds a choice.*3 minutes/s.test(
          await ada.page.textContent(".time"),
        )
      )
        faults.push("no time is told");
      await ben.comes("Ben", link);
      await calls(ada, "EditTable", {
        tableId: codeOf(link),
        timeControl: { perMove: "5s" },
      });
      const changed = await (await sees(ben, "[data-changed]")).textContent();
      if (!/20 seconds.*→ 5 seconds/s.test(changed))
        faults.push(`what was changed is told as: ${changed}`);
      await ben.audit("what the host has changed");
      await calls(ada, "EditTable", { tableId: codeOf(link), timeControl: {} });
      await ben.page.waitForFunction(() =>
        /→ No clock/.test(
          document.querySelector("[data-changed]")?.textContent,
        ),
      );
      await ben.page.click(".go button.primary");
      await gone(ben, "[data-changed]");
      await ada.page.click(START);
      await Promise.all(
        [ada, ben].map((person) => person.until(({ asked }) => asked)),
      );
      // Who comes now sees it in play.
      await eve.enter("Eve");
      await eve.page.click(`${WATCHED} a.go[href='${hashOf(link)}']`);
      await sees(eve, "#question");
      say("in play");

      await ada.page.click(`${MENU} summary`);
      await ada.page.click('header .panel button:text-is("Resign")');
      await ada.page.click('dialog button:text-is("Resign")');
      for (const person of [ada, ben, eve]) {
        await sees(person, "[data-scores]");
        await person.page.waitForFunction(() =>
          /Ada/.test(
            document.querySelector("[data-scores] h2 + p")?.textContent,
          ),
        );
      }
      // Who has resigned has a seat still: a hand, and an analysis where there is any.
      await sees(ada, "main section.front");
      await ben.page.click("[data-rematch]");
      await sees(ben, "#link");
      const again = await ben.page.evaluate(() => location.hash);
      for (const person of [ada, eve]) {
        const to = await (await sees(person, ".again a")).getAttribute("href");
        if (to !== again)
          faults.push(`they play again at ${again}, and are sent to ${to}`);
      }
      await ada.audit("that they play again");
      await ada.page.click(".again a");
      await sees(ada, "#link");
      await eve.page.click(".again a");
      await sees(eve, "#link");
      await ben.page.click(".go button.quiet");
      await ada.page.click(".go button.quiet");
      await eve.page.waitForSelector("main.alone [role=status]");
      say("played again, and closed");

      // By a code to a private table: who looks at it is not called to it, and of two tabs elsewhere one calls.
      const code = hashOf(await invitesInPrivate(ben));
      await ada.page.addInitScript(counted);
      await ada.page.goto(ada.address);
      await ada.go(code, ".seats button.primary");
      await ada.page.reload();
      await ada.page.click(".seats button.primary");
      await ada.page.click(".go button.primary");
      await sees(ada, ".go button:not(.primary, .quiet)");
      const other = await ada.page.context().newPage();
      await other.addInitScript(counted);
      await other.goto(ada.address);
      await other.waitForSelector("#invitation");
      await ada.page.bringToFront();
      await ben.page.click(START);
      await ada.until(({ asked }) => asked);
      await other.waitForFunction(() => document.title.startsWith("●"));
      const notes = async () => {
        // Whoever was to call has done so by now.
        for (const page of [ada.page, other])
          await page.evaluate(() =>
            navigator.locks.request("galaxytables.calling", () => {}),
          );
        return [
          await ada.page.evaluate(() => notes),
          await other.evaluate(() => notes),
        ];
      };
      if ((await ada.page.$("header .turn")) !== null)
        faults.push("who looks at the table is told that it waits");
      const looking = await notes();
      if (looking.some(Boolean))
        faults.push(`who looks at a table is called to it: ${looking}`);
      await hash(ada, "#/");
      await sees(ada, "#invitation");
      say("called to no table that is looked at");
      // They answer, go elsewhere, and the other one's answer begins the next turn.
      await hash(ada, code);
      await ada.endsTheTurn();
      await hash(ada, "#/");
      await sees(ada, "#invitation");
      await ben.endsTheTurn();
      for (const page of [ada.page, other])
        await page.waitForFunction(() => document.title.startsWith("●"));
      const called = await notes();
      if (called.filter(Boolean).length !== 1)
        faults.push(`one turn is called in several tabs: ${called}`);
      await other.close();
      say("called once");
    },

    /** Nothing is lost that was typed: a name that is taken, lines that are refused, an answer while nobody answers. */
    async typed() {
      const [dan, twin] = [await arrive(), await arrive()];
      await dan.enter("Dan");
      const link = await dan.invites("jump", { seats: 2 });
      await twin.enter("dan", hashOf(link));
      await twin.page.click(".seats button.primary");
      await sees(twin, "main [role=alert]");
      await twin.audit("a name that is taken");
      await twin.page.fill("main form input", "Dana");
      await twin.page.click("main form button");
      await sees(twin, '.seats li:has-text("Dana")');
      await twin.page.reload();
      await sees(twin, '.seats li:has-text("Dana")');
      await sees(twin, 'header .me:text-is("Dana")');
      await twin.go("#/player/me", "details.name");
      await twin.page.click("details.name summary");
      await twin.page.fill("details.name input", "Daria");
      await twin.page.click("details.name button");
      await sees(twin, 'header .me:text-is("Daria")');
      await twin.page.reload();
      await sees(twin, 'main h1:text-is("Daria")');
      say("called otherwise");

      await twin.go(hashOf(link), ".go button.primary");
      await twin.page.click(".go button.primary");
      await dan.page.click(START);
      const question = await dan.until(({ asked }) => asked);
      await dan.page.click("[role=tab] >> nth=1");
      const field = dan.page.locator(".pane input");
      const lines = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six, which has to wait",
      ];
      for (const line of lines) {
        await field.fill(line);
        await dan.page.keyboard.press("Enter");
      }
      await dan.page.waitForSelector('.log li[aria-busy=true]:has-text("six")');
      if ((await dan.standing()).sending)
        faults.push("a line on its way blocks the answer");
      await dan.answerByClicks(await dan.standing());
      // What shows nothing is refused, and stands in the field again.
      await field.fill("\u2800");
      await dan.page.keyboard.press("Enter");
      await dan.page.waitForSelector(".pane [role=alert]");
      if ((await field.inputValue()) !== "\u2800")
        faults.push("what was refused is lost");
      await field.fill("");
      for (const line of lines)
        await sees(dan, `.log li:not([aria-busy]):has-text("${line}")`);
      if (question.prompt === "") faults.push("nothing was asked");
      say("said all");

      // Nobody answers: it says so, and the answer arrives once somebody does.
      const now = await twin.until(({ asked }) => asked);
      let refused = 0;
      await twin.page.route(/SubmitChoice/, (route) => {
        refused += 1;
        return route.fulfill({
          status: 503,
          contentType: "application/json",
          body: AWAY,
        });
      });
      await twin.markByKeys(now);
      await twin.page.keyboard.press("Enter");
      await sees(twin, ".live.lost");
      const kept = await twin.page.textContent(".prompt .go");
      if (!/when the connection is back/.test(kept))
        faults.push(`an answer that waits is told as: ${kept}`);
      if ((await twin.standing()).refused)
        faults.push("an answer that waits is said to have failed");
      await twin.page.unroute(/SubmitChoice/);
      await twin.answered(now);
      await sees(twin, ".live.live");
      if (!refused) faults.push("nothing was refused");
      say("answered late");

      await twin.page.click(`${MENU} summary`);
      await twin.page.click('header .panel button:text-is("Resign")');
      await twin.page.click('dialog button:text-is("Resign")');
      await sees(dan, "[data-scores]");
      await sees(dan, ".pane .closed");
      if (await dan.page.$(".pane form"))
        faults.push("a line is offered after the end");
    },

    /** A developer makes a call by hand, at a page under the policy of all pages. */
    async calls() {
      const dev = await arrive();
      await dev.page.goto(`${dev.address}/try`);
      const call = dev.page.locator("[id$=TableService_ListGames]");
      await call.locator(".opblock-summary-control").click();
      await call.locator(".execute").click();
      const answer = call.locator(".live-responses-table .response");
      const status = await answer.locator(".response-col_status").innerText();
      const body = await answer.locator(".microlight").first().innerText();
      if (!status.startsWith("200") || !body.includes('"game": "jump"'))
        faults.push(
          `the call was answered with ${status}: ${body.slice(0, 200)}`,
        );
      say(`offered ${await dev.page.locator(".opblock").count()} calls`);
    },

    /** A lesson is gone on with, waits for nobody, and is left as it is. */
    async lessons() {
      const lea = await arrive({ locale: "ja" });
      await lea.enter("りあ");
      for (const what of ["learn", "differences"]) {
        await lea.go("#/", ".games");
        if (what === "differences")
          await lea.page.click(`.game:has(a[href='#/${what}/race']) summary`);
        await lea.page.click(`a[href='#/${what}/race']`);
        await sees(lea, "main h2");
        await lea.page.setViewportSize({ width: 360, height: 740 });
        await lea.audit(`${what} on a phone`);
        await lea.page.setViewportSize({ width: 1280, height: 800 });
      }
      await lea.learn("race");
      // Goal, end and signs are found again in the lesson, and closed.
      await lea.page.click(".prompt .lesson button:not([aria-expanded])");
      await sees(lea, "dialog .signs");
      await lea.audit("goal, end and signs");
      await lea.page.keyboard.press("Enter");
      await lea.page.waitForSelector("dialog", { state: "detached" });
      if (!(await lea.page.$(".prompt .lesson button:focus")))
        faults.push("who reads on is not where they were");
      const lesson = await lea.page.evaluate(() => location.hash);
      await lea.page.click(`${MENU} summary`);
      await lea.page.click("header .panel a");
      await sees(lea, "#invitation");
      if (await lea.page.$("header .turn"))
        faults.push("a lesson waits for the learner");
      if ((await lea.page.title()).startsWith("●"))
        faults.push("the title says that a lesson waits");
      if (await lea.page.$(`a.go[href='${lesson}']`))
        faults.push("a lesson is listed as a table");
      await lea.learn("race");
      if ((await lea.page.evaluate(() => location.hash)) !== lesson)
        faults.push("the lesson is begun anew");
      await lea.page.click(`${MENU} summary`);
      await lea.page.click("header .panel button:last-of-type");
      await lea.page.click("dialog button.danger");
      await sees(lea, "[data-scores]");
      await lea.learn("race");
      if ((await lea.page.evaluate(() => location.hash)) === lesson)
        faults.push("a lesson that was ended goes on");
      say("learnt on");

      // Where it turned: in words of the game, and nothing of the server's being busy.
      const kim = await arrive();
      const errors = [];
      // The archive has the game some time after its end, and is asked until then.
      const refused = (response) =>
        response.status() >= 500 && !response.url().endsWith("/GetSummary");
      kim.page.on(
        "response",
        (response) => refused(response) && errors.push(response.url()),
      );
      await kim.enter("Kim");
      // Not every game turns: another one is played then.
      for (let games = 0; games < 4; games += 1) {
        await kim.play("jump", {}, { seats: 2, bot: "random" });
        for (let answers = 0; answers < 10; answers += 1)
          await kim.answerByClicks(await kim.until(({ asked }) => asked));
        await kim.until(({ asked }) => asked);
        await kim.page.click(`${MENU} summary`);
        await kim.page.click('header .panel button:text-is("Resign")');
        await kim.page.click('dialog button:text-is("Resign")');
        await sees(kim, ".analysis > button");
        await kim.page.click(".analysis > button");
        await kim.page.waitForSelector(
          ".analysis:not(:has(> button)), .analysis article",
          { timeout: 120_000 },
        );
        if (await kim.page.$(".analysis article")) break;
      }
      await kim.page.waitForSelector(".analysis article");
      const told = await kim.page.$$eval(".analysis article", (moments) =>
        moments.map((each) => each.innerText),
      );
      if (told.length > 3) faults.push(`${told.length} moments decided`);
      for (const moment of told)
        if (
          !/Round \d+: \d+ % → \d+ %.*You chose.*would have chosen.*\d+ % to win/s.test(
            moment,
          ) ||
          /Event/.test(moment)
        )
          faults.push(`it turned: ${moment}`);
      // A chance in the heading is the one that is told below.
      for (const moment of told) {
        const [heading, below] = [
          moment.split("\n").find((line) => line.includes("→")),
          moment,
        ];
        for (const [chance] of heading?.matchAll(/\d+ %/g) ?? [])
          if (below.split(chance).length < 3)
            faults.push(`${chance} stands in the heading alone: ${moment}`);
      }
      const drawn = await kim.page.$$eval(
        ".analysis article .miniature",
        (positions) => positions.length,
      );
      if (drawn !== told.length)
        faults.push(`of ${told.length} moments ${drawn} positions are drawn`);
      if (errors.length) faults.push(`refused on the way: ${errors}`);
      await kim.audit("where it turned");
      // The better move on the table, and the way back to what was read.
      await kim.page.click(".analysis article button");
      await sees(kim, "[data-turn]");
      await kim.page.waitForSelector(
        "main .picked, main .suggested, main .chosen",
      );
      await kim.audit("the table as it turned");
      await kim.page.click("main .past > button");
      await sees(kim, ".analysis article");
      await gone(kim, "[data-turn]");
      // Long since archived, the lesson that was ended is no game that was lost.
      await lea.go("#/player/me", "main ul > li");
      if (await lea.page.$("main .played"))
        faults.push("a lesson that was ended is listed as a game");
      say("turned");

      // The puzzle of the day: answered by keys, judged, kept if it is solved, followed by another.
      await kim.go("#/", ".daily a");
      await kim.page.click(".daily a");
      await sees(kim, ".verdict p");
      await sees(kim, "#question");
      await kim.audit("a puzzle");
      const puzzle = await kim.page.evaluate(() => location.hash);
      for (
        let key = 1;
        !(await kim.page.$(".prompt .go:not([disabled])"));
        key += 1
      ) {
        await kim.page.keyboard.press(String(key));
        // With more than nine options another digit might follow.
        await kim.page.waitForTimeout(700);
      }
      await kim.page.click(".prompt .go");
      await sees(kim, ".verdict[data-solved]");
      const wrong = await kim.page.$(".verdict > .row button");
      if (wrong) await wrong.click();
      await sees(kim, ".verdict .best");
      await gone(kim, ".prompt.open");
      await kim.audit("a puzzle that is answered");
      const kept = await kim.page.evaluate(() =>
        localStorage.getItem("galaxytables.puzzles.solved"),
      );
      if ((kept === null) !== Boolean(wrong))
        faults.push(
          `solved: ${kept}, and the answer was wrong: ${Boolean(wrong)}`,
        );
      await kim.page.click(".verdict a.button");
      await sees(kim, ".prompt.open");
      if ((await kim.page.evaluate(() => location.hash)) === puzzle)
        faults.push("the next puzzle is the same");
      // All of them, of which the one that was solved is told apart.
      await kim.page.click(".verdict a[href^='#/puzzles']:not(.button)");
      await sees(kim, "main ol a");
      await kim.audit("all puzzles of a game");
      const ticked = await kim.page.$$eval("main ol a.solved", (links) =>
        links.map(({ hash }) => hash),
      );
      const crossed = await kim.page.$$eval("main ol a.failed", (links) =>
        links.map(({ hash }) => hash),
      );
      if (crossed.join() !== (wrong ? puzzle : ""))
        faults.push(
          `failed are ${crossed}, and ${puzzle} was: ${Boolean(wrong)}`,
        );
      // Each says what it asks and how hard it is; one kind alone can be listed; the other games are a press away.
      const rows = await kim.page.$$eval("main ol a .about", (rows) =>
        rows.map((row) => row.textContent.trim()),
      );
      for (const row of rows)
        if (!/[A-Za-z].*round \d+/s.test(row))
          faults.push(`a puzzle does not say what it asks: ${row}`);
      if ((await kim.page.locator("main section h2").count()) !== 3)
        faults.push("puzzles are not parted by difficulty");
      await kim.page.click("main .kinds button >> nth=1");
      await kim.page.waitForFunction(
        (all) => document.querySelectorAll("main ol a").length < all,
        rows.length,
      );
      const shown = await kim.page.$$eval(
        "main ol a .about",
        (rows) => new Set(rows.map((row) => row.firstChild.data.trim())).size,
      );
      if (shown !== 1)
        faults.push(`of one kind of question ${shown} are listed`);
      const others = kim.page.locator("main nav a:not([aria-current])");
      if ((await others.count()) !== 3)
        faults.push("the puzzles of other games are not a press away");
      await others.first().click();
      await sees(kim, "main ol a");
      if (ticked.join() !== (wrong ? "" : puzzle))
        faults.push(`solved are ${ticked}, and ${puzzle} was: ${!wrong}`);
      say("puzzled");
    },
  };
};
