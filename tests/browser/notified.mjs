// Who is told while no page is open: this browser by push, an address by e-mail.
//
// `node notified.mjs <address> <folder for pictures of what went wrong> <push endpoint> <p256dh> <auth>`. Says what it waits for in
// lines, and reads a line for each: the rest of the world is the test's.
import { playing } from "./asking.mjs";
import { Person, say } from "./person.mjs";

const [, , address, folder, endpoint, p256dh, auth] = process.argv;
const PUSH = "#notify-push";
const EMAIL = "#notify-email";

/**
 * A reader who allows what they are asked for, and a push service that is the test's own.
 *
 * A browser without a window allows its pages nothing, and browsers know no push service but their maker's.
 */
function ownService({ endpoint: first, p256dh, auth }) {
  globalThis.asked = 0;
  Object.defineProperty(Notification, "permission", {
    get: () => (localStorage.getItem("test.allowed") ? "granted" : "default"),
  });
  Notification.requestPermission = async () => {
    globalThis.asked += 1;
    localStorage.setItem("test.allowed", "yes");
    return Notification.permission;
  };
  // It outlives the page, as a browser's does.
  const KEPT = "test.subscribed";
  const kept = () => {
    const key = localStorage.getItem(KEPT);
    const endpoint = localStorage.getItem("test.endpoint") ?? first;
    if (!key) return null;
    const bytes = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
    return {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(bytes, (each) => each.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => (localStorage.removeItem(KEPT), true),
    };
  };
  PushManager.prototype.getSubscription = async () => kept();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem(KEPT, applicationServerKey);
    return kept();
  };
}

async function play({ browser, faults, asks }) {
  const ada = await Person.arrive(browser, address, faults, { pictures: false, serviceWorkers: "allow" });
  const { page } = ada;
  await page.context().grantPermissions(["notifications"], { origin: address });
  await page.addInitScript(ownService, { endpoint, p256dh, auth });
  await ada.enter("Ada");
  await page.waitForFunction(() => navigator.serviceWorker.controller);

  await ada.go("#/notifications", `${PUSH} button.primary`);
  if (await page.evaluate(() => globalThis.asked)) faults.push("leave is asked for before anything is pressed");
  await page.click(`${PUSH} button.primary`);
  await page.waitForSelector(`${PUSH} li .pill`);
  say("this browser");
  await exchanges(page, faults);

  await page.fill(`${EMAIL} input[type=email]`, "ada@mail.example");
  await page.click(`${EMAIL} form button`);
  await page.waitForSelector(`${EMAIL} li:has-text("to be confirmed")`);
  await page.setViewportSize({ width: 360, height: 740 });
  await ada.audit("notifications by every way");
  const link = await asks("link to confirm");
  // In another browser, where nobody plays.
  const mail = await Person.arrive(browser, address, faults);
  await mail.go(link, "main button.primary");
  await mail.audit("the page that a link leads to");
  await mail.page.click("main button.primary");
  await mail.page.waitForSelector("main [role=status]");
  await page.reload();
  await page.waitForSelector(`${EMAIL} li:has-text("ada@mail.example"):has-text("confirmed")`);
  await page.waitForSelector(`${EMAIL} li:not(:has-text("to be confirmed"))`);
  say("an address");

  await ada.go(await asks("table"), ".seats button.primary");
  await page.click(".seats button.primary");
  await page.click(".go button.primary");
  await page.waitForSelector(".go button:not(.primary, .quiet)");
  await ada.go("#/ratings", "main h1");
  const { pushed, path, stop } = await asks("notification");
  await shows(page, faults, pushed, path);

  await mail.go(stop, "main button.primary");
  await mail.page.click("main button.primary");
  await mail.page.waitForSelector("main [role=status]");
  await ada.go("#/notifications", `${EMAIL} form`);
  await page.click(`${PUSH} li:has(.pill) button`);
  await page.waitForSelector(`${PUSH} li`, { state: "detached" });
  if (await page.evaluate(() => localStorage.getItem("test.subscribed"))) faults.push("the browser is still subscribed");
  say("no more");
}

/** The browser has exchanged its subscription for another one: the server learns that, though nobody does anything. */
async function exchanges(page, faults) {
  const before = await page.evaluate(() => localStorage.getItem("galaxytables.push"));
  await page.evaluate((other) => localStorage.setItem("test.endpoint", other), `${endpoint}/exchanged`);
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(() => dispatchEvent(new ExtendableEvent("pushsubscriptionchange")));
  await page.waitForFunction((before) => localStorage.getItem("galaxytables.push") !== before, before);
  await page.reload();
  await page.waitForSelector(`${PUSH} li .pill`);
  if ((await page.locator(`${PUSH} li`).count()) !== 1) faults.push("the subscription of before is still there");
  say("exchanged");
}

/** The service worker shows what comes once, and leads to the table. */
async function shows(page, faults, pushed, path) {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((found) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => first && found(first)),
  );
  await devtools.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const [worker] = page.context().serviceWorkers();
  // A browser without a window shows nothing, so what would be shown is kept.
  await worker.evaluate(() => {
    const all = new Map();
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title, { tag, data }) => void all.set(tag, { title, data, close: () => all.delete(tag) }),
      getNotifications: async ({ tag } = {}) => (tag ? [all.get(tag)].filter(Boolean) : [...all.values()]),
    });
  });
  const comes = () => devtools.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId, data: pushed });
  const shown = () => worker.evaluate(async () => (await registration.getNotifications()).map(({ title }) => title));
  const until = async (wanted) => {
    for (let tries = 0; (await shown()).length !== wanted; tries += 1) {
      if (tries > 100) throw new Error(`shown are ${JSON.stringify(await shown())}, and not ${wanted}`);
      await new Promise((later) => setTimeout(later, 50));
    }
  };
  await comes();
  await until(1);
  const { text } = JSON.parse(pushed);
  if ((await shown())[0] !== text) faults.push(`shown is ${await shown()}, and not ${text}`);
  await worker.evaluate(async () => {
    // Only a click of a person may bring a window to the front.
    WindowClient.prototype.focus = async function () {
      return this;
    };
    const [notification] = await registration.getNotifications();
    const click = new ExtendableEvent("notificationclick");
    dispatchEvent(Object.defineProperties(click, { notification: { value: notification }, waitUntil: { value: () => undefined } }));
  });
  await page.waitForFunction((wanted) => location.href.endsWith(wanted), path);
  await until(0);
  // The second that is shown is another one, so the repeat before it was not.
  await comes();
  const other = { ...JSON.parse(pushed), id: "another", text: "Another.", tag: "another" };
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId, data: JSON.stringify(other) });
  await until(1);
  if ((await shown())[0] !== other.text) faults.push("a repeat is shown again");
  say("shown once");
}

await playing("notified", folder, play);
