import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { DisputePage, ListDisputes } from "./list-disputes-schema.ts";
import { viewDispute } from "./view-dispute.ts";

/** Disputes of payments of invoices, newest first. Throws customer_not_found. */
export async function listDisputes(
  scope: Scope,
  input: z.output<typeof ListDisputes>,
): Promise<z.output<typeof DisputePage>> {
  const { tenantId, db } = scope;
  const customer = input.customer ? await getCustomerOrThrow(db, scope, input.customer) : null;
  const rows = await db.dispute.findMany(
    newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(input.invoice_id && { invoiceId: input.invoice_id }),
    }),
  );
  return toPage(rows, input.limit, viewDispute);
}
