import { ApiError } from "../../../errors/api-error.ts";
import type { InvoiceStatus } from "../../../platform/database/client/client.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { eventOfInvoice, type InvoiceTrigger } from "./lifecycle.ts";
import { getInvoiceOrThrow, type LoadedInvoice, lockInvoice } from "./load-invoice.ts";
import { viewInvoice } from "./view-invoice.ts";

/**
 * An invoice of ours that is open, or in another of these statuses, locked until the transaction ends. Throws invoice_not_found,
 * invoice_status_conflict or invoice_collected_by_card.
 */
export async function lockOpen(
  tx: Tx,
  scope: Scope,
  id: string,
  statuses: readonly InvoiceStatus[] = ["OPEN"],
): Promise<LoadedInvoice> {
  const row = await lockInvoice(tx, scope, id);
  if (row.provider !== BY_INVOICE) throw new ApiError("invoice_collected_by_card");
  if (!statuses.includes(row.status))
    throw new ApiError("invoice_status_conflict", { details: { status: row.status } });
  return row;
}

/**
 * Tells of what happened to an invoice, by its event and audit row: the event follows from the trigger and from what it has become. Returns the invoice as it is now.
 */
export async function recordInvoice(
  tx: Tx,
  scope: Scope,
  trigger: InvoiceTrigger,
  before: LoadedInvoice,
): Promise<LoadedInvoice> {
  const now = scope.clock.now();
  const after = await getInvoiceOrThrow(tx, scope, before.id);
  await recordChange(tx, scope, {
    type: eventOfInvoice(before.status, trigger, after.status),
    objectType: "invoice",
    objectId: before.id,
    before: viewInvoice(before, now),
    after: viewInvoice(after, now),
  });
  return after;
}
