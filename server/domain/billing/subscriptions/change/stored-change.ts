import { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import type {
  CardProvider,
  PriceItem,
  ProviderSubscription,
  TaxBehavior,
} from "../../../../providers/port.ts";
import { getPackWithEntitlements, getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { ensureProviderItems } from "../sync/provider-prices.ts";
import { type PlanChange, preparePlanChange } from "./prepare-plan-change.ts";
import { StoredPlan } from "./stored-plan.ts";

/** A change as it is stored with its operation, so that a crash or a later confirmation finishes it. */
export const Stored = StoredPlan.extend({
  prorationDate: z.iso.datetime(),
  /** Whether a new period begins at the full price, because the running one is not owed. */
  isAnew: z.boolean().default(false),
  /** The items that it charges anew; absent in changes that a version before stored. */
  items: z.array(z.string()).optional(),
  /** What is given back for time that was paid without a card, before the subscription moved. */
  unused: z
    .array(
      z.object({
        description: z.string(),
        amount: z.string(),
        start: z.iso.datetime(),
        end: z.iso.datetime(),
      }),
    )
    .default([]),
  /** The card provider's lines of which a part went back to the customer already. */
  reduced: z
    .array(
      z.object({
        lineId: z.string(),
        amount: z.string(),
        kept: z.string(),
        start: z.iso.datetime(),
        end: z.iso.datetime(),
      }),
    )
    .default([]),
  /** The provider's id of a promotion code; null without one. */
  promotionCodeId: z.string().nullable().default(null),
  /** The same as it was typed. */
  promotionCode: z.string().nullable().default(null),
  /** When the period after the change begins; absent in changes that a version before stored. */
  nextAt: z.iso.datetime().nullable().default(null),
  /** The quote whose price it must have; null without one. */
  quote: z.object({ id: z.string(), total: z.string(), amountDue: z.string() }).nullable().default(null),
});
export type Stored = z.output<typeof Stored>;

/** The stored form of a change. */
export function storedPlan({ price, pack, drivers }: PlanChange): StoredPlan {
  const steps = drivers.map(({ featureId, steps }) => ({ featureId, steps }));
  return { planPriceId: price.id, planId: price.planId, packId: pack.id, drivers: steps };
}

/** What a stored plan sells. Throws plan_price_not_found or plan_not_published. */
export async function loadPlan(scope: Scope, plan: StoredPlan): Promise<PlanChange> {
  const [price, pack] = await Promise.all([
    getPlanPriceOrThrow(scope, plan.planPriceId),
    getPackWithEntitlements(scope.db, scope, plan.packId),
  ]);
  if (!pack) throw new ApiError("plan_not_published");
  const drivers = plan.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return { price, pack, drivers };
}

/** The provider's prices of a stored change; a subscription keeps what its own say of taxes. */
export async function providerItemsOf(
  scope: Scope,
  provider: CardProvider,
  plan: StoredPlan,
  taxBehavior: TaxBehavior | null,
): Promise<PriceItem[]> {
  return ensureProviderItems(scope, provider, { ...(await loadPlan(scope, plan)), taxBehavior });
}

/** Whether a subscription at the provider has exactly these items. */
export function isOfItems(remote: Pick<ProviderSubscription, "items">, wanted: PriceItem[]): boolean {
  const text = (items: PriceItem[]) =>
    items
      .map(({ priceId, quantity }) => `${priceId}=${quantity}`)
      .sort()
      .join();
  return text(remote.items) === text(wanted);
}

/** The newest requested change; null before the first. */
export function newestChange(
  db: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
): Promise<ProviderOperation | null> {
  const where = { tenantId, subscriptionId, kind: "CHANGE_PLAN" } as const;
  return db.providerOperation.findFirst({ where, orderBy: { id: "desc" } });
}

/** Whether a requested change waits for its cardholder's confirmation. */
export function isWaiting(operation: ProviderOperation | null): boolean {
  return operation?.status === "FAILED" && operation.failureCode === WAITS_FOR_CARDHOLDER;
}

/** The newest change that was made; null before the first. */
export function lastMade(
  db: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
): Promise<ProviderOperation | null> {
  const where = { tenantId, subscriptionId, kind: "CHANGE_PLAN", status: "SUCCEEDED" } as const;
  return db.providerOperation.findFirst({ where, orderBy: { id: "desc" } });
}

/** Rows that were written before packs and drivers were stored with a change name only the price. */
export async function readStored(scope: Scope, operation: ProviderOperation): Promise<Stored> {
  const known = Stored.safeParse(operation.input);
  if (known.success) return known.data;
  const old = z.object({ planPriceId: z.string(), prorationDate: z.iso.datetime() }).parse(operation.input);
  const subscription = await getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId);
  const change = await preparePlanChange(scope, subscription, { plan_price_id: old.planPriceId });
  if (!change) throw new ApiError("pending_change_missing");
  return {
    ...storedPlan(change),
    prorationDate: old.prorationDate,
    isAnew: false,
    unused: [],
    reduced: [],
    promotionCodeId: null,
    promotionCode: null,
    nextAt: null,
    quote: null,
  };
}
