// What the page costs: `node bench.mjs <address>` at a running platform with Race; prints one figure a line.
//
// Sizes of what is sent; from the address to the first table with a warm cache; from an update's arrival to the frame that
// shows it, at a table of six with all of Brink of War; frames while a card is dragged. An update is told twice: by the
// clock, with whatever else the machine does meanwhile, bots and servers too, and as the processor time that the page's own
// thread takes for it, which another load of the machine changes little.
import { gzipSync } from "node:zlib";
import { launch, Person, say } from "./person.mjs";

const [, , address] = process.argv;
const ANSWERS = 25;
const DRAGS = 60;
const faults = [];
const browser = await launch();

const sorted = (values) => [...values].sort((a, b) => a - b);
const share = (values, of) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * of))] ?? NaN;
const told = (values) => `median ${share(values, 0.5).toFixed(1)} ms, p99 ${share(values, 0.99).toFixed(1)} ms`;

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
    if (!/\.(js|css|html)$|\/$/.test(new URL(response.url()).pathname)) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    sent += gzipSync(body).length;
  });
  await ada.enter("Ada");
  say(`page ${(sent / 1000).toFixed(1)} kB as gzip`);

  // Messages of streams, as they come, and the frame after the one that they change.
  await page.addInitScript(() => {
    globalThis.drawn = [];
    globalThis.arrivals = 0;
    const read = ReadableStreamDefaultReader.prototype.read;
    ReadableStreamDefaultReader.prototype.read = async function (...args) {
      const answer = await read.apply(this, args);
      if (answer.done) return answer;
      const arrived = performance.now();
      const number = (arrivals += 1);
      performance.mark(`arrived ${number}`);
      const shown = () => {
        performance.mark(`shown ${number}`);
        drawn.push(performance.now() - arrived);
      };
      setTimeout(() => requestAnimationFrame(() => setTimeout(shown)));
      return answer;
    };
  });
  await page.reload();
  await ada.go("#/new/race", "form > button.primary");
  for (const [option, value] of [
    ["expansion", "brink_of_war"],
    ["goals", "on"],
  ]) {
    await page.selectOption(`#option-${option}`, value);
    await page.waitForTimeout(300);
  }
  await page.click("#seats + .row button >> nth=4");
  await page.waitForTimeout(300);
  await page.click("form > button.primary");
  await ada.until(({ asked }) => asked);
  await page.evaluate(() => (drawn.length = 0));
  const worked = await traced(page);
  for (let answers = 0; answers < ANSWERS; answers += 1) {
    const now = await ada.until(({ over, asked }) => over || asked);
    if (now.over) break;
    await ada.answerByClicks(now);
  }
  const updates = await page.evaluate(() => drawn);
  say(`update drawn, ${updates.length} updates: ${told(updates)}`);
  say(`the page's own work for it: ${told(work(await worked()))}`);

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
