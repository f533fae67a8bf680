import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { queryNamed } from "../../../platform/database/named.ts";
import { ownOnly, type Scope } from "../../../platform/scope.ts";
import type { GetSubscription } from "./get-subscription-schema.ts";
import type { Subscription } from "./schema.ts";
import { type ShownRow, shownText, showRows } from "./subscriptions-query.ts";

const STATEMENT = shownText("s.id = $3");

/** docs/interface.md 4.10, in one statement, because products get it with every page. Throws subscription_not_found. */
export async function getSubscription(
  scope: Scope,
  input: z.output<typeof GetSubscription>,
): Promise<z.output<typeof Subscription>> {
  const rows = await queryNamed<ShownRow>(scope, scope.db, {
    name: "get-subscription",
    text: STATEMENT,
    values: [scope.tenantId, scope.clock.now(), input.id],
  });
  const own = rows.filter(({ customer }) => ownOnly(scope, { customerId: customer.id }) !== null);
  const [subscription] = await showRows(scope, own);
  if (!subscription) throw new ApiError("subscription_not_found");
  return subscription;
}
