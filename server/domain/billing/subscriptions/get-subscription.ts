import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { queryNamed } from "../../../platform/database/named.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import type { GetSubscription, Subscription } from "./schema.ts";
import { type ShownRow, shownText, showRows } from "./subscriptions-query.ts";

const STATEMENT = shownText("s.id = $3");

/** Interface 4.10, in one statement, because products get it with every page. K6001, K2010. */
export async function getSubscription(
  scope: Scope,
  input: z.output<typeof GetSubscription>,
): Promise<z.output<typeof Subscription>> {
  const rows = await queryNamed<ShownRow>(scope, scope.db, {
    name: "get-subscription",
    text: STATEMENT,
    values: [scope.tenantId, scope.clock.now(), input.id],
  });
  for (const { customer } of rows) requireOwn(scope, customer.id);
  const [subscription] = await showRows(scope, rows);
  if (!subscription) throw new ApiError("K6001");
  return subscription;
}
