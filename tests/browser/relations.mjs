// Who follows, challenges and blocks whom. Scenes for `play.mjs`.
import { say } from "./person.mjs";

/** The scenes, with what `play.mjs` plays them with. */
export const relations = ({ arrive, faults }) => ({
  /** Two who follow each other, one of whom is challenged by name, and blocks the other in the end. */
  async relations() {
    // Names that no other scene has: people of scenes before may still be online.
    const [ada, bob] = [await arrive(), await arrive()];
    const opens = async ({ page }, name) => {
      await page.click(`.seats a.name:has-text("${name}")`);
      await page.waitForSelector("#relation button");
    };
    const presses = ({ page }, words) => page.click(`#relation button:text-is("${words}")`);
    /** What is done seldom is folded. */
    const unfolds = ({ page }) => page.click("#relation summary");
    await bob.enter("Bobby");
    const link = await bob.invites("jump", { seats: 3 });
    const hash = link.slice(link.indexOf("#"));
    await bob.page.waitForSelector(".go button:has-text('Start with')");
    if (await bob.page.$(".go button.primary:has-text('Start with')")) faults.push("who is alone starts with bots first");
    await ada.comes("Adalind", link);
    await opens(ada, "Bobby");
    await presses(ada, "Follow");
    await unfolds(ada);
    await ada.page.fill("#relation input", "plays fast");
    await presses(ada, "Keep");
    await ada.page.waitForSelector("#relation button:text-is('Keep')", { state: "detached" });
    await opens(bob, "Adalind");
    await presses(bob, "Follow");
    await bob.page.waitForSelector("#relation .pill:text-is('friend')");
    await ada.go("#/people", "#online .pill:text-is('friend')");
    const line = await ada.page.textContent("#online li:has(.pill:text-is('friend'))");
    for (const words of ["Bobby", "plays fast", "free"]) if (!line.includes(words)) faults.push(`a friend is: ${line}`);
    await ada.audit("people");
    say("friends");

    await ada.go(hash, ".seats");
    await ada.page.click("button:text-is('Leave')");
    await bob.go(hash, "#link");
    await bob.page.fill("input[list=challenge-names]", "adalind");
    await bob.page.click("form:has([list=challenge-names]) button");
    await bob.page.waitForSelector("[data-challenged]:has-text('Adalind')");
    // The notice comes wherever one is, and the table shows what became of it.
    await ada.go("#/ratings", ".notices .challenge:has-text('Bobby')");
    await ada.audit("a challenge");
    await bob.page.waitForSelector("[data-challenged]:has-text('has seen it')");
    await ada.page.click(".notices button:has-text('Decline')");
    await ada.page.waitForSelector(".notices .challenge", { state: "detached" });
    await bob.page.click("#challenged:has-text('has declined') button");
    await ada.page.waitForSelector(".notices .challenge");
    await ada.page.click(".notices button.primary");
    await ada.page.waitForSelector(".seats a.name:has-text('Adalind')");
    await bob.page.waitForSelector(".seats li:has(a.name:has-text('Adalind')) .ready");
    await bob.page.waitForSelector("[data-challenged]", { state: "detached" });
    await ada.page.click("button:text-is('Leave')");
    await ada.page.waitForFunction(() => location.hash === "#/");
    await ada.go(hash, ".seats button.primary");
    say("challenged");

    await opens(ada, "Bobby");
    await unfolds(ada);
    await ada.page.click("#relation a[href^='#/report-player/']");
    await ada.page.waitForSelector("form .who:has-text('Bobby')");
    await ada.audit("a report from a profile");
    if (await ada.page.$("form :checked:not(option)")) faults.push("what somebody is reported for is chosen already");
    await ada.page.waitForSelector("form:has(button.primary:disabled) .reason:text-is('Choose what for')");
    await ada.page.check("form label:has-text('Something else') input");
    await ada.page.waitForSelector("form:has(button.primary:disabled) .reason:text-is('Say what happened')");
    await ada.page.fill("form textarea", "He calls himself by my name.");
    // They have finished no game together, so there is nothing to attach.
    await ada.page.waitForSelector("form p:has-text('no table goes with it')");
    await ada.page.click("form button.primary:text-is('Send the report')");
    await ada.page.waitForSelector("main a[href='#/decisions']");
    say("reported");

    await ada.page.goBack();
    await unfolds(ada);
    await presses(ada, "Block");
    await ada.page.click("dialog .danger");
    await ada.page.waitForSelector("#relation button:text-is('Stop blocking')");
    await ada.go("#/people", "#others");
    if (await ada.page.$("#challenges")) faults.push("somebody who is blocked still challenges");
    if (await ada.page.$("#online li:has-text('Bobby')")) faults.push("somebody who is blocked is seen online");
    await bob.go("#/people", "#online");
    if (await bob.page.$("#online li:has-text('Adalind')")) faults.push("who has blocked somebody is seen online by them");
    await ada.go(hash, ".seats");
    await ada.page.click(".seats button.primary");
    await ada.page.waitForSelector(".error:has-text('You blocked Bobby')");
    say("blocked");

    // Others are offered the seat; neither of the two is, nor does anything of it stand on their lists.
    const cyd = await arrive();
    await cyd.enter("Cyd");
    await cyd.page.waitForSelector("#open li:has-text('Bobby')");
    await cyd.page.waitForSelector(".game button:has-text('Join Bobby')");
    await ada.go("#/", ".game small");
    await ada.page.waitForResponse((response) => response.url().endsWith("/ListWaits"));
    await ada.rest();
    for (const offered of ["#open li:has-text('Bobby')", ".game button:has-text('Join Bobby')"])
      if (await ada.page.$(offered)) faults.push(`somebody is offered a seat beside whom they blocked: ${offered}`);
    say("offered to others");
  },
});
