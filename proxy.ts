import { type NextRequest, NextResponse } from "next/server";
import { pagesBridge } from "./app/_lib/bridge.ts";
import { THEME_HEADER, URL_HEADER } from "./app/_lib/choices.ts";
import { hasPage } from "./app/_lib/has-page.ts";
import { contentSecurityPolicy } from "./server/http/content-security-policy.ts";
import type { PagePolicy } from "./server/http/pages-contract.ts";
import {
  chooseLocale,
  LOCALE_COOKIE,
  LOCALE_COOKIE_SECONDS,
  LOCALE_HEADER,
  toLocale,
} from "./server/platform/locales.ts";

/** A list that grows with each proxy on the way; the first entry is the browser's own. Here only where a proxy is trusted. */
const FORWARDED_HOST = "x-forwarded-host";

/** A path that no page has: Next answers it with app/not-found.tsx, as HTML that is read without scripts. */
const NO_PAGE = "/no-page";

/**
 * Gives each page its own Content-Security-Policy: scripts run only with the nonce of this very answer, and only the pages
 * that a tenant allowed may frame what is made for embedding. Next finds the nonce in the request's header and puts it on what
 * it writes. Pages for end users learn here which language and theme they are rendered in.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { searchParams } = request.nextUrl;
  const extra = await pagesBridge().policy(new URL(request.url));
  const policy = policyWith(nonce, extra);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const host = headers.get(FORWARDED_HOST)?.split(",", 1)[0]?.trim();
  if (host) headers.set(FORWARDED_HOST, host);
  for (const name of [LOCALE_HEADER, THEME_HEADER, URL_HEADER]) headers.delete(name);
  const chosen = searchParams.get("lang");
  if (extra) {
    const before = request.cookies.get(LOCALE_COOKIE)?.value;
    headers.set(LOCALE_HEADER, chooseLocale(chosen, before, headers.get("accept-language")));
    // Not every text can be a header's.
    headers.set(THEME_HEADER, /^[a-z]{1,16}$/.exec(searchParams.get("theme") ?? "")?.[0] ?? "");
  }
  // Pages for end users link to themselves in other languages; one of the dashboard is where its member goes after signing in.
  headers.set(URL_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const answered = { request: { headers } };
  const response = (await hasPage(request.nextUrl.pathname, extra !== null))
    ? NextResponse.next(answered)
    : NextResponse.rewrite(new URL(NO_PAGE, request.url), answered);
  if (extra && toLocale(chosen) && extra.ancestors.length === 0)
    response.cookies.set(LOCALE_COOKIE, chosen ?? "", {
      sameSite: "lax",
      maxAge: LOCALE_COOKIE_SECONDS,
      path: "/",
    });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Scripts run only with the nonce, and those that they load; in development React needs eval for the server's stack traces. */
function policyWith(nonce: string, extra: PagePolicy | null): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  const scripts = [
    "'self'",
    `'nonce-${nonce}'`,
    "'strict-dynamic'",
    ...(isDevelopment ? ["'unsafe-eval'"] : []),
  ];
  const styles = ["'self'", isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`];
  return contentSecurityPolicy({ scripts, styles }, extra);
}

/**
 * Only pages: neither the dashboard's calls, nor what Next itself serves, nor the documentation's pictures.
 * server/http/security-headers.ts has a stricter policy for them.
 */
export const config = { matcher: ["/((?!api/trpc/|_next/|docs/files/).*)"] };
