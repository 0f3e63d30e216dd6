/** How a player is called who looks elsewhere: by a notification of the system. */
import { pageWorker } from "./app.js";

/** Whether the system may be asked for notifications at all. */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Ask the reader for leave; says whether it was given. To be called from a press, before anything is waited for. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tell the reader, who looks elsewhere; a click leads to the table. */
export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const path = `/#/table/${table}`;
  const worker = await pageWorker();
  // A push about the same table has the same tag, so that the system shows one of both; and it leads there itself.
  if (worker) return worker.showNotification(title, { body, tag: table, icon: "/icon-192.png", data: { path } });
  const note = new Notification(title, { body, tag: table });
  note.onclick = () => {
    focus();
    location.hash = path.slice(1);
    note.close();
  };
}
