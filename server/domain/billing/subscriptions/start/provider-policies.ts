import type { Scope } from "../../../../platform/scope.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";

/** The tenant's settings for every subscription at the card provider. */
export async function policiesOf(scope: Scope) {
  const { trialEndPolicy, automaticTax, taxBehavior } = await getTenant(scope.db, scope);
  // A downgrade to the free plan ends the provider's subscription: the free plan then grants access.
  const trialEndsWithoutCard = trialEndPolicy === "PAUSE" ? ("pause" as const) : ("cancel" as const);
  // Without taxes that are computed, a price that says nothing fits any tax rates that are set by hand.
  return {
    trialEndsWithoutCard,
    hasAutomaticTax: automaticTax,
    taxBehavior: automaticTax ? taxBehavior : null,
  };
}
