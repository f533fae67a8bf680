import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { ListOverrides } from "./list-overrides-schema.ts";
import { OVERRIDE_PARTS } from "./load-override.ts";
import { viewOverride } from "./view-override.ts";

/** The tenant's overrides, newest first. Throws customer_not_found or feature_key_unknown. */
export async function listOverrides(scope: Scope, input: z.output<typeof ListOverrides>) {
  const { tenantId, db } = scope;
  const customer = input.customer === undefined ? null : await getCustomerOrThrow(db, scope, input.customer);
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const now = (await withCustomerClock(db, scope, customer)).clock.now();
  const inForce = {
    revokedAt: null,
    startsAt: { lte: now },
    OR: [{ endsAt: null }, { endsAt: { gt: now } }],
  };
  const rows = await db.override.findMany({
    ...newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(feature && { featureId: feature.id }),
      ...(input.active && inForce),
    }),
    include: OVERRIDE_PARTS,
  });
  return toPage(rows, input.limit, (row) => viewOverride(row, now));
}
