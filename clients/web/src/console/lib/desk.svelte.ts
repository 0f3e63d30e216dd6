/** What the whole console shares: who looks, in which language, at what. */
import type { DescMethod } from "@bufbuild/protobuf";
import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { ClientError, messageId, UnauthenticatedError, Words } from "galaxytables-client";
import { type GetOperatorResponse, OperatorRole } from "galaxytables-client/gen/galaxytables/admin/v1/admin_pb";
import { store } from "../../lib/store.js";
import { readSettings } from "../../model/settings.js";
import { type Language, type Say, wording } from "../../model/wording.js";
import { admin, completeSignIn, endSession, refusalOf, roleFor } from "./calls.js";

/** Each language is a file of its own, so that nobody waits for words that they do not read. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: readonly string[] }>>> = {
  en: () => import("../words/en.js"),
  ja: () => import("../words/ja.js"),
};
const SETTINGS = "galaxytables.console.settings";
const RETURN_PATH = "/sign-in";
/** The addresses of pages within the console. */
const ROUTE = /^#(\/.*)$/;

class Desk {
  readonly settings = $state(readSettings(store.getItem(SETTINGS), navigator.languages));
  say: Say = $state.raw(wording("en", []));
  private errors = new Words("en");
  operator = $state.raw<GetOperatorResponse | undefined>();
  /** The provider where operators sign in, empty for none; undefined until that is known. */
  provider = $state.raw<string | undefined>();
  failure = $state.raw<ClientError | undefined>();
  route = $state("/");

  constructor() {
    addEventListener("hashchange", () => (this.route = ROUTE.exec(location.hash)?.[1] ?? "/"));
    this.route = ROUTE.exec(location.hash)?.[1] ?? "/";
  }

  /** Learn the words, and who looks. */
  async begin(): Promise<void> {
    await this.apply();
    if (location.pathname === RETURN_PATH) {
      const back = new URLSearchParams(location.search);
      // What a provider led back with is good for one use, and stays in no address.
      history.replaceState(null, "", "/");
      this.failure = back.has("code") ? await refusalOf(() => completeSignIn(back)) : undefined;
    }
    await this.enter();
  }

  /** Ask who looks; without a session, ask where to sign in. */
  async enter(): Promise<void> {
    const refused = await refusalOf(async () => (this.operator = await admin.getOperator({})));
    if (!refused) {
      this.failure = undefined;
      return;
    }
    this.operator = undefined;
    const unknown = await refusalOf(async () => (this.provider = (await admin.getSignIn({})).provider));
    if (unknown ?? !(refused instanceof UnauthenticatedError)) this.failure = unknown ?? refused;
  }

  async leave(): Promise<void> {
    this.failure = await refusalOf(endSession);
    await this.enter();
  }

  /** Whether the operator's role suffices for a call. */
  may(method: DescMethod): boolean {
    return (this.operator?.role ?? OperatorRole.UNSPECIFIED) >= roleFor(method);
  }

  /** Keep the settings, and show them. */
  async apply(): Promise<void> {
    store.setItem(SETTINGS, JSON.stringify(this.settings));
    const { language, theme } = this.settings;
    const catalogues = (await CATALOGUES[language]()).default;
    this.errors = new Words(language, catalogues);
    this.say = wording(language, catalogues);
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = theme;
  }

  /** Why something was not done, in the reader's language. */
  explain(failure: ClientError): string {
    if (failure instanceof UnauthenticatedError && this.operator) void this.enter();
    return this.errors.message(messageId("error", failure.reason), { ...failure.values }) || failure.message;
  }

  /** A moment, by the reader's clock. */
  when(time: Timestamp | undefined): string {
    if (!time) return "";
    const style = { dateStyle: "medium", timeStyle: "short" } as const;
    return new Intl.DateTimeFormat(this.settings.language, style).format(timestampDate(time));
  }
}

export const desk = new Desk();
