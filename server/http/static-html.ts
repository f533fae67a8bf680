import { type IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { matchesEtag } from "./respond.ts";

/** Public pages that work without React's scripts: they are sent as static HTML. */
const STATIC_PAGES = /^\/p\/[a-z0-9-]{1,64}\/(?:pricing|waitlist)$/;
const SCRIPTS =
  /<script(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>|<link[^>]*\bas="script"[^>]*>/g;
/** Counts the steppers of a price list; see app/_scripts/pricing.ts. */
const OWN_SCRIPT = '<script src="/pricing.js" defer></script>';

/** Whether a request is for such a page as a document; React asks for parts of a page under the same address. */
export function isStaticPage({ method, headers, url = "/" }: IncomingMessage): boolean {
  return method === "GET" && headers.rsc === undefined && STATIC_PAGES.test(url.split("?", 1)[0] ?? "");
}

interface Rendering {
  render: (draft: ServerResponse) => void | Promise<void>;
  keep: (page: StaticPage) => void;
  client: Client;
}

/** What the answer depends on in the client that asks. */
export interface Client {
  takesGzip: boolean;
  /** Its copy is current, so that it needs no body. */
  hasCopy: boolean;
}

/** Reads that from the request, which rendering changes. etag: of the page as it is now; null when it is not kept. */
export function clientOf(request: IncomingMessage, etag: string | null): Client {
  return {
    takesGzip: /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")),
    hasCopy: etag !== null && matchesEtag(request, etag),
  };
}

/**
 * Renders the page, removes React's scripts and sends the rest: text and forms work without them, and phones have nothing to
 * compute. Passes a page that may be cached to `keep`.
 */
export async function serveStaticPage(
  request: IncomingMessage,
  response: ServerResponse,
  { render, keep, client }: Rendering,
): Promise<void> {
  delete request.headers["accept-encoding"];
  const { draft, body } = openDraft(request, response);
  await render(draft);
  const html = await body;
  response.statusCode = draft.statusCode;
  for (const [name, value] of Object.entries(draft.getHeaders()))
    if (value !== undefined && !OF_THE_DRAFT.has(name)) response.setHeader(name, value);
  const isPage = draft.statusCode === 200 && String(draft.getHeader("content-type")).startsWith("text/html");
  if (!isPage) return void response.end(html);
  const policy = stricter(String(draft.getHeader("content-security-policy") ?? ""));
  const page = { policy, gzip: gzipSync(strip(html.toString("utf8"))) };
  keep(page);
  sendStaticPage(response, page, client);
}

/** Preloads name the draft's nonce; its length and encoding are not those of what is sent. */
const OF_THE_DRAFT = new Set(["link", "vary", "content-length", "content-encoding", "transfer-encoding"]);

/** A response that is not sent: it collects the rendered body. */
function openDraft(request: IncomingMessage, response: ServerResponse) {
  const draft = new ServerResponse(request);
  for (const [name, value] of Object.entries(response.getHeaders()))
    if (value !== undefined) draft.setHeader(name, value);
  const chunks: Buffer[] = [];
  const take = (given: unknown[]) => {
    const [chunk, last] = [given[0], given.at(-1)];
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    if (typeof last === "function") last();
  };
  const body = new Promise<Buffer>((resolve) => {
    draft.write = (...given: unknown[]) => {
      take(given);
      return true;
    };
    draft.end = (...given: unknown[]) => {
      take(given);
      resolve(Buffer.concat(chunks));
      draft.emit("finish");
      return draft;
    };
  });
  return { draft, body };
}

/** A page without scripts, ready to be sent again. */
export interface StaticPage {
  policy: string;
  gzip: Buffer;
}

/**
 * Sends a page, new or kept; without a body to a client that has it. A browser applies the headers of a 304 to the page it has
 * stored (RFC 9110 §15.4.5, RFC 9111 §3.2), so both answers carry the same ones.
 */
export function sendStaticPage(response: ServerResponse, { policy, gzip }: StaticPage, client: Client): void {
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-frame-options", "DENY");
  // Besides packed or not: in a language and a theme, and React asks for parts of a page under the same address.
  response.setHeader("vary", "rsc, accept-language, cookie, accept-encoding");
  if (client.hasCopy) {
    response.writeHead(304).end();
    return;
  }
  const body = client.takesGzip ? gzip : gunzipSync(gzip);
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-length", body.byteLength);
  if (client.takesGzip) response.setHeader("content-encoding", "gzip");
  response.end(body);
}

function strip(html: string): string {
  return html.replaceAll(SCRIPTS, "").replace("</body>", `${OWN_SCRIPT}</body>`);
}

/** No script but our own files, none inline; there is no nonce that a kept page could give away. */
function stricter(policy: string): string {
  return policy
    .replace(/script-src [^;]*/, "script-src 'self'")
    .replace(/style-src 'self' 'nonce-[^']*'/, "style-src 'self'");
}
