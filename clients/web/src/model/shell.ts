/**
 * The shell of the page, kept for when nobody answers.
 *
 * A server that answers is always asked for the page itself, so a kept page never stands in for a new one. What the page
 * is made of has its content in its name, so it is taken from what is kept wherever that has it.
 */

/** What a build consists of, as far as it is kept. */
export interface Build {
  /** Changes with any of its files. */
  readonly version: string;
  /** The file that its page begins with. */
  readonly main: string;
  readonly files: readonly string[];
}

/** What a request says of itself. */
export type Asked = Pick<Request, "method" | "mode" | "url">;

const OURS = "shell ";
const PAGE = "/";
/** The shell before is kept too: a page of it may still be open. */
const KEPT = 2;

export class Shell {
  constructor(
    private readonly build: Build,
    private readonly origin: string,
    private readonly caches: CacheStorage,
    private readonly ask: typeof fetch,
  ) {}

  private get name(): string {
    return `${OURS}${this.build.version}`;
  }

  /** Keep this build as a whole. Rejects where the server has another one by now. */
  async keep(): Promise<void> {
    const response = await this.ask(PAGE, { cache: "no-store" });
    const text = await response.text();
    if (!response.ok || !text.includes(this.build.main)) throw new Error("the server has another build");
    const cache = await this.caches.open(this.name);
    await cache.addAll([...this.build.files]);
    const { headers } = response;
    // The page can tell that it was kept.
    await cache.put(PAGE, new Response(text.replace("<html", "<html data-kept"), { headers: plain(headers) }));
  }

  /** Forget the shells of older builds. */
  async tidy(): Promise<void> {
    const names = (await this.caches.keys()).filter((name) => name.startsWith(OURS) && name !== this.name);
    await Promise.all(names.slice(0, 1 - KEPT).map((name) => this.caches.delete(name)));
  }

  /** The answer to a request of the page; nothing where the server alone is to answer. */
  answer(asked: Asked): Promise<Response> | undefined {
    const { origin, pathname } = new URL(asked.url);
    if (asked.method !== "GET" || origin !== this.origin) return undefined;
    if (asked.mode === "navigate") return isPlace(pathname) ? this.page(asked) : undefined;
    return pathname.startsWith("/assets/") ? this.file(asked) : undefined;
  }

  private async page(asked: Asked): Promise<Response> {
    try {
      return await this.ask(asked as Request);
    } catch (error) {
      const kept = await (await this.caches.open(this.name)).match(PAGE);
      if (kept) return kept;
      throw error;
    }
  }

  private async file(asked: Asked): Promise<Response> {
    return (await this.caches.match(asked.url)) ?? this.ask(asked as Request);
  }
}

/** Whether a path leads to the page; the documentation, `/try` and files have pages of their own. */
const isPlace = (path: string): boolean => path === PAGE || path.startsWith("/replay/");

/** Headers of a body that is not packed any more. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("content-encoding");
  kept.delete("content-length");
  return kept;
}
