import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { recordChange } from "../../events/record-change.ts";
import { settleAlteredCounters } from "../counters/settle-counters.ts";
import { bumpTermsVersion } from "../terms/write-terms.ts";
import { getOverrideOrThrow, OVERRIDE_PARTS } from "./load-override.ts";
import type * as schema from "./schema.ts";
import { viewOverride } from "./view-override.ts";

/** Ends an override now. Idempotent. Throws override_not_found. */
export async function revokeOverride(
  caller: Scope,
  { id }: z.output<typeof schema.OverrideId>,
): Promise<z.output<typeof schema.Override>> {
  const { tenantId, db } = caller;
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from overrides where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await getOverrideOrThrow(tx, caller, id);
    const scope = await withCustomerClock(tx, caller, before.customer);
    const now = scope.clock.now();
    if (before.revokedAt) return viewOverride(before, now);
    const row = await tx.override.update({
      where: { tenantId_id: { tenantId, id } },
      data: { revokedAt: now },
      include: OVERRIDE_PARTS,
    });
    await bumpTermsVersion(tx, scope, before.customerId);
    await settleAlteredCounters(tx, scope, { customer: before.customer, featureId: before.featureId });
    const change = { before: viewOverride(before, now), after: viewOverride(row, now) };
    await recordChange(tx, scope, {
      type: "override.revoked",
      objectType: "override",
      objectId: id,
      ...change,
    });
    return change.after;
  });
}
