/** The way into the platform: its calls, its streams, its words. */
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import type { DescService, MessageInitShape } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Calls, requestId } from "./calls.js";
import { Credentials } from "./credentials.js";
import type { Identity, Token } from "./identity.js";
import {
  AccountService,
  type CompleteSignInRequestSchema,
  type CompleteSignInResponse,
  type WayIn,
} from "./gen/galaxytables/lobby/v1/accounts_pb.js";
import { ArchiveService } from "./gen/galaxytables/lobby/v1/archive_pb.js";
import { NotificationService } from "./gen/galaxytables/lobby/v1/notifications_pb.js";
import {
  type HoldTicketResponse,
  PairingService,
  type TicketTermsSchema,
} from "./gen/galaxytables/lobby/v1/pairing_pb.js";
import { type CompletePasskeySignInResponse, PasskeyService } from "./gen/galaxytables/lobby/v1/passkeys_pb.js";
import { PersonalTokenService } from "./gen/galaxytables/lobby/v1/personal_tokens_pb.js";
import { PlatformService, type PlatformStatus } from "./gen/galaxytables/lobby/v1/platform_pb.js";
import { PlayService, type TableUpdate } from "./gen/galaxytables/lobby/v1/play_pb.js";
import { type Player, PlayerService } from "./gen/galaxytables/lobby/v1/players_pb.js";
import { RelationService } from "./gen/galaxytables/lobby/v1/relations_pb.js";
import { ReportService } from "./gen/galaxytables/lobby/v1/reports_pb.js";
import { type MyTable, type Table, TableService, TableState } from "./gen/galaxytables/lobby/v1/tables_pb.js";
import type { WordsResponse } from "./gen/galaxytables/rules/v1/rules_pb.js";
import { createPasskey, usePasskey } from "./passkeys.js";
import { type Following, resumed } from "./resuming.js";
import { OwnSeat } from "./seat.js";
import { EMPTY_LIST, listAfter, type TableList } from "./tableList.js";
import { PatchedViews } from "./views.js";
import { Waking } from "./waking.js";
import { Words } from "./words.js";

export interface LobbyOptions {
  /** The gateway's address; the page's own if left out. */
  readonly baseUrl?: string;
  /** Who calls; nobody if left out. */
  readonly identity?: Identity;
  /** For how many milliseconds a call is repeated while nobody answers. */
  readonly patience?: number;
  /** After how many milliseconds without an answer a call is made again. */
  readonly attempt?: number;
  /** After how many milliseconds in which nothing arrives a stream is opened again. */
  readonly silence?: number;
  /** Another way to the server, for example a router in a test. */
  readonly transport?: Transport;
}

export interface Watching extends Following {
  /** The first event wanted, 0 for none that was; 1 if left out. */
  readonly fromEvent?: bigint;
  /** The first message wanted; 0, for no earlier ones, if left out. */
  readonly fromMessage?: bigint;
  readonly views?: boolean;
  /** Only what asks something of the player. */
  readonly promptsOnly?: boolean;
  /** A heartbeat came: the stream stands, and this is the server's time in milliseconds. */
  readonly onPulse?: (now: number) => void;
}

/** How a list of tables is followed. */
export interface ListFollowing extends Following {
  /** A message came, which carried the server's time in milliseconds. */
  readonly onPulse?: (now: number) => void;
  /** How the platform is, with the operators' announcements: called first, and whenever that has changed. */
  readonly onPlatform?: (status: PlatformStatus) => void;
}

/** How a live ticket is held. */
export interface HoldingTicket extends ListFollowing {
  /** Goes on with a ticket from before, for example after a page was loaded again. */
  readonly ticketId?: string;
  /** Names the request that makes the ticket: a repeat goes on with the same one. Made here if left out. */
  readonly requestId?: string;
}

/** How a passkey is used. */
export interface UsingPasskey {
  /** What to call this device among the player's sessions. */
  readonly deviceLabel?: string;
  readonly signal?: AbortSignal;
  /** `conditional` offers passkeys where the player fills in a field, and asks for nothing. */
  readonly mediation?: CredentialMediationRequirement;
}

/** How seats and components are written in sentences, where not by their names alone. */
export interface Called {
  readonly seat?: (seat: number) => string;
  readonly component?: (id: string, name: string) => string;
}

/** What is given to whoever shows who they are. */
interface Given {
  readonly token: string;
  readonly expires?: Parameters<typeof timestampMs>[0];
  readonly refreshToken: string;
}

/** All that is known at first, then each change. */
export type Listed<T> = { readonly entry: T } | { readonly caughtUp: true } | { readonly restarted: true };

/**
 * A connection to the platform.
 *
 * `players`, `accounts`, `personalTokens`, `relations`, `reports`, `platform`, `tables`, `pairing`, `play`, `archive` and `notifications` have every call of
 * the API but those of tournaments (`Tournaments`), with the care that `Calls` takes; the methods here are what is more than a call.
 */
export class Lobby {
  readonly players: Client<typeof PlayerService>;
  readonly accounts: Client<typeof AccountService>;
  readonly tables: Client<typeof TableService>;
  readonly platform: Client<typeof PlatformService>;
  readonly play: Client<typeof PlayService>;
  readonly archive: Client<typeof ArchiveService>;
  readonly notifications: Client<typeof NotificationService>;
  readonly pairing: Client<typeof PairingService>;
  readonly passkeys: Client<typeof PasskeyService>;
  readonly personalTokens: Client<typeof PersonalTokenService>;
  readonly relations: Client<typeof RelationService>;
  readonly reports: Client<typeof ReportService>;
  private readonly waking = new Waking();
  private readonly credentials?: Credentials;
  private readonly kept = new Map<string, Promise<WordsResponse>>();

  private readonly silence?: number;
  private readonly calls: Transport;

  constructor({ baseUrl, identity, patience, attempt, silence, transport }: LobbyOptions = {}) {
    this.silence = silence;
    const address = baseUrl ?? (typeof location === "undefined" ? "http://127.0.0.1:5180" : location.origin);
    const inner = transport ?? createConnectTransport({ baseUrl: address, useBinaryFormat: true });
    this.credentials = identity && new Credentials(identity, this.door(inner, patience, attempt));
    const calls = (this.calls = new Calls(inner, this.waking, this.credentials, patience, attempt));
    this.players = createClient(PlayerService, calls);
    this.accounts = createClient(AccountService, calls);
    this.tables = createClient(TableService, calls);
    this.platform = createClient(PlatformService, calls);
    this.play = createClient(PlayService, calls);
    this.archive = createClient(ArchiveService, calls);
    this.notifications = createClient(NotificationService, calls);
    this.pairing = createClient(PairingService, calls);
    this.passkeys = createClient(PasskeyService, calls);
    this.personalTokens = createClient(PersonalTokenService, calls);
    this.relations = createClient(RelationService, calls);
    this.reports = createClient(ReportService, calls);
  }

  /** The calls of a service that is no field, such as one that a page loads later. */
  client<Service extends DescService>(service: Service): Client<Service> {
    return createClient(service, this.calls);
  }

  /** Everything of a stream that `open` opens, opened again whenever it breaks. Throws what will not pass. */
  resumed<T>(open: (signal: AbortSignal) => AsyncIterable<T>, following: Following = {}): AsyncGenerator<T, void> {
    return resumed(open, this.waking, following, this.silence);
  }

  /** Try again now what waits for its next try: the page is looked at again, or the network is back. */
  wake(): void {
    this.waking.wake();
  }

  /** The network is away: no stream waits until it has been silent for too long, all are opened anew. */
  lose(): void {
    this.waking.lose();
  }

  /**
   * Open a table with the terms of another one; all seats but the player's are free. Others come to it by invitation if
   * the other one was private. Throws as `createTable`.
   */
  async createLike(table: Table, entropy: Uint8Array<ArrayBuffer>): Promise<Table> {
    const { game, seats, options, visibility, timeControl, named, name, spectators, rating } = table;
    const { table: opened } = await this.tables.createTable({
      game,
      seats: seats.length,
      options,
      visibility,
      timeControl,
      name: named ? name : "",
      entropy,
      spectators,
      rating,
    });
    if (!opened) throw new Error("The server sent no table.");
    return opened;
  }

  /** Give the player another name; who they are stays. Throws INVALID_NAME. */
  async rename(name: string): Promise<Player> {
    const { player, token, expires } = await this.players.rename({ name });
    if (!player) throw new Error("The server sent no player.");
    await this.credentials?.exchange(token, expires ? timestampMs(expires) : Infinity);
    return player;
  }

  /**
   * Complete a sign-in that `accounts.beginSignIn` began, and go on as the account; `accounts.completeSignIn` completes a LINK.
   *
   * The token is for `SignedIn`, to connect as the account elsewhere. Throws SIGN_IN_UNKNOWN, SIGN_IN_REFUSED, SEATED_TWICE.
   */
  async completeSignIn(
    back: MessageInitShape<typeof CompleteSignInRequestSchema>,
  ): Promise<{ readonly account: CompleteSignInResponse; readonly token: Token }> {
    const account = await this.accounts.completeSignIn(back);
    return { account, token: await this.goOnAs(account, account.playerId) };
  }

  /**
   * Sign in by a passkey, and go on as its account. The browser lets the player choose the passkey.
   *
   * The token is for `SignedIn`. Throws PASSKEY_UNKNOWN, PASSKEY_REFUSED, PASSKEY_CLONED, and what `usePasskey` throws.
   */
  async signInByPasskey({ deviceLabel = "", ...using }: UsingPasskey = {}): Promise<{
    readonly account: CompletePasskeySignInResponse;
    readonly token: Token;
  }> {
    const { options } = await this.passkeys.beginPasskeySignIn({});
    const credential = await usePasskey(options, using);
    const account = await this.passkeys.completePasskeySignIn({ credential, deviceLabel });
    return { account, token: await this.goOnAs(account, account.playerId) };
  }

  /**
   * Make a passkey on this device, as a sign-in method of the player. A guest has an account from then on.
   *
   * Throws SIGN_IN_NOT_RECENT, TOO_MANY_WAYS_IN, INVALID_NAME, and what `createPasskey` throws.
   */
  async addPasskey(name: string, { deviceLabel = "", signal }: UsingPasskey = {}): Promise<WayIn> {
    const { options } = await this.passkeys.beginPasskeyRegistration({});
    const credential = await createPasskey(options, signal);
    const added = await this.passkeys.completePasskeyRegistration({ credential, name, deviceLabel });
    if (!added.wayIn) throw new Error("The server sent no sign-in method.");
    // For a guest, whose earlier tokens are good no more.
    if (added.token) await this.goOnAs(added);
    return added.wayIn;
  }

  /** The player's seat at a table, for whoever wants to answer prompts and nothing else. */
  seat(tableId: string): OwnSeat {
    return new OwnSeat(this, tableId);
  }

  /**
   * Follow a table until it is finished or closed.
   *
   * Every event from `fromEvent` on comes once and in order, and so do messages. A stream that breaks is opened again
   * after the last of them; only an update marked `resync` carries again what came before, and replaces it. Throws what
   * will not pass, such as TABLE_NOT_FOUND.
   */
  async *watchTable(tableId: string, watching: Watching = {}): AsyncGenerator<TableUpdate, void, undefined> {
    const { fromEvent = 1n, fromMessage = 0n, views = false, promptsOnly = false, onPulse } = watching;
    const request = { tableId, fromEvent, fromMessage, views, viewPatches: views, promptsOnly };
    const seen = new PatchedViews();
    const open = (signal: AbortSignal) => this.play.watchTable(request, { signal });
    for await (const { update, now } of this.resumed(open, watching)) {
      if (!update) {
        if (now) onPulse?.(timestampMs(now));
        continue;
      }
      seen.complete(update);
      request.fromEvent = update.lastEvent + 1n;
      request.fromMessage = update.lastMessage + 1n;
      yield update;
      if (update.state === TableState.FINISHED || update.state === TableState.CLOSED) return;
    }
  }

  /**
   * Follow one table's seats and terms, before it starts and after.
   *
   * With `pastEnd` a finished table is followed on, which tells of its rematch.
   */
  async *watchRoom(
    tableId: string,
    following: Following & { readonly pastEnd?: boolean } = {},
  ): AsyncGenerator<Table, void, undefined> {
    const open = (signal: AbortSignal) => this.tables.watchTables({ tableId }, { signal });
    for await (const { content } of this.resumed(open, following)) {
      if (content.case !== "table") continue;
      yield content.value;
      if (content.value.state === TableState.FINISHED && !following.pastEnd) return;
      if (content.value.state === TableState.CLOSED) return;
    }
  }

  /**
   * Follow the list of public tables, of all games or of one: as it is, then whenever it has changed, at most once a
   * second. After a lost connection it comes anew.
   */
  async *watchTables(game = "", following: ListFollowing = {}): AsyncGenerator<TableList, void, undefined> {
    const open = (signal: AbortSignal) => this.tables.watchTables({ game }, { signal });
    let list = EMPTY_LIST;
    for await (const { content, now } of this.resumed(open, following)) {
      if (now) following.onPulse?.(timestampMs(now));
      if (content.case === "platform") following.onPlatform?.(content.value);
      if (content.case === "changes") yield (list = listAfter(list, content.value));
    }
  }

  /** Follow all of the player's tables: whose turn it is; after a lost connection it begins anew. */
  async *watchMyTables(following: ListFollowing = {}): AsyncGenerator<Listed<MyTable>, void, undefined> {
    let opened = 0;
    const open = (signal: AbortSignal) => {
      opened += 1;
      return this.tables.watchMyTables({}, { signal });
    };
    let begun = 0;
    for await (const { content, now } of this.resumed(open, following)) {
      if (now) following.onPulse?.(timestampMs(now));
      if (begun !== opened) {
        begun = opened;
        yield { restarted: true };
      }
      if (content.case === "platform") following.onPlatform?.(content.value);
      if (content.case === "table") yield { entry: content.value };
      if (content.case === "caughtUp") yield { caughtUp: true };
    }
  }

  /**
   * Hold a live ticket: how it is whenever that changes, and in the end the seat.
   *
   * A stream that breaks is opened again and goes on with the ticket. If the loop is left before the seat comes, or the
   * signal aborts it, the ticket is cancelled. Several holders of one ticket get the same seat. Throws what will not pass,
   * such as INVALID_TICKET and TICKET_OVER.
   */
  async *holdTicket(
    terms: MessageInitShape<typeof TicketTermsSchema>,
    holding: HoldingTicket = {},
  ): AsyncGenerator<HoldTicketResponse["content"], void, undefined> {
    let { ticketId = "" } = holding;
    const { requestId: id = requestId() } = holding;
    const open = (signal: AbortSignal) =>
      this.pairing.holdTicket(
        { ticket: ticketId ? { case: "ticketId", value: ticketId } : { case: "terms", value: terms }, requestId: id },
        { signal },
      );
    let waits = true;
    try {
      for await (const { content, now } of this.resumed(open, holding)) {
        if (now) holding.onPulse?.(timestampMs(now));
        if (!content.case) continue;
        ticketId = content.value.ticketId;
        waits = content.case !== "seat";
        yield content;
        if (!waits) return;
      }
    } catch (error) {
      waits = false;
      throw error;
    } finally {
      if (ticketId && waits) await this.pairing.cancelTicket({ ticketId });
    }
  }

  /** The words of a game, with those of the lobby beside them; of the lobby alone without a game. Fetched once. */
  async words(
    language: string,
    game = "",
    packDigest: Uint8Array = new Uint8Array(),
    called: Called = {},
  ): Promise<Words> {
    const [lobby, own] = await Promise.all([
      this.catalogue(language, "", new Uint8Array()),
      game ? this.catalogue(language, game, packDigest) : undefined,
    ]);
    const { component, seat } = called;
    const names = Object.entries(own?.names ?? {}).map(([id, name]) => [id, component ? component(id, name) : name]);
    return Words.of(language, own ? [lobby, own] : [lobby], Object.fromEntries(names), seat);
  }

  /** Take the tokens of an account; without `player` it is who called before. */
  private async goOnAs(given: Given, player?: string): Promise<Token> {
    const token = tokenOf(given, player ?? this.credentials?.player);
    await this.credentials?.signIn(token);
    return token;
  }

  private catalogue(language: string, game: string, packDigest: Uint8Array): Promise<WordsResponse> {
    const key = `${language} ${game} ${packDigest.join()}`;
    const kept = this.kept.get(key) ?? this.fetched(language, game, packDigest);
    this.kept.set(key, kept);
    kept.catch(() => this.kept.delete(key));
    return kept;
  }

  private async fetched(language: string, game: string, packDigest: Uint8Array): Promise<WordsResponse> {
    const { words } = await this.tables.getWords({ language, game, packDigest: Uint8Array.from(packDigest) });
    if (!words) throw new Error("The server sent no words.");
    return words;
  }

  /** The calls that can be made before one is anybody. */
  private door(inner: Transport, patience?: number, attempt?: number) {
    const players = createClient(PlayerService, new Calls(inner, this.waking, undefined, patience, attempt));
    return {
      createGuest: async (name: string) => {
        const made = await players.createGuest({ name, refreshable: true });
        return tokenOf(made, made.refreshToken ? made.player?.id : undefined);
      },
      renew: async (token: string) =>
        tokenOf(await players.renewToken({ refreshable: true }, { headers: { authorization: `Bearer ${token}` } })),
      refresh: async (refreshToken: string, id: string) =>
        tokenOf(await players.refresh({ refreshToken, requestId: id })),
    };
  }
}

/** The token that a call gave, of a player if that is known. */
function tokenOf({ token, expires, refreshToken }: Given, player?: string): Token {
  return {
    text: token,
    expires: expires ? timestampMs(expires) : Infinity,
    // A lobby of before gives none.
    ...(refreshToken && { refresh: refreshToken, request: requestId() }),
    ...(player !== undefined && { player }),
  };
}
