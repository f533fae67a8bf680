import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import { requireOwn, type Scope, type Tx } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { recordChange } from "../../events/record-change.ts";
import { countingTerms } from "../counters/counting.ts";
import type { UsageRecord } from "../counters/schema.ts";
import { setCounter } from "../counters/set-counter.ts";
import { viewUsageRecord } from "../counters/view-usage.ts";
import { type CustomerContext, loadCustomerContext } from "../entitlements/load-customer-context.ts";
import type { Grant } from "../grants/grant.ts";
import { loadGrantUnder } from "../grants/load-grants.ts";
import { billableUnits } from "../grants/rules.ts";
import { type CountedCustomer, type CustomerTerms, chooseTerms } from "../terms/find-terms.ts";
import type { SetUsage } from "./schema.ts";

type Input = z.output<typeof SetUsage>;

/**
 * Interface 4.7: an admin sets a counter to an exact value, also past the limit. The counter, its ledger row, the event and
 * the audit row are one transaction. It creates no customer, so that a mistyped identifier does not become one. K3003, K8001, K8002 before the
 * open period, K8020 in the future, K8003 no such usage, K8004 no period, K8018 more than can be billed, K8019 more than a counter can hold.
 */
export async function setUsage(caller: Scope, input: Input): Promise<z.output<typeof UsageRecord>> {
  const feature = await getFeatureByKeyOrThrow(caller, input.feature_key);
  if (feature.type !== "METERED" && feature.type !== "ALLOCATED") {
    throw new ApiError("K8003", { details: { feature_key: feature.key, feature_type: feature.type } });
  }
  const known = await loadCustomerContext(caller, { named: input.customer, featureId: feature.id });
  if (!known) throw new ApiError("K3003");
  requireOwn(caller, known.customer.id);
  return caller.db.$transaction(async (tx) => set(tx, await termsOf(tx, known, feature), feature, input));
}

interface Terms {
  customer: CountedCustomer;
  scope: Scope;
  found: CustomerTerms;
  grant: Grant;
}

async function termsOf(
  tx: Tx,
  { customer, live, overrides, scope }: CustomerContext,
  feature: Feature,
): Promise<Terms> {
  const found = await chooseTerms(tx, scope, { customer, live, featureId: feature.id });
  const grant = await loadGrantUnder(tx, scope, found.terms, feature, overrides);
  return { customer, scope, found, grant };
}

async function set(
  tx: Tx,
  { customer, scope, found, grant }: Terms,
  feature: Feature,
  input: Input,
): Promise<z.output<typeof UsageRecord>> {
  const { period } = found;
  const terms = countingTerms(grant, found, customer, scope.clock.now());
  if (!terms) throw new ApiError("K8004");
  const key = { customerId: customer.id, dimension: input.dimension ?? "" };
  const most = billableUnits(grant);
  if (grant.limit !== null && most !== null && grant.limit.plus(most).lt(input.value))
    throw new ApiError("K8018", {
      details: { most: Decimal.min(grant.limit.plus(most), MAX_UNITS).toFixed() },
    });
  const value = {
    value: new Decimal(input.value),
    reason: input.reason ?? null,
    occurredAt: input.occurred_at ?? null,
  };
  const { before, after } = await setCounter(tx, scope, key, terms, value);
  const view = viewUsageRecord(after, feature, period);
  if (!after.value.equals(before.value)) {
    await recordChange(tx, scope, {
      type: "usage.set",
      objectType: "usage_record",
      objectId: after.id,
      before: viewUsageRecord(before, feature, period),
      after: view,
    });
  }
  return view;
}
