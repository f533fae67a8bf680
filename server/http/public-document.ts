import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { matchesEtag } from "./respond.ts";

/** Below this size compression saves no packet, bytes. */
const MIN_COMPRESSED_BYTES = 1_400;

/** These formats are compressed already. */
const PACKED_TYPES = new Set(["image/png", "image/jpeg", "image/x-icon", "font/woff2"]);

const PACKERS = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
};
type Packing = keyof typeof PACKERS;

/** Sends one public document. */
export type PublicDocument = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * A document that is the same for all clients: pages of any origin may read it (CORS), and it may be cached for that many seconds
 * and then revalidated by its ETag. It is compressed by Brotli or gzip where the client accepts that, once for all clients. The
 * ETag is weak, because it is the same for each encoding (RFC 9110 §8.8.3.3).
 */
export function publicDocument(type: string, content: string | Buffer, seconds: number): PublicDocument {
  const plain = Buffer.from(content);
  const isPackable = plain.length >= MIN_COMPRESSED_BYTES && !PACKED_TYPES.has(type);
  const packed = new Map<Packing, Promise<Buffer>>();
  const pack = (packing: Packing) => {
    const body = packed.get(packing) ?? PACKERS[packing](plain);
    packed.set(packing, body);
    return body;
  };
  const etag = `W/"${createHash("sha1").update(plain).digest("base64url")}"`;
  const common = {
    etag,
    "cache-control": `public, max-age=${seconds}`,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "etag",
    "cross-origin-resource-policy": "cross-origin",
  };
  return async function serve(request, response) {
    if (matchesEtag(request, etag)) return void response.writeHead(304, common).end();
    const packing = isPackable ? packingFor(request) : null;
    const body = packing ? await pack(packing) : plain;
    response.writeHead(200, {
      ...common,
      ...(packing && { "content-encoding": packing }),
      "content-type": type,
      "content-length": body.length,
    });
    // Node leaves the body out of an answer to HEAD.
    response.end(body);
  };
}

/** Brotli where the client takes it, though most name gzip first: it packs smaller. null: the client takes neither. */
function packingFor(request: IncomingMessage): Packing | null {
  const taken = new Negotiator(request).encodings(["br", "gzip"]);
  return taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : null;
}
