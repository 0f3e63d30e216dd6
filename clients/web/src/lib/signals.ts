/** How a player is called who looks elsewhere: by a notification of the system. */

/** Whether the system may be asked for notifications at all. */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Ask the reader for leave; says whether it was given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tell the reader, who looks elsewhere; a click leads to the table. */
export function notify(title: string, body: string, table: string): void {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const note = new Notification(title, { body, tag: table });
  note.onclick = () => {
    focus();
    location.hash = `#/table/${table}`;
    note.close();
  };
}
