import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { fetchOutside } from "../../../platform/outbound-http.ts";
import { renderPdf } from "../../../platform/pdf/render.ts";
import type { NamedFile } from "../../../platform/schema/named-file.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { loadLogo } from "../../tenants/logos/load-logo.ts";
import { Letterhead } from "./letterhead.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "./load-invoice.ts";
import { printInvoice } from "./print-invoice.ts";
import type { InvoiceId } from "./schema.ts";

const WAIT_MS = 20_000;

/** The invoice as PDF: our own, or the card provider's. Throws invoice_not_found, invoice_status_conflict or card_provider_unavailable. */
export async function downloadInvoice(scope: Scope, { id }: z.output<typeof InvoiceId>): Promise<NamedFile> {
  const invoice = await getInvoiceOrThrow(scope.db, scope, id);
  const named = { name: invoice.displayNumber ?? id, ending: "pdf" } as const;
  if (invoice.provider === BY_INVOICE && invoice.letterhead !== null)
    return { ...named, body: await printed(scope, invoice, Letterhead.parse(invoice.letterhead)) };
  if (invoice.pdfUrl === null)
    throw new ApiError("invoice_status_conflict", { details: { status: invoice.status } });
  return { ...named, body: await fetchPdf(invoice.pdfUrl) };
}

async function printed(scope: Scope, invoice: LoadedInvoice, letterhead: Letterhead) {
  const replacedBy = await numberOf(scope, invoice.replacedById);
  const logo = await loadLogo(scope, letterhead.logoUrl);
  return renderPdf({ ...printInvoice(invoice, letterhead, replacedBy), logo });
}

async function numberOf({ db, tenantId }: Scope, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.invoice.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: { displayNumber: true },
  });
  return row?.displayNumber ?? null;
}

async function fetchPdf(url: string): Promise<AsyncIterable<Uint8Array>> {
  const answer = await fetchOutside(url, { signal: AbortSignal.timeout(WAIT_MS) }).catch((cause: unknown) => {
    throw new ApiError("card_provider_unavailable", { cause, retryAfter: 5 });
  });
  if (!answer.ok || !answer.body)
    throw new ApiError("card_provider_unavailable", {
      cause: new Error(`The PDF answered ${answer.status}.`),
      retryAfter: 5,
    });
  return answer.body;
}
