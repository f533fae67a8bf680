import type { z } from "zod";
import type { Refund as Row } from "../../../platform/database/client/client.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { ListRefunds, RefundPage } from "./list-refunds-schema.ts";
import { viewRefund } from "./view-refund.ts";

/** Refunds of both providers, newest first. A user's token sees its own customer's. Throws customer_not_found. */
export async function listRefunds(
  scope: Scope,
  input: z.output<typeof ListRefunds>,
): Promise<z.output<typeof RefundPage>> {
  const { tenantId, db, ownCustomerId } = scope;
  const named = input.customer ?? ownCustomerId;
  const customer = named ? await getCustomerOrThrow(db, scope, named) : null;
  const rows = await db.refund.findMany(
    newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(input.invoice_id && { invoiceId: input.invoice_id }),
    }),
  );
  // What a member wrote about taking one back is for the tenant alone.
  const view = (row: Row) => ({ ...viewRefund(row), ...(ownCustomerId !== null && { taken_back: null }) });
  return toPage(rows, input.limit, view);
}
