// A small tournament from its announcement to its end by hand. Scenes for `play.mjs`.
import { say } from "./person.mjs";

/** The scenes, with what `play.mjs` plays them with. */
export const tournaments = ({ arrive, faults }) => ({
  /** One announces a Swiss and enters it, another one enters, is led to the table, and learns that it was cancelled. */
  async tournament() {
    const [olga, ada] = [await arrive(), await arrive()];
    await olga.enter("Olgamira");
    await ada.enter("Adarosa");
    await olga.go("#/new-tournament", "[data-format=swiss]");
    await olga.page.fill("form input[maxlength]", "Friday cup");
    await olga.page.selectOption("form select", "jump");
    await olga.page.waitForSelector("form p:has-text('Swiss, 4 rounds')");
    await olga.audit("a new tournament");
    await olga.page.click("form button:text-is('Announce')");
    await olga.page.click(".head button:text-is('Register')");
    await olga.page.waitForSelector(".own:has-text('registered')");
    const hash = await olga.page.evaluate(() => location.hash);
    await olga.audit("a tournament before its start");
    say("announced");

    await ada.go("#/tournaments", `a[href='${hash}']`);
    await ada.audit("tournaments");
    await ada.page.click(`a[href='${hash}']`);
    await ada.page.click(".head button:text-is('Register')");
    await ada.page.waitForSelector("#entrants li.own:has-text('Adarosa')");
    await ada.go("#/ratings", "main");
    await olga.page.waitForSelector("#entrants li:has-text('Adarosa')");
    await olga.page.click("button:text-is('Begin now')");
    await olga.page.click("dialog .danger");
    await olga.page.waitForSelector(".head a.primary[href^='#/table/']");
    const table = await olga.page.getAttribute(".head a.primary", "href");
    // The notice comes wherever one is, and leads to the table.
    await ada.page.waitForSelector("[data-tournament-news=round]:has-text('Friday cup')");
    await ada.audit("a round begins");
    await ada.page.click("[data-tournament-news=round] a");
    await ada.page.waitForFunction((there) => location.hash === there, table);
    await ada.go("#/ratings", "main");
    if (await ada.page.$("[data-tournament-news=round]")) faults.push("who was at their table is told of it again");
    say("led");

    await olga.page.click("#standings tr:has-text('Olgamira') .figure");
    await olga.page.waitForSelector("#standings dl:has-text('Buchholz cut 1')");
    await olga.page.waitForSelector("#live .miniature b");
    await olga.page.waitForSelector(`#live a[href='${table}']`);
    if (await olga.page.$(`#pairings a[href='${table}']`)) faults.push("a table in play is listed twice");
    await olga.audit("a tournament in play");
    await olga.page.click("button:text-is('Cancel the tournament')");
    await olga.page.fill("dialog textarea", "The room is closed.");
    await olga.page.click("dialog button.primary");
    await olga.page.waitForSelector(".lines:has-text('The room is closed.')");
    await ada.page.waitForSelector("[data-tournament-news=cancelled]");
    await ada.page.click("[data-tournament-news=cancelled] button");
    await ada.page.waitForSelector("[data-tournament-news]", { state: "detached" });
    say("cancelled");
  },
});
