import type { IncomingMessage } from "node:http";
import type { Config } from "../platform/config.ts";
import { allowedMethods } from "./allowed-methods.ts";

/** The path under which next-auth answers. */
const AUTH = "/api/auth/";

const UNDER_AUTH = /^\/api\/auth(?:\/([^/]*)(?:\/([^/]*))?.*)?$/;

/**
 * What is used of next-auth, and by which methods (core/index.js of next-auth@4). To what it does not know it says 400 in plain text, so to
 * a session that is updated without a body; its page `verify-request` speaks of a mail that nobody has sent.
 */
const ACTIONS: Record<string, readonly string[]> = {
  providers: ["GET"],
  session: ["GET"],
  csrf: ["GET"],
  signin: ["GET", "POST"],
  signout: ["GET", "POST"],
  callback: ["GET", "POST"],
  error: ["GET"],
  _log: ["POST"],
};

/**
 * The header Allow of an address of next-auth's; null: there is no such action, or nobody signs in by that provider; undefined: it is no
 * address of next-auth's. HEAD is not served: a sign-in's GET spends what it carries.
 */
export function allowedOfAuth(
  path: string,
  providers: Config["identityProviders"],
): string | null | undefined {
  const [isAuth, action = "", provider = ""] = UNDER_AUTH.exec(path) ?? [];
  if (isAuth === undefined) return undefined;
  const methods = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!methods) return null;
  const isKnown =
    provider === "credentials" || Object.entries(providers).some(([id, one]) => one && id === provider);
  return action !== "callback" || isKnown ? allowedMethods(methods, { isHeadServed: false }) : null;
}

const CALLBACK_COOKIE = /^(?:__(?:Secure|Host)-)?next-auth\.callback-url$/;
/** What next-auth calls its errors, and what we do. */
const ERROR_NAME = /^[\w-]{1,64}$/;

/**
 * Takes from a request to next-auth what it would answer 500 to: an address to go back to that is none, in the query or in its cookie
 * (which a sibling domain can set), and an error's name that no header can carry. It then behaves as without them.
 */
export function dropUnreadable(request: IncomingMessage): void {
  const [path = "", query = ""] = splitAt(request.url ?? "", "?");
  if (!path.startsWith(AUTH)) return;
  const fields = new URLSearchParams(query);
  const before = fields.toString();
  for (const [name, value] of [...fields]) {
    if (name === "callbackUrl" && !isAddress(value)) fields.delete(name);
    if (name === "error" && !ERROR_NAME.test(value)) fields.delete(name);
  }
  if (fields.toString() !== before) request.url = fields.size > 0 ? `${path}?${fields}` : path;
  const { cookie } = request.headers;
  if (cookie !== undefined) request.headers.cookie = cookie.split(/;\s*/).filter(isReadableCookie).join("; ");
}

/** Whether next-auth can resolve it: a path of ours, or a whole address. */
function isAddress(value: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(value)) return false;
  return URL.canParse(value, value.startsWith("/") ? "http://usher.invalid" : undefined);
}

function isReadableCookie(pair: string): boolean {
  const [name = "", value = ""] = splitAt(pair, "=");
  if (!CALLBACK_COOKIE.test(name.trim())) return true;
  try {
    return isAddress(decodeURIComponent(value));
  } catch {
    return false;
  }
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
