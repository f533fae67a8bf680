import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { DismissInvoiceNotice } from "./dismiss-notice-schema.ts";
import type { InvoiceNotice } from "./schema.ts";
import { viewNotice } from "./view-notice.ts";

/** Closes a notice for good. One that is closed already stays as it is. Throws invoice_notice_not_found. */
export function dismissNotice(
  scope: Scope,
  { id }: z.output<typeof DismissInvoiceNotice>,
): Promise<z.output<typeof InvoiceNotice>> {
  const { tenantId, db, clock } = scope;
  const where = { tenantId_id: { tenantId, id } };
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from invoice_notices where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await tx.invoiceNotice.findUnique({ where });
    if (!before) throw new ApiError("invoice_notice_not_found");
    if (before.closedAt !== null) return viewNotice(before);
    const now = clock.now();
    const after = await tx.invoiceNotice.update({
      where,
      data: { closedAt: now, isDismissed: true, updatedAt: now },
    });
    await recordChange(tx, scope, {
      type: "invoice_notice.closed",
      objectType: "invoice_notice",
      objectId: id,
      before: viewNotice(before),
      after: viewNotice(after),
    });
    return viewNotice(after);
  });
}
