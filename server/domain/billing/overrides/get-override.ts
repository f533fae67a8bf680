import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getOverrideOrThrow } from "./load-override.ts";
import type * as schema from "./schema.ts";
import { viewOverride } from "./view-override.ts";

/** One override. Throws override_not_found. */
export async function getOverride(
  scope: Scope,
  { id }: z.output<typeof schema.OverrideId>,
): Promise<z.output<typeof schema.Override>> {
  const row = await getOverrideOrThrow(scope.db, scope, id);
  return viewOverride(row, (await withCustomerClock(scope.db, scope, row.customer)).clock.now());
}
