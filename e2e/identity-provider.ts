import { createServer } from "node:http";
import Provider from "oidc-provider";

/** An OpenID Connect provider whose sign-in page asks for a name only. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

/** Starts one on `port`, with one client; an address is confirmed unless it begins with `unconfirmed`. */
export async function openIdentityProvider(port: number, redirectUri: string): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ["usher", "a secret of the two"];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: !email.startsWith("unconfirmed"), name: "Ada" }),
    }),
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    // Browsers ask for it by themselves, and its absence would be an error in their console.
    if (request.url === "/favicon.ico") return void response.writeHead(204).end();
    return void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    issuer,
    clientId,
    clientSecret,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
