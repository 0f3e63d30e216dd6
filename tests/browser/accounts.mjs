// Who signs in: at a provider, by a passkey, elsewhere, and out again. Scenes for `play.mjs`.
import { Person, say } from "./person.mjs";

const SETTINGS = "header details:has(select)";
const DONE = "[data-outcome=done]";
const FAILED = "[data-outcome=failed]";
const OWN = "#mine li";
const WAYS = "#ways li";

/** The scenes, with what `play.mjs` plays them with; `issuers` are two that run, and one that does not. */
export const accounts = ({ browser, arrive, faults, address, issuers }) => {
  const sees = ({ page }, what) => page.waitForSelector(what);

  async function presses({ page }, words) {
    await page.click(`${SETTINGS} summary`);
    await page.click(`${SETTINGS} .panel > button:text-is("${words}")`);
  }

  /** At the page of a provider: sign in as somebody, or cancel. */
  async function goesOn({ page }, way) {
    await page.waitForURL(/interaction/);
    await page.goto(`${page.url()}?${way}`);
  }

  /** Back where one was, and nothing of what the provider said is kept in the history. */
  async function isBackAt(person, place, outcome) {
    const told = await (await sees(person, outcome)).textContent();
    if (person.page.url() !== place) faults.push(`is not back at ${place}, but at ${person.page.url()}`);
    const devtools = await person.page.context().newCDPSession(person.page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    await devtools.detach();
    if (entries.some(({ url }) => url.startsWith(address) && url.includes("code="))) faults.push("the history has a code");
    return told;
  }

  const isCalled = async (person, name) =>
    sees(person, `header .me:has-text("${name}")`).catch(() => faults.push(`is not called ${name}`));

  return {
    /** At providers: a guest keeps the table, and is the same elsewhere. */
    async providers() {
      const [ada, elsewhere] = [await arrive({ elsewhere: issuers }), await arrive({ elsewhere: issuers })];
      const { page } = ada;
      await ada.enter("Ada");
      const link = await ada.invites("jump");
      const table = page.url();
      await presses(ada, "Sign in");
      await page.click("[data-provider=gone]");
      await sees(ada, "dialog .error:has-text('is not responding')");
      say("told who does not answer");
      await page.click("[data-provider=one]");
      await goesOn(ada, "cancel");
      const cancelled = await isBackAt(ada, table, FAILED);
      if (!cancelled.includes("did not sign in at One")) faults.push(`is told of cancelling: ${cancelled}`);
      await ada.audit("a sign-in that was cancelled");
      say("told of cancelling");
      await page.click(`${FAILED} button:not(.quiet)`);
      await page.click("[data-provider=one]");
      await goesOn(ada, "as=ada");
      const told = await isBackAt(ada, table, DONE);
      if (!told.includes("account now, Ada")) faults.push(`is told of a first sign-in: ${told}`);
      await sees(ada, "#link");
      say("kept the table");
      await page.goto(`${address}/sign-in?state=made-up&code=of-somebody`);
      await sees(ada, `${FAILED}:has-text("did not begin in this browser")`);
      await isCalled(ada, "Ada");
      say("told of a stranger's sign-in");

      await elsewhere.enter("Visitor", link.slice(link.indexOf("#")));
      await sees(elsewhere, ".seats button.primary");
      await presses(elsewhere, "Sign in");
      await elsewhere.page.click("[data-provider=one]");
      await goesOn(elsewhere, "as=ada");
      const joined = await (await sees(elsewhere, DONE)).textContent();
      if (!joined.includes("as Ada") || !joined.includes("as Visitor")) faults.push(`is told of joining: ${joined}`);
      await sees(elsewhere, "#link");
      await isCalled(elsewhere, "Ada");
      await elsewhere.go("#/", OWN);
      say("joined elsewhere");
      // What the page said of an earlier sign-in is not said to who has been signed out.
      await elsewhere.page.goto(`${address}/sign-in?state=made-up&code=of-somebody`);
      await sees(elsewhere, FAILED);

      await ada.go("#/account", "[data-link=two]");
      const account = page.url();
      await page.click("[data-link=two]");
      await goesOn(ada, "as=ada-at-two");
      await isBackAt(ada, account, DONE);
      await sees(ada, `${WAYS} >> nth=1`);
      const devices = await page.$$eval(".what:has(.pill:text-is('this browser')), .what", (all) => all.map((each) => each.textContent));
      if (devices.filter((each) => /Chrome.* on Linux/.test(each)).length !== 2) faults.push(`devices: ${devices.join("; ")}`);
      await ada.audit("an account");
      say("linked another");
      await page.click(`${WAYS} button >> nth=0`);
      await page.click("dialog button.danger");
      await sees(ada, "#ways .last");
      if (await page.$(`${WAYS} button`)) faults.push("the last way in can be removed");
      say("kept the last");

      await page.click("li:not(:has(.pill)) button:has-text('End')");
      await sees(elsewhere, "#name");
      await sees(elsewhere, "form .error:has-text('signed out')");
      if (await elsewhere.page.$(FAILED)) faults.push("who was signed out elsewhere is told of an earlier sign-in");
      say("ended elsewhere");
      await presses(ada, "Sign out");
      await sees(ada, "#name");
      say("signed out");
    },

    /** By a passkey, at the name of this machine: there are none for numbers. */
    async passkeys() {
      const here = address.replace("127.0.0.1", "localhost");
      const ada = await Person.arrive(browser, here, faults, { pictures: false });
      const { page } = ada;
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("WebAuthn.enable");
      const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
      const options = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true, ...able };
      const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
      const player = async () => {
        const kept = await page.waitForFunction(() => JSON.parse(localStorage.getItem("galaxytables.guest"))?.player);
        return kept.jsonValue();
      };
      await ada.enter("Ada");
      const before = await player();
      await ada.go("#/account", "#passkey-name");
      await page.fill("#passkey-name", "Laptop");
      await page.keyboard.press("Enter");
      await sees(ada, DONE);
      await sees(ada, `${WAYS}:has-text("Laptop")`);
      if (!(await page.$("#ways .last"))) faults.push("the only passkey can be removed");
      say("registered");
      // The page is loaded anew.
      await Promise.all([page.waitForEvent("load"), page.click("button.out")]);
      await sees(ada, "button.signs");
      const comesBack = async () => {
        await page.click("button.signs");
        await page.click("dialog [data-passkey]");
      };
      await comesBack();
      await sees(ada, DONE);
      await isCalled(ada, "Ada");
      if ((await player()) !== before) faults.push("somebody else came back");
      say("signed in");
      await Promise.all([page.waitForEvent("load"), presses(ada, "Sign out")]);
      await sees(ada, "button.signs");
      const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
      const [{ credentialId }] = credentials;
      await devtools.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      const credential = { ...credentials[0], signCount: 0 };
      await devtools.send("WebAuthn.addCredential", { authenticatorId, credential });
      await comesBack();
      await sees(ada, "dialog .error:has-text('seems to have been copied')");
      say("refused a copy");
    },
  };
};
