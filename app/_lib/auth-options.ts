import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { SessionClaims, SignInAnswer } from "../../server/http/pages-contract.ts";
import { pagesBridge } from "./bridge.ts";
import { type ExternalProviderId, externalProviders } from "./external-providers.ts";
import { wordsOf } from "./sign-in-refusal.ts";

declare module "next-auth" {
  interface User {
    claims: SessionClaims;
  }
  interface Session {
    claims?: SessionClaims;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    claims?: SessionClaims;
  }
}

/** As long as the session in the database lives; see server/domain/members/member-session.ts. */
const SESSION_SECONDS = 7 * 24 * 3600;

/** The member has a second factor, and its code was not sent. */
const ASKS_FOR_CODE = "two_factor_code_required";

/** The address is of a member who signs in with another account of the same provider. */
const ANOTHER_ACCOUNT = "provider_account_mismatch";

interface Attempt {
  /** The secret of the browser's device cookie, see device-cookie.ts. */
  device: string;
  /** What the server answered to a password: next-auth keeps nothing of a refusal but words. */
  onAnswer(answer: SignInAnswer): void;
}

/**
 * Sign-in by e-mail and password, or by an account elsewhere. The cookie only names a session; whether that still holds, the
 * server is asked each time.
 */
export function authOptions(attempt?: Attempt): NextAuthOptions {
  const bridge = pagesBridge();
  return {
    secret: bridge.nextAuthSecret,
    // By the address that people open, never by what a request says of itself.
    useSecureCookies: bridge.baseUrl.startsWith("https://"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials, request) {
          const answer = await bridge.signIn({
            email: String(credentials?.email ?? ""),
            password: String(credentials?.password ?? ""),
            ...(credentials?.code && { code: String(credentials.code) }),
            // Written by our own listener; see server/http/client-address.ts.
            address: String(request.headers?.["x-usher-address"] ?? "unknown"),
            device: attempt?.device ?? null,
          });
          attempt?.onAnswer(answer);
          // next-auth hands an error's message to the form that asked.
          if (!answer.isSignedIn)
            throw new Error(answer.name === ASKS_FOR_CODE ? answer.name : wordsOf(answer));
          return { id: answer.claims.userId, email: answer.email, name: answer.name, claims: answer.claims };
        },
      }),
      ...externalProviders(bridge.identityProviders),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (!account || account.type === "credentials") return true;
        // An address counts only when the provider says that it is theirs, and only until the account is known.
        const isConfirmed =
          profile !== undefined && "email_verified" in profile && profile.email_verified === true;
        const answer = await bridge.signInByIdentity({
          provider: account.provider as ExternalProviderId,
          subject: account.providerAccountId,
          confirmedEmail: isConfirmed ? (profile.email ?? null) : null,
        });
        if (!answer.isSignedIn)
          return `/sign-in?error=${answer.name === ANOTHER_ACCOUNT ? "another-account" : "no-member"}`;
        user.claims = answer.claims;
        return true;
      },
      jwt: ({ token, user }) => (user ? { ...token, claims: user.claims } : token),
      session: ({ session, token }) => ({ ...session, claims: token.claims }),
    },
    events: {
      async signOut({ token }) {
        if (token.claims) await bridge.signOut(token.claims);
      },
    },
  };
}
