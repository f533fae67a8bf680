import type { z } from "zod";
import type { InvoiceNotice as Row } from "../../../platform/database/client/client.ts";
import type { InvoiceNotice } from "./schema.ts";
import { whatToDo } from "./what-to-do.ts";

/** A notice as it is shown. */
export function viewNotice(row: Row): z.output<typeof InvoiceNotice> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer_id: row.customerId,
    invoice_id: row.invoiceId,
    kind: row.kind,
    provider_object_id: row.providerObjectId,
    code: row.code,
    message: row.message,
    what_to_do: whatToDo(row),
    due_at: row.dueAt?.toISOString() ?? null,
    opened_at: row.openedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    is_dismissed: row.isDismissed,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
