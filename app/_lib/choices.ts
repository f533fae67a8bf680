import type { THEME_COOKIE } from "../../server/platform/themes.ts";

/** Which tenant the dashboard shows. A wish only: the server checks it against the memberships. */
export const TENANT_COOKIE = "usher-tenant";

/** Set by the proxy on the request for a public page whose address asks for a theme. */
export const THEME_HEADER = "x-usher-theme";

/** Set by the proxy on the request for a public page: path and query, for links that lead back to it. */
export const URL_HEADER = "x-usher-url";

const YEAR_SECONDS = 365 * 24 * 3600;

/** Keeps a choice in this browser, where the server can read it for the next page. */
export function rememberChoice(name: typeof TENANT_COOKIE | typeof THEME_COOKIE, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
