import type { z } from "zod";
import { decodeCursor, toPage } from "../../platform/page.ts";
import { getCustomerOrThrow } from "../customers/find-customer.ts";
import { requireOwn, type Scope } from "../scope.ts";
import { SUBSCRIPTION_PARTS } from "./load-subscription.ts";
import type { ListSubscriptions, SubscriptionPage } from "./schema.ts";
import { viewSubscriptions } from "./view-subscription.ts";

/** Subscriptions, newest first. A user's token sees its own customer's. K3003. */
export async function listSubscriptions(
  scope: Scope,
  input: z.output<typeof ListSubscriptions>,
): Promise<z.output<typeof SubscriptionPage>> {
  const { tenantId, db, ownCustomerId } = scope;
  const named = input.customer ?? ownCustomerId;
  const customer = named ? await getCustomerOrThrow(db, scope, named) : null;
  if (customer) requireOwn(scope, customer.id);
  const before = decodeCursor(input.cursor);
  const { status, product_id: productId, plan_id: planId, pack_id: packId, provider } = input;
  const rows = await db.subscription.findMany({
    where: {
      tenantId,
      ...(customer && { customerId: customer.id }),
      ...(status && { status }),
      ...(productId && { productId }),
      ...(planId && { planId }),
      ...(packId && { packId }),
      ...(provider && { provider }),
      ...(before && { id: { lt: before } }),
    },
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => row);
  return { ...page, data: await viewSubscriptions(db, scope, page.data) };
}
