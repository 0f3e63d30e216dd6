/** What the whole page shares: who looks, in which language, at what. */
import {
  canUsePasskeys,
  ClientError,
  Feature,
  type GameOffer,
  type GetAccountResponse,
  Guest,
  Lobby,
  type MyTable,
  PlatformStatusSchema,
  type PlatformStatus,
  type Player,
  type PlayerSanction,
  type Report,
  type Provider,
  requestId,
  type Table,
  UnauthenticatedError,
  UnavailableError,
  Words,
} from "galaxytables-client";
import { create } from "@bufbuild/protobuf";
import type { OptionConflict } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { GIVEN } from "../model/browserPush.js";
import { type Language, type Say, wording } from "../model/wording.js";
import { OwnTables } from "../model/tableList.js";
import { answersMark, decisionsMark, endOf } from "../model/peace.js";
import { untilAnswered } from "../model/patience.js";
import { refusalOf } from "../model/refusal.js";
import { localTime } from "../model/clock.js";
import { hashOf } from "../model/route.js";
import { ServerTime } from "../model/serverTime.js";
import { readSettings } from "../model/settings.js";
import { keepTicket, type KeptTicket, TICKET, ticketFrom, type Wish } from "../model/ticket.js";
import { type Outcome, passkeysAt, RETURN_PATH, returnedFrom, takeBegun } from "../model/signIn.js";
import { type Turn, TurnCall } from "../model/turns.js";
import { endPush } from "./app.js";
import { learnsAt } from "./lessons.js";
import { notify } from "./signals.js";
import { chime } from "./sounds.js";
import { store } from "./store.js";
import { callsHere } from "./tabs.js";

/** Each language is a file of its own, so that nobody waits for words that they do not read. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: readonly string[] }>>> = {
  en: () => import("../words/en.js"),
  ja: () => import("../words/ja.js"),
};
const SETTINGS = "galaxytables.settings";
const DECISIONS = "galaxytables.decisions";
const ANSWERS = "galaxytables.answers";

/** Whether a table is there to learn at. */
export const isLesson = (table: Table): boolean => table.introduction || learnsAt(table.id);

// A link to a game that is shared is a path, which messengers read; within the page it is a place like all others.
const shared = hashOf(location.pathname);
if (shared) history.replaceState(null, "", `/${location.hash || shared}`);

// What a provider led back with is good for one use, and stays in no address.
const returned = returnedFrom(location);
const begun = returned && takeBegun(store, returned.state, Date.now());
if (location.pathname === RETURN_PATH) history.replaceState(null, "", `/#${begun?.route ?? "/"}`);

/** The ways in that there are here. */
interface WaysIn {
  readonly providers: readonly Provider[];
  readonly passkeys: ReturnType<typeof passkeysAt>;
}

class Page {
  readonly settings = $state(readSettings(store.getItem(SETTINGS), navigator.languages));
  /** The page's own words; after a change of language the earlier ones until the others are there. */
  say: Say = $state.raw(wording("en", []));
  /** The lobby's words: its errors and events. */
  words = $state.raw(new Words("en"));
  /** Who is not known yet may look at games that are shared. */
  lobby = new Lobby(Guest.kept(store) ? { identity: new Guest("", store) } : {});
  me = $state.raw<Player | undefined>();
  /** Somebody is kept here, and is asked for. */
  knocking = $state(Guest.kept(store) || returned !== undefined);
  failure = $state.raw<ClientError | undefined>();
  route = $state(location.hash.slice(1) || "/");
  mine = $state.raw<readonly MyTable[]>([]);
  /** The table that the page shows, by its id whatever the address says; empty for none. */
  shown = $state("");
  offers = $state.raw<readonly GameOffer[]>([]);
  /** How the platform is, with what the operators say to all players. */
  status = $state.raw<PlatformStatus>(create(PlatformStatusSchema));
  /** What the games are called: as they call themselves, until the words of the reader's language are there. */
  titles = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** The ticket by which the player waits for a table, in this tab or another one; undefined where they wait for none. */
  ticket = $state.raw<KeptTicket | undefined>();

  /** Undefined until somebody asks for them. */
  ways = $state.raw<WaysIn | undefined>();
  /** The player is asked how to sign in: anew, where that has to be recent. The name is for an account that is made. */
  signingIn = $state.raw<{ readonly anew?: boolean; readonly name?: string } | undefined>();
  /** What moderators have decided that the player has not read: about the player, or about a report of theirs. */
  decided = $state<"" | "player" | "report">("");
  /** What has become of a sign-in, until it is read. */
  outcome = $state.raw<Outcome | undefined>((history.state as { outcome?: Outcome } | null)?.outcome);

  private readonly time = new ServerTime();
  private returned = returned;
  /** The request of the ticket that was asked for in this tab. */
  private sought = "";
  private watching = new AbortController();

  constructor() {
    history.replaceState(null, "");
    addEventListener("hashchange", () => {
      this.route = location.hash.slice(1) || "/";
      this.outcome = undefined;
    });
    addEventListener("storage", ({ key, newValue }) => {
      if (key === TICKET) this.ticket = ticketFrom(newValue, this.me?.id ?? "");
    });
    addEventListener("online", () => this.lobby.wake());
    addEventListener("offline", () => this.lobby.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.lobby.wake();
    });
  }

  /** The server's time in milliseconds, as its messages tell it; the device's until one came. */
  now(): number {
    return this.time.known ? this.time.at(localTime()) : Date.now();
  }

  /** Learn the server's time from a message that came now. */
  readonly learnTime = (server: number): void => this.time.learn(server, localTime());

  /** Keep the settings, and show them. */
  apply(): void {
    store.setItem(SETTINGS, JSON.stringify(this.settings));
    document.documentElement.lang = this.settings.language;
    document.documentElement.dataset["theme"] = this.settings.theme;
    document.documentElement.dataset["text"] = this.settings.text;
  }

  /** Come in as who is kept here, or as a new guest of this name. */
  async enter(name = ""): Promise<void> {
    if (name) this.forgetRefused();
    this.failure = undefined;
    this.knocking = true;
    try {
      if (this.returned) await this.comeBack(this.returned);
      if (name) this.lobby = new Lobby({ identity: new Guest(name, store) });
      else if (!Guest.kept(store)) return;
      const me = () => this.lobby.players.getMe({});
      // Who is kept here is asked for until somebody answers; a new name can be given once more.
      const answer = name ? await me() : await untilAnswered(me, (failure) => (this.failure = failure));
      this.failure = undefined;
      this.me = answer?.player;
      this.ticket = ticketFrom(store.getItem(TICKET), this.me?.id ?? "");
      void this.watchMine();
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.failure = error;
    } finally {
      this.knocking = false;
    }
  }

  /** Go on as who has signed in here. */
  async signedIn(outcome: Outcome): Promise<void> {
    this.signingIn = undefined;
    this.outcome = outcome;
    this.me = undefined;
    this.lobby = new Lobby({ identity: new Guest("", store) });
    await this.enter();
  }

  /** Do what may make this device another player's, or nobody's. The stream of the player before ends first: it would be refused. */
  async becoming<T>(work: () => Promise<T>): Promise<T> {
    this.watching.abort();
    try {
      return await work();
    } catch (error) {
      if (this.me) void this.watchMine();
      throw error;
    }
  }

  /** Whoever is kept here has been refused for good: nobody can ever be them again by that token. */
  forgetRefused(): void {
    if (!(this.failure instanceof UnauthenticatedError)) return;
    Guest.forget(store);
    this.failure = undefined;
    this.lobby = new Lobby();
  }

  /** Learn how one can sign in here. Rejects where nobody answers. */
  async learnWays(): Promise<void> {
    const { providers } = await this.lobby.accounts.listProviders({});
    this.ways = { providers, passkeys: passkeysAt(location, canUsePasskeys()) };
  }

  /** Whether there is any way in. */
  get canSignIn(): boolean {
    return this.ways !== undefined && (this.ways.providers.length > 0 || this.ways.passkeys === "here");
  }

  /** End this device's session, and forget it. Rejects where it could not be ended. */
  async signOut({ sessions }: GetAccountResponse): Promise<void> {
    const own = sessions.find(({ current }) => current);
    if (own) await this.becoming(() => this.lobby.accounts.endSession({ sessionId: own.id }));
    this.forget();
  }

  private async comeBack(from: NonNullable<typeof returned>): Promise<void> {
    this.returned = undefined;
    const waysIn = await import("./waysIn.js").catch(() => undefined);
    const lost: Outcome = { message: "error-unavailable", values: {}, failed: true, again: true };
    this.outcome = waysIn ? await waysIn.complete(from, begun, this.say) : lost;
    this.lobby = new Lobby(Guest.kept(store) ? { identity: new Guest("", store) } : {});
  }

  /** Be called otherwise; who one is stays. */
  async rename(name: string): Promise<void> {
    this.me = await this.lobby.rename(name);
  }

  /** Learn how the platform is, for who has no stream. Without an answer nothing is known. */
  async learnStatus(): Promise<void> {
    await refusalOf(async () => {
      const { status } = await this.lobby.platform.getPlatform({});
      if (status) this.status = status;
    });
  }

  /** Learn whether a moderator has decided something about the player or their reports. Without an answer nothing is new. */
  async learnDecisions(): Promise<void> {
    await refusalOf(async () => {
      const { sanctions } = await this.lobby.reports.listMySanctions({});
      if (sanctions.length > 0 && decisionsMark(sanctions) !== store.getItem(DECISIONS)) {
        // Whoever is banned reads no reports.
        this.decided = "player";
        return;
      }
      const answers = answersMark((await this.lobby.reports.listMyReports({})).reports);
      this.decided = answers && answers !== store.getItem(ANSWERS) ? "report" : "";
    });
  }

  /** The player has read what was decided, and what was answered to their reports. */
  sawDecisions(sanctions: readonly PlayerSanction[], reports: readonly Report[]): void {
    if (sanctions.length) store.setItem(DECISIONS, decisionsMark(sanctions));
    if (reports.length) store.setItem(ANSWERS, answersMark(reports));
    this.decided = "";
  }

  /** Tables that wait for the player; lessons wait for nobody. */
  get waiting(): readonly MyTable[] {
    return this.mine.filter(({ table, yourTurn }) => yourTurn && table && !isLesson(table));
  }

  /** Wait for people who would play the same, in place of what the player waited for before. */
  seek(wish: Wish): void {
    this.sought = requestId();
    const waits = { ticketId: "", since: this.now(), tableId: "" };
    this.keepTicket({ player: this.me?.id ?? "", wish, requestId: this.sought, ...waits });
  }

  /** Whether the player asked for their ticket in this tab. */
  get seeksHere(): boolean {
    return this.ticket?.requestId === this.sought;
  }

  /** Note how the player's ticket is, for all tabs; undefined where they wait no longer. */
  keepTicket(ticket: KeptTicket | undefined): void {
    this.ticket = ticket;
    keepTicket(ticket, store);
  }

  /** The player's ticket is over, and only shown. */
  forgetTicket(): void {
    keepTicket(undefined, store);
  }

  /** Nobody is kept here any more, nor told in this browser. */
  async forget(outcome?: Outcome): Promise<void> {
    Guest.forget(store);
    store.removeItem(TICKET);
    store.removeItem(GIVEN);
    await endPush();
    location.hash = "";
    // The page that is loaded anew shows it once.
    history.replaceState({ outcome }, "");
    location.reload();
  }

  /** Load the page's own words. Rejects where they cannot be had. */
  async learnOwnWords(language: Language): Promise<void> {
    const { default: catalogues } = await CATALOGUES[language]();
    if (language === this.settings.language) this.say = wording(language, catalogues);
  }

  async learnWords(language: Language): Promise<void> {
    this.words = await this.lobby.words(language);
  }

  /** What a game is called; a game that is no longer offered by its id. */
  titleOf(game: string): string {
    return this.titles.get(game) ?? (this.titles.size ? game : "…");
  }

  async learnTitles(language: Language, offers: readonly GameOffer[]): Promise<void> {
    const own = offers.map(({ description }) => [description?.game ?? "", description?.title ?? ""] as const);
    this.titles = new Map(own);
    // Their own titles are English.
    if (language === "en") return;
    const told = own.map(async ([game, title]) => {
      const words = await this.lobby.words(language, game);
      return [game, words.message("game") || title] as const;
    });
    this.titles = new Map(await Promise.all(told));
  }

  /** An error as a sentence: by its reason in the words given, else by what kind it is. */
  explain(error: ClientError, words: Words = this.words): string {
    const said = error.reason ? words.error(error.reason, error.values) : "";
    if (said) return this.bounded(this.cited(said, error.values["paragraph"]), error.values["until"]);
    if (error instanceof UnavailableError) return this.say("error-unavailable");
    return this.say("error-unknown", { code: error.reason || error.code });
  }

  /** Why something cannot be done now because the operators have switched it off; empty if it can. */
  off(...features: readonly Feature[]): string {
    const off = features.find((each) => this.status.off.includes(each));
    return off === undefined ? "" : this.words.error("FEATURE_OFF", { feature: Feature[off].toLowerCase() });
  }

  /** Why no table of a game can be opened now, or none can be had by these features; empty if one can. */
  closed(game: string, ...features: readonly Feature[]): string {
    const off = this.off(Feature.TABLES, ...features);
    return off || (this.status.drainedGames.includes(game) ? this.words.error("GAME_DRAINING", { game }) : "");
  }

  /** Why options do not go together, in the words of their game. */
  explainConflict({ reason, text, metadata }: OptionConflict, words: Words = this.words): string {
    const said = words.error(reason, metadata) || this.words.error(reason, metadata);
    return said ? this.cited(said, metadata["paragraph"]) : text;
  }

  /** What was said, and until when it holds, where that is known. */
  private bounded(said: string, until = ""): string {
    const when = endOf(until);
    if (!when) return said;
    const date = new Intl.DateTimeFormat(this.settings.language, { dateStyle: "medium", timeStyle: "short" });
    return this.say("error-until", { words: said, when: date.format(when) });
  }

  private cited(said: string, paragraph: string | undefined): string {
    return paragraph && !said.includes(paragraph) ? this.say("error-with-paragraph", { words: said, paragraph }) : said;
  }

  private async watchMine(): Promise<void> {
    this.watching.abort();
    const { signal } = (this.watching = new AbortController());
    const [list, call] = [new OwnTables(this.me?.id ?? ""), new TurnCall()];
    list.subscribe((entries) => (this.mine = entries));
    const failure = await refusalOf(async () => {
      const onPlatform = (status: PlatformStatus) => (this.status = status);
      for await (const told of this.lobby.watchMyTables({ signal, onPulse: this.learnTime, onPlatform })) {
        list.take(told);
        if (!list.caughtUp) continue;
        const turns = this.mine.flatMap(({ table, yourTurn }) =>
          table && !isLesson(table)
            ? [{ table: table.id, name: table.name, version: Number(table.version), waiting: yourTurn }]
            : [],
        );
        for (const turn of call.take(turns)) void this.calls(turn);
      }
    });
    if (failure instanceof UnauthenticatedError && !signal.aborted) this.signedOut(failure);
  }

  /** The session has ended elsewhere. */
  private signedOut(failure: UnauthenticatedError): void {
    const kept = Guest.keptPlayer(store);
    // Another tab has signed in as somebody else, whom this tab shows from now on.
    if (kept && kept !== this.me?.id) return location.reload();
    this.failure = failure;
    this.outcome = undefined;
    this.me = undefined;
    this.mine = [];
  }

  /** Call the player to a table, unless they look at it, or another tab calls. */
  private async calls({ table, name, version, waiting, known }: Turn): Promise<void> {
    const here = await callsHere(table, version, waiting);
    if (!here || known || (this.shown === table && !document.hidden)) return;
    if (this.settings.sound) chime();
    if (this.settings.notify) void notify(this.say("turn-yours"), name, table);
  }
}

export const page = new Page();
