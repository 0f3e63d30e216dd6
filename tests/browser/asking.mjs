// Scenes in which the rest of the world is the test's. A scene says what it waits for in lines, and reads a line for each.
import { createInterface } from "node:readline";
import { launch, say } from "./person.mjs";

/** Play a scene in a browser; of what goes wrong there are pictures of all pages in `folder`, called `name`. */
export async function playing(name, folder, play) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const asks = async (what) => {
    say(what);
    return JSON.parse((await lines.next()).value);
  };
  const faults = [];
  const browser = await launch();
  try {
    await play({ browser, faults, asks });
    if (faults.length) throw new Error(faults.join("\n"));
    say("played");
  } catch (error) {
    for (const context of browser.contexts())
      for (const [index, page] of context.pages().entries())
        await page.screenshot({ path: `${folder}/${name}-${index}.png` }).catch(() => undefined);
    say(`failed: ${error.stack ?? error}\n${faults.join("\n")}`);
    process.exitCode = 1;
  } finally {
    lines.return?.();
    process.stdin.destroy();
    await browser.close();
  }
}
