import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.ts";

const READS_A_PAGE = new Set<string | undefined>(["GET", "HEAD", "POST"]);

/**
 * Brings the request's address into the form in which it is looked up: a path and a query. RFC 9112 §3.2.2 has a server take the absolute
 * form (`GET http://host/path`), too, and believe its authority instead of the header Host. Throws url_invalid.
 */
export function readTarget(request: IncomingMessage): void {
  const { url = "/", method } = request;
  // RFC 9112 §3.2.4: the asterisk is for OPTIONS alone. Methods that no page has are refused as everywhere.
  if (url.startsWith("/") || (url === "*" && !READS_A_PAGE.has(method))) return;
  const absolute = /^https?:\/\/([^/?#@\\]+)((?:[/?].*)?)$/i.exec(url);
  if (!absolute || !URL.canParse(url))
    throw new ApiError("url_invalid", { details: { reason: "it is neither a path nor an http address" } });
  const [, authority = "", rest = ""] = absolute;
  request.headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
}
