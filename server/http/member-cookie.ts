import { getToken } from "next-auth/jwt";
import type { SessionClaims } from "./pages-contract.ts";

/** Reads which session a request's Cookie header names; null without a valid cookie. */
export type ReadClaims = (cookie: string | null | undefined) => Promise<SessionClaims | null>;

/** Reads the sealed cookie of next-auth: the one reader of sessions, for the server and for the pages. */
export function readClaimsWith(options: { nextAuthSecret: string; baseUrl: string }): ReadClaims {
  return async (cookie) => {
    if (!cookie) return null;
    const pairs = cookie.split(/;\s*/).map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
    const token = await getToken({
      // next-auth asks for no more of a request than its headers and cookies.
      req: { headers: {}, cookies: Object.fromEntries(pairs) } as Parameters<typeof getToken>[0]["req"],
      secret: options.nextAuthSecret,
      secureCookie: options.baseUrl.startsWith("https://"),
    });
    // Put there by the pages' callbacks (app/_lib/auth-options.ts).
    return (token as { claims?: SessionClaims } | null)?.claims ?? null;
  };
}
