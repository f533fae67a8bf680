import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { settleAlteredCounters } from "../counters/settle-counters.ts";
import { bumpTermsVersion } from "../terms/write-terms.ts";
import { requireCollectibleOverride } from "./collectible-override.ts";
import type { CreateOverride } from "./create-override-schema.ts";
import { OVERRIDE_PARTS } from "./load-override.ts";
import { brokenOverrideRule } from "./rules.ts";
import type { Override } from "./schema.ts";
import { viewOverride } from "./view-override.ts";

/** Applies an override to what the customer's plan grants. */
export async function createOverride(
  caller: Scope,
  input: z.output<typeof CreateOverride>,
): Promise<z.output<typeof Override>> {
  const { tenantId, actor, db } = caller;
  const [customer, feature] = await Promise.all([
    getActiveCustomerOrThrow(db, caller, input.customer),
    getFeatureByKeyOrThrow(caller, input.feature_key),
  ]);
  const scope = await withCustomerClock(db, caller, customer);
  const now = scope.clock.now();
  const rule = brokenOverrideRule(feature, input, now);
  if (rule !== null) throw new ApiError("override_invalid", { details: { rule } });
  await requireCollectibleOverride(scope, customer, {
    featureId: feature.id,
    feature,
    enabled: input.enabled ?? null,
    unlimited: input.unlimited ?? false,
    value: (input.value ?? null) as Prisma.JsonValue,
    overage: input.overage ?? null,
    limitSet: input.limit_set ?? null,
    limitAdd: input.limit_add ?? null,
    overageCeiling: input.overage_ceiling ?? null,
    overageCapAmount: input.overage_cap_amount === undefined ? null : BigInt(input.overage_cap_amount),
  });
  return db.$transaction(async (tx) => {
    const row = await tx.override.create({
      data: {
        tenantId,
        id: newId("override"),
        customerId: customer.id,
        featureId: feature.id,
        enabled: input.enabled,
        limitSet: input.limit_set,
        limitAdd: input.limit_add,
        unlimited: input.unlimited ?? false,
        // It was parsed from JSON.
        value: input.value === undefined ? Prisma.DbNull : (input.value as Prisma.InputJsonValue),
        overage: input.overage,
        overageCeiling: input.overage_ceiling,
        overageCapAmount:
          input.overage_cap_amount === undefined ? undefined : BigInt(input.overage_cap_amount),
        reason: input.reason,
        createdBy: actor.id,
        createdAt: now,
        startsAt: input.starts_at === undefined ? now : new Date(input.starts_at),
        endsAt: input.ends_at === undefined ? null : new Date(input.ends_at),
      },
      include: OVERRIDE_PARTS,
    });
    await bumpTermsVersion(tx, scope, customer.id);
    await settleAlteredCounters(tx, scope, { customer, featureId: feature.id });
    const after = viewOverride(row, now);
    await recordChange(tx, scope, {
      type: "override.created",
      objectType: "override",
      objectId: row.id,
      after,
    });
    return after;
  });
}
