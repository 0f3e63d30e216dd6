/** The calls of `AdminService`, and the sessions of the console. The page never has a token: a cookie holds it. */
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { ClientError, readError } from "galaxytables-client";
import { AdminService, OperatorRole, role } from "galaxytables-client/gen/galaxytables/admin/v1/admin_pb";

/** Why some work was not done; undefined where it was. */
export async function refusalOf(work: () => Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await work();
  } catch (error) {
    return readError(error);
  }
  return undefined;
}

export const admin: Client<typeof AdminService> = createClient(
  AdminService,
  createConnectTransport({ baseUrl: location.origin, useBinaryFormat: true, defaultTimeoutMs: 60_000 }),
);

/** The role that a call needs, at least. */
export function roleFor(method: DescMethod): OperatorRole {
  return getOption(method, role) || OperatorRole.OPERATOR;
}

/** Ask the console about a session. Throws `ClientError`. */
async function session(part: string, given: object = {}): Promise<Record<string, string>> {
  const answer = await fetch(`/session/${part}`, { method: "POST", body: JSON.stringify(given) }).catch((error) => {
    throw readError(error);
  });
  const content = (await answer.json().catch(() => ({}))) as Record<string, string> & { details?: Detail[] };
  if (answer.ok) return content;
  const reason = content.details?.map(({ debug }) => debug?.reason).find(Boolean) ?? "";
  throw new ClientError(answer.status, content.message ?? String(answer.status), reason);
}

interface Detail {
  readonly debug?: { readonly reason?: string };
}

/** Where the operator signs in at the provider. */
export async function beginSignIn(): Promise<string> {
  return (await session("begin")).address ?? "";
}

/** Complete a sign-in by what the provider sent back. */
export async function completeSignIn(back: URLSearchParams): Promise<void> {
  const of = (name: string) => back.get(name) ?? "";
  await session("complete", { state: of("state"), code: of("code"), iss: of("iss") });
}

export const signInBySecret = (secret: string): Promise<unknown> => session("secret", { secret });

export const endSession = (): Promise<unknown> => session("end");
