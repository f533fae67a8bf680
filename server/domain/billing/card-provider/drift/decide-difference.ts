import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { AUTOMATIC_ACTIONS, MANUAL_ACTIONS } from "./actions.ts";
import { requireOurAccount } from "./check-account.ts";
import type { DecideDifference } from "./decide-difference-schema.ts";
import { viewDifference } from "./drift.ts";
import { loadSides } from "./load-sides.ts";
import { mendDifference } from "./mend-difference.ts";
import type { Difference } from "./schema.ts";

/**
 * Carries out a person's decision about one difference, after reading both sides again; it can be undone. Throws drift_stale or
 * card_provider_account_mismatch.
 */
export async function decideDifference(
  scope: Scope,
  input: z.output<typeof DecideDifference>,
): Promise<z.output<typeof Difference>> {
  const { kind, action } = input;
  if ((MANUAL_ACTIONS[kind] ?? AUTOMATIC_ACTIONS[kind]) !== action) throw new ApiError("drift_stale");
  const provider = await cardProviderOf(scope);
  await requireOurAccount(scope, provider);
  const named = { providerSubscriptionId: input.provider_subscription_id };
  const { differences } = await loadSides(scope, provider, named);
  const difference = differences.find((one) => one.kind === kind);
  if (!difference) throw new ApiError("drift_stale");
  return viewDifference(difference, await mendDifference(scope, difference, action));
}
