import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Services } from "../../../platform/scope.ts";
import { systemScope } from "../../../platform/scope.ts";
import { downloadInvoice } from "./download-invoice.ts";

const CONTEXT = "invoice link";

/** A bearer link to one invoice, for mails. Only we can read the invoice's id in it. */
export function invoiceLink({ baseUrl, vault, tenantId }: Scope, invoiceId: string): string {
  return `${baseUrl}/invoices/${vault.seal(JSON.stringify([tenantId, invoiceId]), CONTEXT)}`;
}

/** The PDF behind such a link. K6012 a link that is not ours, K6013, K7005. */
export async function openInvoiceLink(
  services: Services,
  sealed: string,
): Promise<AsyncIterable<Uint8Array>> {
  const [tenantId, id] = open(services, sealed);
  const tenant = await services.db.tenant.findUnique({ where: { id: tenantId }, select: { mode: true } });
  if (!tenant) throw new ApiError("K6012");
  return downloadInvoice(systemScope(services, { id: tenantId, mode: tenant.mode }, "invoice link"), { id });
}

function open({ vault }: Services, sealed: string): [string, string] {
  try {
    // We encrypted it ourselves, so its type is known.
    return JSON.parse(vault.open(sealed, CONTEXT)) as [string, string];
  } catch (cause) {
    throw new ApiError("K6012", { cause });
  }
}
