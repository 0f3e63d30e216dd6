/** How a player is called: a sound that is made here, and a notification of the system. */

const NOTES = [659.26, 880];
const SECONDS = 0.16;
let audio: AudioContext | undefined;

/** Two notes. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    const begin = audio.currentTime;
    for (const [index, frequency] of NOTES.entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const at = begin + index * SECONDS;
      tone.type = "sine";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.16, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + SECONDS * 2);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + SECONDS * 2);
    }
  } catch {
    // A machine without sound says it by the title alone.
  }
}

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
