import { Decimal } from "decimal.js";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Feature } from "../../platform/database/client/client.ts";
import { getFeatureByKeyOrThrow } from "../catalog/get-feature.ts";
import { inCustomerTime } from "../customers/in-customer-time.ts";
import { nameCustomer } from "../customers/name-customer.ts";
import type { Grant } from "../entitlements/grant.ts";
import { loadGrant, loadGrantUnder } from "../entitlements/load-grants.ts";
import { recordChange } from "../events/record-change.ts";
import { requireOwn, type Scope, type Tx } from "../scope.ts";
import type { UsageRecord } from "../usage/schema.ts";
import { setCounter } from "../usage/set-counter.ts";
import { viewUsageRecord } from "../usage/view-usage.ts";
import { type CountedCustomer, countingTerms } from "./counting.ts";
import { type CustomerTerms, chooseTerms, findTerms } from "./find-terms.ts";
import { loadStanding, type Standing } from "./load-standing.ts";
import type { SetUsage } from "./schema.ts";

type Input = z.output<typeof SetUsage>;

/**
 * Interface 4.7: an admin sets a counter to an exact value, also past the limit. The counter, its ledger row, the event and
 * the audit row are one transaction. K8001, K8002 not in the open period, K8003 no such usage, K8004 no period.
 */
export async function setUsage(caller: Scope, input: Input): Promise<z.output<typeof UsageRecord>> {
  const feature = await getFeatureByKeyOrThrow(caller, input.feature_key);
  if (feature.type !== "METERED" && feature.type !== "ALLOCATED") {
    throw new ApiError("K8003", { details: { feature_key: feature.key, feature_type: feature.type } });
  }
  const known = await loadStanding(caller, { named: input.customer, featureId: feature.id });
  if (known) requireOwn(caller, known.customer.id);
  return caller.db.$transaction(async (tx) => {
    const terms = known
      ? await termsOf(tx, known, feature)
      : await termsOfNew(tx, caller, input.customer, feature);
    return set(tx, terms, feature, input);
  });
}

interface Terms {
  customer: CountedCustomer;
  scope: Scope;
  found: CustomerTerms;
  grant: Grant;
}

async function termsOf(
  tx: Tx,
  { customer, live, overrides, scope }: Standing,
  feature: Feature,
): Promise<Terms> {
  const found = await chooseTerms(tx, scope, { customer, live, featureId: feature.id });
  const grant = await loadGrantUnder(tx, scope, found.terms, feature, overrides);
  return { customer, scope, found, grant };
}

/** Of somebody named for the first time: in the same transaction, so that nobody is made where nothing is set. */
async function termsOfNew(tx: Tx, caller: Scope, named: string, feature: Feature): Promise<Terms> {
  const customer = await nameCustomer(tx, caller, { customer: named });
  const scope = await inCustomerTime(tx, caller, customer);
  const found = await findTerms(tx, scope, customer, feature.id);
  const grant = await loadGrant(tx, scope, found.terms, feature);
  return { customer, scope, found, grant };
}

async function set(
  tx: Tx,
  { customer, scope, found, grant }: Terms,
  feature: Feature,
  input: Input,
): Promise<z.output<typeof UsageRecord>> {
  const { period } = found;
  if (!period) throw new ApiError("K8004");
  const terms = countingTerms(grant, found, customer, period);
  const key = { customerId: customer.id, dimension: input.dimension ?? "" };
  const occurredAt = input.occurred_at === undefined ? scope.clock.now() : new Date(input.occurred_at);
  const value = { value: new Decimal(input.value), reason: input.reason ?? null, occurredAt };
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
