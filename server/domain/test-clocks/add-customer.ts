import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { ensureCustomer } from "../customers/ensure-customer.ts";
import { findCustomer } from "../customers/find-customer.ts";
import { viewCustomerSummary } from "../customers/view-customer.ts";
import { findReferences } from "../tenants/provider/provider-references.ts";
import type { AddCustomer, AddedCustomer } from "./add-customer-schema.ts";
import { lockClockOrThrow } from "./load-clock.ts";

/** Stripe takes three customers on a test clock: https://docs.stripe.com/billing/testing/test-clocks/api-advanced-usage. */
const MAX_CUSTOMERS = 3;

/** How many customers of the card provider's those on a clock have, or will have: one each, and one more for each further currency. */
async function countAtProvider(tx: Tx, scope: Scope, testClockId: string): Promise<number> {
  const { tenantId } = scope;
  // Erased customers are gone at the provider, too.
  const on = await tx.customer.findMany({
    where: { tenantId, testClockId, erasedAt: null },
    select: { id: true },
  });
  const ids = on.map(({ id }) => id);
  const references = await findReferences(tx, scope, "CUSTOMER", { objectId: { in: ids } });
  const further = references.length - new Set(references.map(({ objectId }) => objectId)).size;
  return ids.length + further;
}

/** Creates a customer on the clock. Throws test_clock_customers_limit_reached or customer_not_on_test_clock. */
export async function addCustomer(
  scope: Scope,
  { id, ...named }: z.output<typeof AddCustomer>,
): Promise<z.output<typeof AddedCustomer>> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    const { now } = await lockClockOrThrow(tx, scope, id);
    const known = await findCustomer(tx, scope, named.customer);
    if (known && known.testClockId !== id) throw new ApiError("customer_not_on_test_clock");
    // One at a time, so that concurrent calls cannot exceed the limit.
    await tx.$queryRaw`select 1 from test_clocks where tenant_id = ${tenantId} and id = ${id} for no key update`;
    if (!known && (await countAtProvider(tx, scope, id)) >= MAX_CUSTOMERS)
      throw new ApiError("test_clock_customers_limit_reached", { details: { limit: MAX_CUSTOMERS } });
    // Their monthly periods begin in the clock's time.
    const inTime: Scope = { ...scope, clock: { now: () => new Date(now) } };
    const customer = await ensureCustomer(tx, inTime, named);
    const key = { tenantId_id: { tenantId, id: customer.id } };
    return viewCustomerSummary(await tx.customer.update({ where: key, data: { testClockId: id } }));
  });
}
