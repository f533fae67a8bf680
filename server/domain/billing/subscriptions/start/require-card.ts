import { ApiError } from "../../../../errors/api-error.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { PackWithEntitlements, PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import { billedFeatures } from "../../terms/collectible.ts";
import { needsCard } from "../../terms/rules.ts";
import { linesOf } from "../sale-lines.ts";

interface Sale {
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
  drivers: { featureId: string; steps: number }[];
}

/** Whether a start at the card provider needs a card, and which features bill use past their limits. Throws quantity_invalid. */
export function cardNeededFor({ price, pack, drivers }: Sale, hasTrial: boolean) {
  const { currency, interval, trialNeedsCard } = price;
  const lines = linesOf(
    price,
    pack,
    drivers.map((driver) => ({ ...driver, featureKey: driver.featureId })),
  );
  const amount = lines.reduce((sum, line) => sum + line.amount * BigInt(line.quantity), 0n);
  // What the plan itself bills: an override may end, and a trial does.
  const sold = { packId: pack.id, currency, interval, drivers, provider: BY_CARD } as const;
  const terms = { ...sold, customerId: null, isTrial: false };
  const billed = billedFeatures(terms, pack);
  return {
    isNeeded: needsCard({ amount, billsOverage: billed.length > 0, trialNeedsCard }, hasTrial),
    isFree: amount === 0n,
    billedFeatures: billed,
  };
}

/**
 * Refuses a start without a card where something will be billed, so that no use adds up that nothing can collect. Throws
 * one_payment_method_required or quantity_invalid.
 */
export function requireCard(sale: Sale, hasTrial: boolean): void {
  const { isNeeded, isFree, billedFeatures } = cardNeededFor(sale, hasTrial);
  if (isNeeded)
    throw new ApiError(
      "one_payment_method_required",
      isFree ? { details: { billed_features: billedFeatures } } : {},
    );
}
