// Who comes back: what they are shown of a table and in the lobby, and the page as an app without a network. Scenes for
// `play.mjs`.
import { say } from "./person.mjs";

const START = ".go [data-start]:not(:disabled)";
const OWN = "#mine li";
/** More than a round has. */
const MOST_STEPS = 60;

/** The scenes, with what `play.mjs` plays them with. */
export const returns = ({ arrive, faults }) => {
  const sees = ({ page }, what) => page.waitForSelector(what);
  const gone = ({ page }, what) => page.waitForSelector(what, { state: "detached" });

  /** One player chooses and goes, the other one chooses; then the first is back. */
  async function isAwayMeanwhile(ada, ben, forget = () => undefined) {
    const table = ada.page.url();
    await ada.endsTheTurn();
    await ada.page.goto(`${ada.address}/try`);
    await ada.page.evaluate(forget);
    await ben.endsTheTurn();
    await ada.page.goto(table);
    await sees(ada, ".missed li:has-text('Ben')");
    if (await ada.page.$(".prompt")) faults.push("the question is shown before what was missed");
  }

  async function isToldNothing(person, why) {
    await sees(person, ".prompt .go, .missed");
    if (await person.page.$(".missed")) faults.push(`is told what happened: ${why}`);
  }

  return {
    async returned() {
      const [ada, ben] = [await arrive(), await arrive()];
      await ada.enter("Ada");
      await ben.comes("Ben", await ada.invites("jump"));
      await ada.page.click(START);
      for (const person of [ada, ben]) await isToldNothing(person, "who saw the game begin");
      await isAwayMeanwhile(ada, ben);
      if (await ben.page.$(".missed")) faults.push("who was there all the time is told what happened");
      await ada.audit("what was missed");
      await ada.page.keyboard.press("]");
      await sees(ada, ".missed li.at");
      await sees(ada, "main .past");
      let steps = 0;
      for (; steps < MOST_STEPS && (await ada.page.$(".missed")); steps += 1) {
        await ada.page.keyboard.press("Enter");
        await ada.rest();
      }
      say(`told ${steps ? "step by step" : "at once"}`);
      await isToldNothing(ada, "who has seen it step by step");
      await ada.page.reload();
      await isToldNothing(ada, "who has seen it before");
      // Another device knows when they chose, and nothing else.
      await isAwayMeanwhile(ada, ben, () => localStorage.removeItem("galaxytables.seen"));
      await ada.page.keyboard.press("Escape");
      await gone(ada, ".missed");
      await isToldNothing(ada, "who has skipped it");
      say("told elsewhere");

      await ada.go("#/", OWN);
      await ben.resigns();
      await sees(ada, "#ended li:has-text('Ben')");
      await ada.audit("the lobby with a game that has ended");
      await ada.page.click("#ended button");
      await gone(ada, "#ended");
      await ada.page.reload();
      await sees(ada, ".games li");
      if (await ada.page.$("#ended")) faults.push("a game that was put away is listed again");
      await ada.invites("jump");
      await ada.go("#/", `${OWN} button.quiet`);
      await ada.page.click(`${OWN} button.quiet`);
      await ada.page.click("dialog button.danger");
      await gone(ada, OWN);
      say("put away and left");
    },

    /** The page as an app: it can be installed, and opens where there is no network. */
    async installed() {
      const ada = await arrive({ serviceWorkers: "allow" });
      const { page } = ada;
      await ada.enter("Ada");
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      const drawn = await page.evaluate(async () => {
        const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
        const sizes = manifest.icons.map(async ({ src, sizes }) => {
          const icon = new Image();
          icon.src = src;
          await icon.decode();
          return sizes === `${icon.naturalWidth}x${icon.naturalHeight}`;
        });
        return Promise.all(sizes);
      });
      if (!drawn.length || drawn.includes(false)) faults.push("the manifest names icons that are not there");
      await page.context().setOffline(true);
      await page.reload();
      await sees(ada, "html[data-kept]");
      await sees(ada, "[role=status]:has-text('offline')");
      await ada.audit("the page without a network");
      await page.context().setOffline(false);
      await sees(ada, ".games li");
      say("opened without a network");
      await page.reload();
      await sees(ada, "html:not([data-kept]) .games li");
      say("asked the server first");
    },
  };
};
