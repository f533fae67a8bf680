import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { documentLink, type LinkedDocument } from "./document-link.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { trySyncInvoices } from "./try-sync-invoices.ts";

export const LINKED_PURCHASE: LinkedDocument = {
  folder: "purchases",
  context: "purchase link",
  unknown: "invoice_not_found",
  async download(scope, { id: subscriptionId }) {
    // The mail with the link may be read before the provider's callback has brought the invoice.
    const id = (await findFirstCharge(scope, subscriptionId)) ?? (await findAfterSync(scope, subscriptionId));
    if (id === null) throw new ApiError("invoice_not_found");
    return downloadInvoice(scope, { id });
  },
};

/** A bearer link to the PDF of the first invoice that charged something for a subscription; it may still be on its way. */
export function purchaseLink(scope: Scope, subscriptionId: string): string {
  return documentLink(scope, LINKED_PURCHASE, subscriptionId);
}

/** The first invoice of a subscription that charged something; null: there is none yet. */
export async function findFirstCharge(
  { tenantId, db }: Scope,
  subscriptionId: string,
): Promise<string | null> {
  const invoice = await db.invoice.findFirst({
    where: { tenantId, subscriptionId, status: { not: "DRAFT" }, total: { gt: 0 } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return invoice?.id ?? null;
}

async function findAfterSync(scope: Scope, subscriptionId: string): Promise<string | null> {
  await trySyncInvoices(scope, subscriptionId);
  return findFirstCharge(scope, subscriptionId);
}
