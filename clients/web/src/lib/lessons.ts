/** The tables of this browser at which questions are explained. */
const KEY = "galaxy-tables.lessons";
const MOST = 20;

function all(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export const learnsAt = (table: string): boolean => all().includes(table);

export function learnAt(table: string): void {
  localStorage.setItem(KEY, JSON.stringify([...all(), table].slice(-MOST)));
}

export function learnNoMoreAt(table: string): void {
  localStorage.setItem(KEY, JSON.stringify(all().filter((each) => each !== table)));
}
