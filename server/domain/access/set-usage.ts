import { Decimal } from "decimal.js";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { getFeatureByKeyOrThrow } from "../catalog/get-feature.ts";
import { inCustomerTime } from "../customers/in-customer-time.ts";
import { nameCustomer } from "../customers/name-customer.ts";
import { loadGrant } from "../entitlements/load-grants.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import type { UsageRecord } from "../usage/schema.ts";
import { setCounter } from "../usage/set-counter.ts";
import { viewUsageRecord } from "../usage/view-usage.ts";
import { countingTerms } from "./counting.ts";
import { findTerms } from "./find-terms.ts";
import type { SetUsage } from "./schema.ts";

/**
 * Interface 4.7: an admin sets a counter to an exact value, also past the limit. The counter, its ledger row, the event and
 * the audit row are one transaction. K8001, K8002 not in the open period, K8003 no such usage, K8004 no period.
 */
export async function setUsage(
  caller: Scope,
  input: z.output<typeof SetUsage>,
): Promise<z.output<typeof UsageRecord>> {
  const feature = await getFeatureByKeyOrThrow(caller, input.feature_key);
  if (feature.type !== "METERED" && feature.type !== "ALLOCATED") {
    throw new ApiError("K8003", { details: { feature_key: feature.key, feature_type: feature.type } });
  }
  return caller.db.$transaction(async (tx) => {
    const customer = await nameCustomer(tx, caller, { customer: input.customer });
    const scope = await inCustomerTime(tx, caller, customer);
    const found = await findTerms(tx, scope, customer, feature.id);
    const { period } = found;
    if (!period) throw new ApiError("K8004");
    const grant = await loadGrant(tx, scope, found.terms, feature);
    const terms = countingTerms(grant, found, customer, period);
    const key = { customerId: customer.id, dimension: input.dimension ?? "" };
    const occurredAt = input.occurred_at === undefined ? scope.clock.now() : new Date(input.occurred_at);
    const value = { value: new Decimal(input.value), reason: input.reason ?? null, occurredAt };
    const { before, after } = await setCounter(tx, scope, key, terms, value);
    const view = viewUsageRecord(after, feature, period);
    if (after !== before) {
      await recordChange(tx, scope, {
        type: "usage.set",
        objectType: "usage_record",
        objectId: after.id,
        before: viewUsageRecord(before, feature, period),
        after: view,
      });
    }
    return view;
  });
}
