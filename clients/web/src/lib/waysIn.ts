/** The ways in: to a provider's page and back, by a passkey, and out again. Each goes on as who is kept here then. */
import {
  ClientError,
  type GetAccountResponse,
  Guest,
  Lobby,
  type Provider,
  SignInIntent,
  type WayIn,
} from "galaxytables-client";
import { refusalOf } from "../model/refusal.js";
import {
  type Before,
  type Begun,
  keepBegun,
  type Outcome,
  refused,
  refusedBy,
  RETURN_PATH,
  type Returned,
  stateOf,
  welcome,
} from "../model/signIn.js";
import type { Say } from "../model/wording.js";
import { deviceLabel } from "./device.js";
import { store } from "./store.js";

/** A connection of who is kept here, or of nobody. */
const atTheDoor = (): Lobby => new Lobby({ identity: new Guest("", store) });

/** Leave for a provider's page, which leads back here. `name` is for an account that is made. */
export async function goTo(provider: Provider, { links = false, name = "" } = {}): Promise<void> {
  const begun = await atTheDoor().accounts.beginSignIn({
    providerId: provider.id,
    redirectAddress: `${location.origin}${RETURN_PATH}`,
    intent: links ? SignInIntent.LINK : SignInIntent.SIGN_IN,
    name,
  });
  keepBegun(store, {
    state: stateOf(begun.authorizationAddress),
    secret: begun.signInSecret,
    route: location.hash.slice(1) || "/",
    provider: provider.label,
    links,
    since: Date.now(),
  });
  location.assign(begun.authorizationAddress);
}

/** Complete what a provider led back with. */
export async function complete(returned: Returned, begun: Begun | undefined, say: Say): Promise<Outcome> {
  if (!begun) return { message: "sign-in-unknown", values: {}, failed: true, again: true };
  const { provider, secret: signInSecret, links } = begun;
  // Whoever adds a way in is signed in already.
  if (returned.error || !returned.code) return { ...refusedBy(provider, returned.error), again: !links };
  const { state, code, issuer } = returned;
  const back = { state, code, issuer, signInSecret, deviceLabel: deviceLabel(say) };
  const lobby = atTheDoor();
  try {
    if (!links) return await enter(lobby, async () => (await lobby.completeSignIn(back)).account);
    await lobby.accounts.completeSignIn(back);
    return { message: "sign-in-linked", values: { provider }, failed: false };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return refused(error, !links || error.reason === "SIGN_IN_NOT_RECENT");
  }
}

/** Sign in by a passkey. Throws what the server refuses, and a `DOMException` where the browser gives none. */
export async function usePasskeyHere(say: Say): Promise<Outcome> {
  const lobby = atTheDoor();
  return enter(lobby, async () => (await lobby.signInByPasskey({ deviceLabel: deviceLabel(say) })).account);
}

/** Make a passkey a way in; a guest has an account from then on. Throws as `usePasskeyHere`. */
export async function addPasskeyHere(name: string, say: Say): Promise<WayIn> {
  return atTheDoor().addPasskey(name, { deviceLabel: deviceLabel(say) });
}

async function enter(
  lobby: Lobby,
  signIn: () => Promise<{ playerId: string; name: string; isNew?: boolean }>,
): Promise<Outcome> {
  const known = Guest.kept(store) ? await lobby.accounts.getAccount({}) : undefined;
  const account = await signIn();
  const earlier = known && isAccount(known) && known.playerId === account.playerId ? ownSession(known) : "";
  // This device is signed in anew, so it is listed once.
  if (earlier) await refusalOf(() => lobby.accounts.endSession({ sessionId: earlier }));
  return welcome(known && beforeOf(known), account);
}

const isAccount = ({ created }: GetAccountResponse): boolean => created !== undefined;

const ownSession = ({ sessions }: GetAccountResponse): string => sessions.find(({ current }) => current)?.id ?? "";

const beforeOf = (known: GetAccountResponse): Before => ({
  id: known.playerId,
  name: known.name,
  isAccount: isAccount(known),
});
