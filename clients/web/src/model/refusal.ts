import { ClientError } from "galaxytables-client";

/** Why some work was not done; undefined where it was. Throws what is not the server's refusal. */
export async function refusalOf(work: () => Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error;
  }
  return undefined;
}
