import type { IncomingMessage, ServerResponse } from "node:http";
import { scriptAt } from "../browser/scripts.ts";
import { checkEncoding } from "../wire/encoding.ts";
import { formIn, readBody } from "../wire/read-body.ts";
import { serveAuthentication } from "./authenticate.ts";
import { serveCheckout } from "./checkout.ts";
import { serveDashboard } from "./dashboard.ts";
import { serveElements } from "./elements.ts";
import { serveInvoice } from "./invoice.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";
import { servePortal } from "./portal.ts";

type Handler = (parts: Parts, request: PageRequest) => Promise<Page>;

const PAGES: [string, Handler][] = [
  ["/dashboard", serveDashboard],
  ["/c/pay/", serveCheckout],
  ["/c/authenticate", serveAuthentication],
  ["/elements/card", serveElements],
  ["/i/", serveInvoice],
  ["/p/session/", servePortal],
  ["/test-cards", async ({ testCardsUrl }) => ({ location: testCardsUrl })],
];

/**
 * Serves the pages that Stripe hosts: checkout, 3-D Secure, invoices, the billing portal; its script for the browser; and, in place
 * of its Dashboard, a page of an account's objects.
 */
export async function servePage(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const script = scriptAt(url);
  if (script !== null) {
    const headers = { "content-type": "text/javascript; charset=utf-8", "x-content-type-options": "nosniff" };
    response.writeHead(200, { ...headers, "cache-control": "public, max-age=60" }).end(script);
    return;
  }
  const handler = isReadable(url)
    ? PAGES.find(([prefix]) => url.pathname.startsWith(prefix))?.[1]
    : undefined;
  const form =
    request.method === "POST" ? new URLSearchParams(formIn(request.headers, await readBody(request))) : null;
  const page = handler ? await handler(parts, { url, form, headers: request.headers }) : notFound();
  if ("location" in page) {
    response.writeHead(303, { location: page.location }).end();
    return;
  }
  if ("pdf" in page) {
    const disposition = `attachment; filename="${page.name}"`;
    const headers = { "content-type": "application/pdf", "content-disposition": disposition };
    response.writeHead(200, { ...headers, "cache-control": "no-store" }).end(page.pdf);
    return;
  }
  response.writeHead(page.status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; form-action *; base-uri 'none'",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...page.headers,
  });
  response.end(page.html);
}

/** Whether an address is well encoded; what is not leads nowhere. */
function isReadable({ pathname, search }: URL): boolean {
  try {
    checkEncoding(pathname + search);
    return true;
  } catch {
    return false;
  }
}
