import type { z } from "zod";
import { queryNamed } from "../../../platform/database/named.ts";
import { decodeCursor, newestFirst, toPage } from "../../../platform/page.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { SUBSCRIPTION_PARTS } from "../terms/load-subscription.ts";
import type { ListSubscriptions, SubscriptionPage } from "./schema.ts";
import { type ShownRow, shownText, showRow } from "./shown-statement.ts";
import { viewSubscriptions } from "./view-subscription.ts";

type Input = z.output<typeof ListSubscriptions>;
type Page = z.output<typeof SubscriptionPage>;

/** Subscriptions, newest first. A user's token sees its own customer's. K3003. */
export async function listSubscriptions(scope: Scope, input: Input): Promise<Page> {
  const { tenantId, db, ownCustomerId } = scope;
  if (input.customer === undefined && ownCustomerId !== null)
    return listOfCustomer(scope, ownCustomerId, input);
  if (input.customer !== undefined) {
    const customer = await getCustomerOrThrow(db, scope, input.customer);
    requireOwn(scope, customer.id);
    return listOfCustomer(scope, customer.id, input);
  }
  const { status, product_id: productId, plan_id: planId, pack_id: packId, provider } = input;
  const rows = await db.subscription.findMany({
    ...newestFirst(tenantId, input, {
      ...(status && { status }),
      ...(productId && { productId }),
      ...(planId && { planId }),
      ...(packId && { packId }),
      ...(provider && { provider }),
    }),
    include: SUBSCRIPTION_PARTS,
  });
  const page = toPage(rows, input.limit, (row) => row);
  return { ...page, data: await viewSubscriptions(db, scope, page.data) };
}

const OF_CUSTOMER = shownText(`s.customer_id = $3
    and ($4::text is null or s.status::text = $4) and ($5::text is null or s.product_id = $5)
    and ($6::text is null or s.plan_id = $6) and ($7::text is null or s.pack_id = $7)
    and ($8::text is null or s.provider::text = $8) and ($9::text is null or s.id < $9)
  order by s.id desc limit $10`);

/** A customer has few, and products ask for them with their pages: one statement brings them with all that is shown. */
async function listOfCustomer(scope: Scope, customerId: string, input: Input): Promise<Page> {
  const { status, product_id, plan_id, pack_id, provider, limit } = input;
  const filters = [status, product_id, plan_id, pack_id, provider, decodeCursor(input.cursor)];
  const rows = await queryNamed<ShownRow>(scope, scope.db, {
    name: "list-subscriptions-of-customer",
    text: OF_CUSTOMER,
    values: [
      ...[scope.tenantId, scope.clock.now(), customerId],
      ...filters.map((wanted) => wanted ?? null),
      limit + 1,
    ],
  });
  const page = toPage(rows, limit, (row) => row);
  return { ...page, data: await Promise.all(page.data.map((row) => showRow(scope, row))) };
}
