/** What has not changed from one view to the next stays the same object, so that nothing of it is drawn anew. */

/**
 * The newer of two values, in which whatever equals its counterpart in the older one is that; the older one where all does.
 *
 * Values are plain: messages, lists, bytes. Those in a list that have an id are counterparts by it, others by their place.
 * The newer value is changed.
 */
export function shared<T>(older: unknown, newer: T): T {
  if (Object.is(older, newer) || !isObject(older) || !isObject(newer)) return newer;
  if (newer instanceof Uint8Array) return equalBytes(older, newer) ? (older as T) : newer;
  const list = Array.isArray(newer);
  if (list !== Array.isArray(older)) return newer;
  const counterpart = list ? byId(older as unknown as readonly unknown[]) : undefined;
  const parts: Fields = newer;
  let same = Object.keys(older).length === Object.keys(newer).length;
  for (const [key, value] of Object.entries(newer)) {
    const part = shared(counterpart?.get(idOf(value)) ?? older[key], value);
    parts[key] = part;
    same &&= Object.is(part, older[key]) && key in older;
  }
  return same ? (older as T) : newer;
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function idOf(value: unknown): unknown {
  return isObject(value) ? value["id"] : undefined;
}

function byId(list: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  return new Map(list.filter((item) => idOf(item) !== undefined).map((item) => [idOf(item), item]));
}

function equalBytes(older: unknown, newer: Uint8Array): boolean {
  return (
    older instanceof Uint8Array && older.length === newer.length && newer.every((byte, index) => byte === older[index])
  );
}
