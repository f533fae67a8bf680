import { z } from "zod";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getPackWithEntitlements, readPlanPrice } from "../../../catalog/get-plan-price.ts";
import { type Charge, chargePeriod, type Priced } from "../../invoices/rules.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { linesOf } from "../sync/provider-prices.ts";
import type { PlanChange } from "./plan-change.ts";

/** The items that a subscription pays for each period: its plan, and each driver's steps. K6009. */
export function pricedItems({ price, pack, drivers }: PlanChange): Priced[] {
  return linesOf(price, pack, drivers).map(({ amount, quantity, name, featureId }) => ({
    item: featureId ?? "plan",
    description: quantity === 1 ? name : `${quantity} × ${name}`,
    amount: amount * BigInt(quantity),
  }));
}

/**
 * The charges for the current period of a subscription that comes from the card provider: the full prices, which a change here
 * then credits.
 */
export async function presentCharges(tx: Tx, scope: Scope, row: LoadedSubscription) {
  const { currentPeriodStart: start, currentPeriodEnd: end, status } = row;
  if (!start || !end || status === "TRIALING") return [];
  return storeCharges(chargePeriod(await presentItems(tx, scope, row), { start, end }).charged);
}

/** The items that a subscription pays for each period now. */
export async function presentItems(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<Priced[]> {
  const price = await readPlanPrice(tx, scope, row.planPriceId);
  const pack = row.packId === null ? null : await getPackWithEntitlements(tx, scope, row.packId);
  if (!pack) return [];
  const drivers = row.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return pricedItems({ price, pack, drivers });
}

const StoredCharges = z.array(
  z.object({
    item: z.string(),
    description: z.string(),
    price: z.string().transform(BigInt),
    amount: z.string().transform(BigInt),
    start: z.iso.datetime().transform((moment) => new Date(moment)),
    end: z.iso.datetime().transform((moment) => new Date(moment)),
  }),
);

/** The charges for the current period, from the row. */
export function readCharges(stored: unknown): Charge[] {
  return StoredCharges.parse(stored);
}

/** The same, to be stored: amounts as text, because JSON only has floats. */
export function storeCharges(charged: Charge[]) {
  return charged.map(({ price, amount, start, end, ...rest }) => ({
    ...rest,
    price: `${price}`,
    amount: `${amount}`,
    start: start.toISOString(),
    end: end.toISOString(),
  }));
}
