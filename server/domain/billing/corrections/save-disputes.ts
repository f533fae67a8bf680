import type { DisputeStatus } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderDispute } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import { viewDispute } from "../disputes/view-dispute.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { isSame } from "./is-same.ts";

/** The statuses of disputes that are over. */
const OVER: DisputeStatus[] = ["WON", "LOST", "CLOSED"];

/**
 * Saves the disputes about a locked invoice of the card provider's, with their events. The invoice stays PAID and access is
 * unchanged; what the bank takes and gives back is posted in the journal. Returns whether anything changed.
 */
export async function saveDisputes(
  tx: Tx,
  scope: Scope,
  { id: invoiceId, customerId, provider }: LoadedInvoice,
  remotes: readonly ProviderDispute[],
): Promise<boolean> {
  const { tenantId, clock } = scope;
  const known = await tx.dispute.findMany({
    where: { tenantId, provider, providerDisputeId: { in: remotes.map(({ id }) => id) } },
  });
  let isChanged = false;
  for (const { id: providerDisputeId, createdAt, ...columns } of remotes) {
    const before = known.find((one) => one.providerDisputeId === providerDisputeId);
    if (before && (before.invoiceId !== invoiceId || isSame(before, { ...before, ...columns }))) continue;
    const now = clock.now();
    const after = before
      ? await tx.dispute.update({
          where: { tenantId_id: { tenantId, id: before.id } },
          data: { ...columns, updatedAt: now },
        })
      : await tx.dispute.create({
          data: {
            tenantId,
            id: newId("dispute"),
            provider,
            providerDisputeId,
            invoiceId,
            customerId,
            ...columns,
            openedAt: createdAt,
            createdAt: now,
            updatedAt: now,
          },
        });
    const isClosed = OVER.includes(after.status) && !(before && OVER.includes(before.status));
    await recordChange(tx, scope, {
      type: !before ? "dispute.created" : isClosed ? "dispute.closed" : "dispute.updated",
      objectType: "dispute",
      objectId: after.id,
      ...(before && { before: viewDispute(before) }),
      after: viewDispute(after),
    });
    isChanged = true;
  }
  return isChanged;
}
