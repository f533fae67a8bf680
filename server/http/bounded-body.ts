import { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import { readBytes } from "./body.ts";

/** The bodies that withBody has read. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The body of a request of withBody; empty for one that came without. */
export const bodyOf = (request: IncomingMessage): Buffer => bodies.get(request) ?? Buffer.alloc(0);

/** Whether a body follows the head of the request (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** body_too_large for a body whose Content-Length is more than limit bytes. */
export function checkLength({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers["content-length"] ?? 0) > limit)
    throw new ApiError("body_too_large", { details: { limit } });
}

/**
 * The same request with its body already read, for handlers that have no body limit of their own. Throws body_too_large. Throws
 * body_timeout.
 */
export async function withBody(request: IncomingMessage, limit: number): Promise<IncomingMessage> {
  const body = await readBytes(request, limit);
  const { httpVersion, httpVersionMajor, httpVersionMinor, method, url, headers, rawHeaders } = request;
  const copy = Object.assign(new IncomingMessage(request.socket), {
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    method,
    url,
    headers,
    rawHeaders,
    complete: true,
  });
  bodies.set(copy, body);
  copy.push(body);
  copy.push(null);
  return copy;
}
