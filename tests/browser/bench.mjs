// What the page costs: `node bench.mjs <address>` at a running platform with Race; prints one figure a line.
//
// Sizes of what is sent; from the address to the first table with a warm cache; from an update's arrival to the frame that
// shows it, at a table of six with all of Brink of War; frames while a card is dragged. Updates are drawn twice: as they
// come, while servers and bots of all seats work on the same cores for the next ones; and once more as they came, told by
// the page itself while nobody else works, as where a reader's machine is not the server's. Each time it is told how long it
// took by the clock, and what processor time the page's own thread took for it, which other work changes little.
import { gzipSync } from "node:zlib";
import { launch, Person, say } from "./person.mjs";

const [, , address] = process.argv;
const ANSWERS = 25;
const DRAGS = 60;
/** The longest pause between updates that are told again, in milliseconds, and how long all of them may take. */
const PAUSE = 600;
const LONGEST = 300_000;
/** A page that was just opened has other work than what comes: it paints the pictures of all cards. */
const SETTLED = 6_000;
const faults = [];
const browser = await launch();

const sorted = (values) => [...values].sort((a, b) => a - b);
const share = (values, of) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * of))] ?? NaN;
const told = (values) => `median ${share(values, 0.5).toFixed(1)} ms, p99 ${share(values, 0.99).toFixed(1)} ms`;

/** Have the page note how long each message of a stream takes to be seen, and keep those of the table's own as they came. */
function measured() {
  globalThis.drawn = [];
  globalThis.told = [];
  globalThis.arrivals = 0;
  globalThis.seen = 0;
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function (...args) {
    const answer = await read.apply(this, args);
    if (answer.done) return answer;
    const arrived = performance.now();
    const number = (arrivals += 1);
    performance.mark(`arrived ${number}`);
    const shown = () => {
      seen = number;
      performance.mark(`shown ${number}`);
      drawn.push(performance.now() - arrived);
    };
    // All that follows from it follows before the next frame, or with it.
    requestAnimationFrame(() => setTimeout(shown));
    return answer;
  };
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await ask(input, init);
    if (!String(input.url ?? input).endsWith("PlayService/WatchTable") || !response.body) return response;
    const [own, kept] = response.body.tee();
    const reader = kept.getReader();
    const keep = async () => {
      for (let { done, value } = await read.call(reader); !done; { done, value } = await read.call(reader))
        told.push({ at: performance.now(), bytes: [...value] });
    };
    keep().catch(() => undefined);
    return new Response(own, response);
  };
}

/** Count what changes on a page that only reads after all that has come was taken for shown. */
function countLate() {
  globalThis.late = 0;
  new MutationObserver((changes) => {
    if (seen === arrivals) late += changes.length;
  }).observe(document.querySelector(".board"), { childList: true, characterData: true, subtree: true });
}

/** Have a page told by itself what was told to another one, as fast as it was, but for long pauses. */
function toldAgain({ messages, pause }) {
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input.url ?? input).endsWith("PlayService/WatchTable")) return ask(input, init);
    const body = new ReadableStream({
      async start(stream) {
        const [first, ...others] = messages;
        stream.enqueue(new Uint8Array(first.bytes));
        await new Promise((done) => (globalThis.goOn = done));
        let last = first.at;
        for (const { at, bytes } of others) {
          await new Promise((done) => setTimeout(done, Math.min(at - last, pause)));
          last = at;
          stream.enqueue(new Uint8Array(bytes));
        }
        globalThis.over = true;
      },
    });
    return new Response(body, { headers: { "content-type": "application/connect+proto" } });
  };
}

/** Have the page's own thread traced; gives what it was busy with when that is asked for. */
async function traced(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", {
    categories: "toplevel,blink.user_timing",
    transferMode: "ReportEvents",
  });
  return async () => {
    await session.send("Tracing.end");
    await complete;
    return events;
  };
}

/** The milliseconds of processor that the page's own thread took from each arrival until its frame was done. */
function work(events) {
  const marks = new Map(
    events.filter(({ name }) => /^(arrived|shown) \d+$/.test(name)).map((mark) => [mark.name, mark]),
  );
  const own = [...marks.values()][0];
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      name === "ThreadControllerImpl::RunTask" && ph === "X" && pid === own?.pid && tid === own.tid,
  );
  const took = [];
  for (const [name, { ts: arrived }] of marks) {
    const shown = marks.get(name.replace("arrived", "shown"))?.ts;
    if (!name.startsWith("arrived") || !shown) continue;
    const between = tasks.filter(({ ts, dur }) => ts + dur > arrived && ts < shown);
    took.push(between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000);
  }
  return took;
}

try {
  const ada = await Person.arrive(browser, address, faults);
  const { page } = ada;
  ada.pause = 200;
  let sent = 0;
  page.on("response", async (response) => {
    if (!/\.(js|css|html|woff2)$|\/$/.test(new URL(response.url()).pathname)) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    sent += gzipSync(body).length;
  });
  await ada.enter("Ada");
  say(`page ${(sent / 1000).toFixed(1)} kB as gzip`);

  await page.addInitScript(measured);
  await page.reload();
  await ada.play("race", { expansion: "brink_of_war", goals: "on" }, { seats: 6 });
  await page.evaluate(() => (drawn.length = 0));
  const worked = await traced(page);
  for (let answers = 0; answers < ANSWERS; answers += 1) {
    const now = await ada.until(({ over, asked }) => over || asked);
    if (now.over) break;
    await ada.answerByClicks(now);
  }
  const updates = await page.evaluate(() => drawn);
  say(`an update drawn beside its servers, ${updates.length} updates: ${told(updates)}`);
  say(`the page's own work for it: ${told(work(await worked()))}`);

  const beside = await page.context().newPage();
  const messages = await page.evaluate(() => globalThis.told);
  await beside.addInitScript(toldAgain, { messages, pause: PAUSE });
  await beside.addInitScript(measured);
  await beside.goto(page.url());
  await beside.waitForSelector(".card");
  await beside.waitForTimeout(SETTLED);
  const workedAgain = await traced(beside);
  await beside.evaluate(countLate);
  await beside.evaluate(() => ((drawn.length = 0), goOn()));
  await beside.waitForFunction(() => globalThis.over, undefined, { timeout: LONGEST, polling: 500 });
  await beside.waitForTimeout(PAUSE);
  const again = await beside.evaluate(() => drawn);
  say(`an update drawn, ${again.length} updates told again: ${told(again)}`);
  say(`the page's own work for it: ${told(work(await workedAgain()))}`);
  const late = await beside.evaluate(() => globalThis.late);
  if (late) throw new Error(`${late} changes came after their updates were taken for shown`);
  await beside.close();

  const loads = [];
  for (let load = 0; load < 5; load += 1) {
    await page.reload();
    await page.waitForSelector(".card");
    loads.push(await page.evaluate(() => performance.now()));
  }
  say(`first table: ${told(loads)}`);

  const card = await page.waitForSelector("main .card");
  const box = await card.boundingBox();
  await card.evaluate((element) => element.classList.add("can"));
  const frames = page.evaluate(
    (most) =>
      new Promise((done) => {
        const at = [];
        const tick = (time) =>
          at.push(time) > most ? done(at.slice(1).map((each, i) => each - at[i])) : requestAnimationFrame(tick);
        requestAnimationFrame(tick);
      }),
    DRAGS,
  );
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  for (let step = 0; step < DRAGS; step += 1) await page.mouse.move(box.x + 20 + step * 4, box.y + 30 + step * 2);
  say(`a frame while dragging: ${told(await frames)}`);
  await page.mouse.up();
  if (faults.length) throw new Error(faults.join("\n"));
} catch (error) {
  say(`failed: ${error.stack ?? error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
