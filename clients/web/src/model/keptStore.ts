/** What a browser keeps between visits; where it keeps nothing, or is full, for as long as the page is open. */
import type { Store } from "galaxytables-client";
import { Watched } from "./watched.js";

export class KeptStore implements Store {
  /** Values that could not be kept, and keys that could not be removed (null). */
  private readonly session = new Map<string, string | null>();
  /** Something lasts for this visit only. */
  readonly forgetful = new Watched(false);

  /** @param storage gives the browser's storage; it may throw, as browsers do that keep nothing for a page */
  constructor(private readonly storage: () => Store) {}

  getItem(key: string): string | null {
    const own = this.session.get(key);
    if (own !== undefined) return own;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  setItem(key: string, value: string): void {
    this.change(key, value, (storage) => {
      try {
        storage.setItem(key, value);
      } catch {
        // A full storage has room again for what takes the place of its former value.
        storage.removeItem(key);
        storage.setItem(key, value);
      }
    });
  }

  removeItem(key: string): void {
    this.change(key, null, (storage) => storage.removeItem(key));
  }

  private change(key: string, value: string | null, keep: (storage: Store) => void): void {
    try {
      keep(this.storage());
      this.session.delete(key);
    } catch {
      this.session.set(key, value);
      if (!this.forgetful.now) this.forgetful.set(true);
    }
  }
}
