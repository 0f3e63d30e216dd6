/** Several tabs of one player: one of them calls, and none where another one shows the table. */
import { TurnMarks } from "../model/turnMarks.js";
import { store } from "./store.js";

const marks = new TurnMarks(store);
const CALLING = "galaxytables.calling";
/** For so long a call in one tab is none in the others, unless its turn has ended by then. */
const CALLED_MS = 2000;
/** By table: what ends the call that this tab has made. */
const ends = new Map<string, () => void>();
const showing = (table: string) => `galaxytables.showing.${table}`;

/** Browsers have locks on secure pages only; elsewhere each tab goes by what is kept. */
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/** Note whether a table waits for the player; resolves to whether this tab is to call them. */
export async function callsHere(table: string, version: number, waiting: boolean): Promise<boolean> {
  if (!waiting) ends.get(table)?.();
  const note = () => marks.note(table, { version, waiting });
  const first = await (locks()?.request(CALLING, note) ?? note());
  return first && !(await isShown(table)) && (await isFirst(table));
}

/** What one tab has kept reaches the others a moment later; locks are the same for all at once. */
async function isFirst(table: string): Promise<boolean> {
  const all = locks();
  if (!all) return true;
  return new Promise((resolve) => {
    void all.request(`galaxytables.called.${table}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      await new Promise<void>((end) => {
        ends.set(table, end);
        setTimeout(end, CALLED_MS);
      });
    });
  });
}

async function isShown(table: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === showing(table));
}

/** Let the other tabs know that this one shows a table, while it is in sight; gives what ends that. */
export function shows(table: string): () => void {
  let hide: (() => void) | undefined;
  const look = () => {
    if (document.hidden) {
      hide?.();
      hide = undefined;
    } else if (!hide) {
      const gone = new Promise<void>((resolve) => (hide = resolve));
      void locks()?.request(showing(table), { mode: "shared" }, () => gone);
    }
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    hide?.();
  };
}
