import type { IncomingHttpHeaders } from "node:http";
import type pg from "pg";
import { messagePage } from "./html.ts";

export interface Parts {
  pool: pg.Pool;
  baseUrl: string;
  /** A page about test cards. */
  testCardsUrl: string;
  onError: (error: unknown) => void;
  onDeliveries: () => void;
}

/** A browser's request for a page. */
export interface PageRequest {
  url: URL;
  headers: IncomingHttpHeaders;
  /** What was submitted; null when the page is only looked at. */
  form: URLSearchParams | null;
}

/** A page, a document to keep, or where the browser goes instead. */
export type Page = HtmlPage | { pdf: Buffer; name: string } | { location: string };

interface HtmlPage {
  status: number;
  html: string;
  headers?: Record<string, string>;
}

/** What is shown where there is nothing. */
export function notFound(): HtmlPage {
  return { status: 404, html: messagePage("Not found", "This page does not exist.") };
}
