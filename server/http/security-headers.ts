/** A year, as browsers that keep a list of such hosts ask for at least. */
const HSTS_SECONDS = 365 * 24 * 3600;

/** Under https, browsers must never use http again (RFC 6797). Under http the header has no effect, so it is not sent. */
function transport(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith("https://")
    ? { "strict-transport-security": `max-age=${HSTS_SECONDS}; includeSubDomains` }
    : {};
}

/** For answers that are data: even when a browser opens one as a page, nothing in it runs, loads or is framed. */
export function headersOfData(baseUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    ...transport(baseUrl),
  };
}

/** For pages and what belongs to them. Each page puts a Content-Security-Policy of its own in this one's place; see proxy.ts. */
export function headersOfPages(baseUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    // Links in mails carry one-use tokens: no other site learns an address of ours.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    ...transport(baseUrl),
  };
}
