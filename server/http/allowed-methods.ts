/**
 * The header Allow of an address that serves these methods (RFC 9110 §10.2.1): HEAD is answered wherever GET is, and OPTIONS
 * everywhere. 405 and OPTIONS both name it. isHeadServed: false where GET uses something up, so that HEAD may not do the same.
 */
export function allowedMethods(served: readonly string[], { isHeadServed = true } = {}): string {
  const methods = served.flatMap((method) => (method === "GET" && isHeadServed ? ["GET", "HEAD"] : [method]));
  return [...methods, "OPTIONS"].join(", ");
}

/** What pages, forms and server actions are asked with. Next throws at methods that fetch() forbids (TRACE), and ignores others. */
export const ALLOWED_OF_PAGES = allowedMethods(["GET", "POST"]);

/** What any address of the API may take, where the address is not known. */
export const ALLOWED_OF_API = allowedMethods(["GET", "POST", "PATCH", "PUT", "DELETE"]);
