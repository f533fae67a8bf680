import { ApiError } from "../../../errors/api-error.ts";
import { settleAlteredCounters } from "../counters/settle-counters.ts";
import type { UseOutcome } from "./decide-uses.ts";
import type { Prepared } from "./prepare-use.ts";

/** The terms of a use had changed when it was counted, or its counters are still to be settled; nothing was counted. */
export class StaleTerms extends Error {
  readonly prepared: Pick<Prepared, "customer" | "feature" | "scope">;

  constructor(prepared: Pick<Prepared, "customer" | "feature" | "scope">) {
    super("The terms of a use have changed.");
    this.prepared = prepared;
  }
}

/** Changes of terms that one use may meet. */
const ATTEMPTS = 5;

/**
 * Prepares and counts a use; where its terms have changed meanwhile, settles the counters that counted under the earlier ones and does all
 * of it again. Throws database_conflict.
 */
export async function withTermsOfNow<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleTerms)) throw error;
      if (attempt === ATTEMPTS) throw new ApiError("database_conflict", { cause: error });
      const { customer, feature, scope } = error.prepared;
      await scope.db.$transaction((tx) =>
        settleAlteredCounters(tx, scope, { customer, featureId: feature.id }),
      );
    }
  }
}

/** The outcome of a use whose terms are those of now. Throws StaleTerms. */
export function requireCurrent<O extends UseOutcome>(
  prepared: Pick<Prepared, "customer" | "feature" | "scope">,
  outcome: O | undefined,
): Exclude<O, { outcome: "STALE" }> {
  if (!outcome) throw new ApiError("internal_error");
  if (outcome.outcome === "STALE") throw new StaleTerms(prepared);
  return outcome as Exclude<O, { outcome: "STALE" }>;
}
