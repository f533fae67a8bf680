import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { SessionClaims } from "../../server/http/pages-contract.ts";
import { pagesBridge } from "./bridge.ts";

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

/** As long as the session in the database lives; see server/domain/auth/member-session.ts. */
const SESSION_SECONDS = 7 * 24 * 3600;

/** Sign-in by e-mail and password. The cookie only names a session; whether that still holds, the server is asked each time. */
export function authOptions(): NextAuthOptions {
  const bridge = pagesBridge();
  return {
    secret: bridge.nextAuthSecret,
    // Otherwise told by the request: behind a proxy that ends TLS, by its x-forwarded-proto.
    useSecureCookies: bridge.baseUrl.startsWith("https://") || undefined,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const answer = await bridge.signIn({
            email: String(credentials?.email ?? ""),
            password: String(credentials?.password ?? ""),
            // Written by our own listener; see server/http/client-address.ts.
            address: String(request.headers?.["x-usher-address"] ?? "unknown"),
          });
          // next-auth hands an error's message to the form that asked.
          if (!answer.isSignedIn) throw new Error(answer.message);
          return { id: answer.claims.userId, email: answer.email, name: answer.name, claims: answer.claims };
        },
      }),
    ],
    callbacks: {
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
