import type { NextAuthOptions } from "next-auth";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { IdentityProviders } from "../../server/http/pages-contract.ts";

type Provider = NextAuthOptions["providers"][number];

/** As the providers below name themselves. */
export type ExternalProviderId = "google" | "github" | "oidc";

const GITHUB_API = "https://api.github.com";

/** The accounts elsewhere by which members may sign in. Each profile says in email_verified whether its address is theirs. */
export function externalProviders({ google, github, oidc }: IdentityProviders): Provider[] {
  return [
    ...(google ? [Google(google)] : []),
    ...(github
      ? [GitHub({ ...github, userinfo: { url: `${GITHUB_API}/user`, request: readGitHubUser } })]
      : []),
    ...(oidc ? [generic(oidc)] : []),
  ];
}

/** Any OpenID Connect provider, found by its issuer (OpenID Connect Discovery 1.0). */
function generic({ issuer, clientId, clientSecret, name }: NonNullable<IdentityProviders["oidc"]>): Provider {
  return {
    id: "oidc",
    name,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    issuer,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile" } },
    // The address is read from the provider's own profile, in the signIn callback.
    profile: ({ sub, email, name: called }) => ({ id: sub, email, name: called }) as never,
  };
}

/** GitHub's profile tells no address, or one that anybody typed: the primary one is asked for, with whether it is confirmed. */
async function readGitHubUser({ tokens }: { tokens: { access_token?: string } }) {
  const headers = { authorization: `Bearer ${tokens.access_token}`, "user-agent": "usher" };
  const [user, emails] = await Promise.all(
    ["/user", "/user/emails"].map(async (path) => (await fetch(`${GITHUB_API}${path}`, { headers })).json()),
  );
  const primary = Array.isArray(emails) ? emails.find((email) => email.primary === true) : undefined;
  return { ...user, email: primary?.email ?? null, email_verified: primary?.verified === true };
}
