import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { fetchOutside } from "../../../platform/outbound-http.ts";
import type { Scope } from "../../../platform/scope.ts";
import { Letterhead } from "./letterhead.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";
import { renderPdf } from "./render-pdf.ts";
import type { InvoiceId } from "./schema.ts";

const WAIT_MS = 20_000;

/** The invoice as PDF: our own, or the card provider's. K6012, K6013 a draft has none yet, K7005. */
export async function downloadInvoice(
  scope: Scope,
  { id }: z.output<typeof InvoiceId>,
): Promise<AsyncIterable<Uint8Array>> {
  const invoice = await getInvoiceOrThrow(scope.db, scope, id);
  if (invoice.provider === "PROVIDER_B" && invoice.letterhead !== null)
    return renderPdf(invoice, Letterhead.parse(invoice.letterhead));
  if (invoice.pdfUrl === null) throw new ApiError("K6013", { details: { status: invoice.status } });
  return fetchPdf(invoice.pdfUrl);
}

async function fetchPdf(url: string): Promise<AsyncIterable<Uint8Array>> {
  const answer = await fetchOutside(url, { signal: AbortSignal.timeout(WAIT_MS) }).catch((cause: unknown) => {
    throw new ApiError("K7005", { cause, retryAfter: 5 });
  });
  if (!answer.ok || !answer.body)
    throw new ApiError("K7005", { cause: new Error(`The PDF answered ${answer.status}.`), retryAfter: 5 });
  return answer.body;
}
