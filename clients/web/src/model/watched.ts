/** A value that tells when it has changed: what the page's components subscribe to. */
export class Watched<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(protected value: T) {}

  /** The value now. */
  get now(): T {
    return this.value;
  }

  /** Be told of the value now, and whenever it has changed, until the returned function is called. */
  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    listener(this.value);
    return () => this.listeners.delete(listener);
  }

  /** Put another value in its place, or say that it has changed within. */
  set(value: T): void {
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }
}
