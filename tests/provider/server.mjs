// An OpenID provider with one client, at a free port of this machine. It asks for no password: whoever comes to its page is
// who they say in `?as=`, and whoever says `?cancel` goes back as nobody. It prints its issuer as JSON, and ends with its standard input.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const { client, port = 0 } = JSON.parse(process.argv[2]);

function key(kid) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

const http = createServer();
await new Promise((resolve) => http.listen(port, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${http.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ grant_types: ["authorization_code"], response_types: ["code"], ...client }],
  cookies: { keys: [randomBytes(16).toString("hex")] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  jwks: { keys: [key("first")] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  // Nobody is asked whether the platform may know who they are.
  async loadExistingGrant(ctx) {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    });
    grant.addOIDCScope("openid");
    await grant.save();
    return grant;
  },
});

const callback = provider.callback();
http.on("request", async (request, response) => {
  const address = new URL(request.url, issuer);
  if (!address.pathname.startsWith("/interaction/")) return callback(request, response);
  const accountId = address.searchParams.get("as");
  const cancelled = address.searchParams.has("cancel");
  if (!accountId && !cancelled) return response.writeHead(200).end("Who are you?");
  // A provider asks for consent each time a program of the player's own asks (RFC 8252): it is given.
  const result = cancelled ? { error: "access_denied" } : { login: { accountId }, consent: {} };
  await provider.interactionFinished(request, response, result);
});

console.log(JSON.stringify({ issuer }));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
