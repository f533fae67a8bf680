import { randomUUID } from "node:crypto";
import type { NextRequest } from "next/server";
import { pagesBridge } from "./bridge.ts";

// A browser that has signed in is known again by this cookie, so that strangers who try passwords at the same account do not slow it
// (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). It signs nobody in. The server keeps a hash
// of it with the account: see server/domain/auth/sign-in-guard.ts.

const SECONDS = 90 * 86_400;

const isSecure = () => pagesBridge().baseUrl.startsWith("https://");
const nameOf = () => (isSecure() ? "__Secure-usher.device" : "usher.device");

/** The secret of the browser's device cookie; a new one without it. */
export function deviceOf({ cookies }: NextRequest): string {
  const known = cookies.get(nameOf())?.value ?? "";
  return /^[\w-]{36}$/.test(known) ? known : randomUUID();
}

/** The Set-Cookie header that keeps the secret in the browser, for sign-in alone. */
export function deviceCookie(device: string): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${nameOf()}=${device}; Path=/api/auth; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
