// What the end of a game says of ratings, before and after the archive has it. Scenes for `play.mjs`.
import { say } from "./person.mjs";

const DESK = { viewport: { width: 1440, height: 900 } };
const CONTROLS = "[data-scores] :is(button, a), header :is(button, a, summary)";
const SHORT = "Not rated: somebody left before everybody had made three choices.";

/** The scenes, with what `play.mjs` plays them with. */
export const endings = ({ arrive, faults, phone }) => {
  const sees = ({ page }, what) => page.waitForSelector(what);
  /** What a phone has no room for is there all the same. */
  const has = ({ page }, what) => page.waitForSelector(what, { state: "attached" });

  /** Hold back all that the page asks for, but what it follows and what is done; gives what lets it go. */
  async function holdsBack({ page }) {
    let letGo;
    const going = new Promise((done) => (letGo = done));
    const asks = /galaxytables\.lobby\.v1\.\w+\/(?!Watch|Resign|SubmitChoice|Refresh)/;
    await page.route(asks, async (route) => {
      await going;
      // The page may be gone by then.
      await route.continue().catch(() => undefined);
    });
    return async () => {
      letGo();
      await page.unroute(asks);
    };
  }

  /** Remember where everything stands that can be pressed. */
  const notes = ({ page }) =>
    page.evaluate((controls) => {
      const at = (each) => {
        const { x, y } = each.getBoundingClientRect();
        return [Math.round(x), Math.round(y + scrollY)];
      };
      globalThis.stood = [...document.querySelectorAll(controls)].map((each) => [each, at(each)]);
      globalThis.moved = () =>
        stood.flatMap(([each, before]) => {
          const now = at(each);
          const same = each.isConnected && `${now}` === `${before}`;
          return same ? [] : [`${each.textContent.trim()} moved from ${before} to ${now}`];
        });
      return stood.length;
    }, CONTROLS);

  /** Two play until each has chosen so often, and the second resigns; what the first sees before the archive has it, and after. */
  async function ends(ada, ben, choices, { after, words }) {
    for (const chosen = new Map([ada, ben].map((each) => [each, 0])); Math.min(...chosen.values()) < choices; )
      for (const person of [ada, ben]) {
        await person.goesOn();
        const now = await person.standing();
        if (!now.asked) await person.page.waitForTimeout(person.pause);
        else {
          await person.answerByClicks(now);
          chosen.set(person, chosen.get(person) + 1);
        }
      }
    const release = [await holdsBack(ada), await holdsBack(ben)];
    await ben.resigns();
    for (const person of [ada, ben]) {
      await sees(person, "[data-scores] [data-rated=pending]:has-text('Rating pending')");
      await has(person, "header .rating:text-is('Rating pending')");
      await person.page.waitForSelector(".counts", { state: "detached" });
      await person.rest();
      if ((await notes(person)) < 4) faults.push("the end has hardly anything to press");
    }
    for (const each of release) await each();
    for (const [who, person] of [["at the desk", ada], ["on the phone", ben]]) {
      await sees(person, `[data-rated=${after}]:has-text("${words}")`);
      await has(person, `header .rating:text-is("${after === "rated" ? "Rated" : "Not rated"}")`);
      await sees(person, after === "rated" ? "[data-rating-change]" : "[data-rating=unrated]");
      await sees(person, ".verify button");
      await person.rest();
      faults.push(...(await person.page.evaluate(() => moved())).map((fault) => `${who}, ${after}: ${fault}`));
    }
  }

  return {
    /** A game that is left early, and one that counts. */
    async endings() {
      const [ada, ben] = [await arrive(DESK), await arrive(phone)];
      await ada.enter("Ada");
      const link = await ada.invites("jump", { seats: 2, time: "live" });
      await ben.comes("Ben", link);
      await ada.page.click(".go [data-start]:not(:disabled)");
      const clock = await sees(ada, ".prompt .clock");
      const told = await clock.getAttribute("aria-label");
      for (const words of ["for this choice", "45 seconds a choice", "a bank of 10 minutes for the whole game"])
        if (!told.includes(words)) faults.push(`the clock does not say “${words}”: ${told}`);
      await ada.page.click("header details:has(.panel button) summary");
      await sees(ada, "header [data-time-control]:has-text('45 seconds a choice')");
      await ada.page.keyboard.press("Escape");
      say("explained the clock");

      await ends(ada, ben, 1, { after: "unrated", words: SHORT });
      await ada.ownGames();
      await sees(ada, `.played:has-text("${SHORT}")`);
      say("not rated, and why");

      const again = await ada.invites("jump", { seats: 2, time: "live" });
      await ben.go(again.slice(again.indexOf("#")), ".seats button.primary");
      await ben.page.click(".seats button.primary");
      await ben.page.click(".go button.primary");
      await ada.page.click(".go [data-start]:not(:disabled)");
      await ends(ada, ben, 3, { after: "rated", words: "Rated: it counts" });
      say("rated");
    },
  };
};
