/**
 * Passkeys: from the options that `PasskeyService` gives to `navigator.credentials`, and from its answer to what the service
 * takes. Both are the JSON of WebAuthn. Browsers that cannot read and write that JSON themselves are helped.
 */

/** Whether this browser can use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && typeof navigator !== "undefined" && "credentials" in navigator;
}

/**
 * Make a passkey, and return the credential for `completePasskeyRegistration`. The browser asks the player.
 *
 * @param options those of `beginPasskeyRegistration`
 * @throws DOMException `NotAllowedError` if the player does not want to, `InvalidStateError` if they have one here
 */
export async function createPasskey(options: string, signal?: AbortSignal): Promise<string> {
  const json = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: json.excludeCredentials?.map(described) ?? [],
  };
  const made = await navigator.credentials.create({ publicKey, ...(signal && { signal }) });
  const { rawId, response } = credential(made) as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  return written(rawId, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports(),
  });
}

/**
 * Use a passkey, and return the credential for `completePasskeySignIn`. The browser lets the player choose one.
 *
 * @param options those of `beginPasskeySignIn`
 * @throws DOMException `NotAllowedError` if the player does not want to, or has none here
 */
export async function usePasskey(
  options: string,
  { signal, mediation }: { signal?: AbortSignal; mediation?: CredentialMediationRequirement } = {},
): Promise<string> {
  const json = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(json.challenge),
    allowCredentials: json.allowCredentials?.map(described) ?? [],
  };
  const used = await navigator.credentials.get({
    publicKey,
    ...(signal && { signal }),
    ...(mediation && { mediation }),
  });
  const { rawId, response } = credential(used) as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
  return written(rawId, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle && { userHandle: text(response.userHandle) }),
  });
}

function credential(given: Credential | null): Credential {
  if (!given) throw new DOMException("The browser gave no passkey.", "NotAllowedError");
  return given;
}

function written(rawId: ArrayBuffer, response: object): string {
  const id = text(rawId);
  return JSON.stringify({ id, rawId: id, type: "public-key", response });
}

function described({ id, type, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return {
    id: bytes(id),
    type: type as PublicKeyCredentialType,
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  };
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
