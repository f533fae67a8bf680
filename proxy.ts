import { type NextRequest, NextResponse } from "next/server";

/** Lists that grow with each proxy on the way; the first entry is the browser's own. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto"];

/**
 * Gives each page its own Content-Security-Policy: scripts run only with the nonce of this very answer. Next finds the
 * nonce in the request's header and puts it on what it writes.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  for (const name of FORWARDED) {
    const first = headers.get(name)?.split(",", 1)[0]?.trim();
    if (first) headers.set(name, first);
  }
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // React rebuilds the server's stack traces by eval, in development alone.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Widths of bars and positions of menus are style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = { matcher: ["/((?!_next/|icon\\.svg).*)"] };
