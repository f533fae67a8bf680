import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import { queryNamed } from "../../../platform/database/named.ts";
import { ownOnly, type Scope, type Tx } from "../../../platform/scope.ts";

/**
 * The relations that operations read of a subscription before they change it. Two reads have their own statements, because each
 * is one round trip to the database on a hot path: `grantingText` below, for checks, and `shownText` (subscriptions/subscriptions-query.ts),
 * for pages that show subscriptions with their overrides and counters.
 */
export const SUBSCRIPTION_PARTS = {
  customer: true,
  product: true,
  plan: true,
  planPrice: true,
  pack: true,
  drivers: true,
} as const satisfies Prisma.SubscriptionInclude;

export type LoadedSubscription = Prisma.SubscriptionGetPayload<{ include: typeof SUBSCRIPTION_PARTS }>;

/** The tenant's subscription by id. Throws subscription_not_found. */
export async function getSubscriptionOrThrow(tx: Tx, scope: Scope, id: string): Promise<LoadedSubscription> {
  const subscription = await tx.subscription.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: SUBSCRIPTION_PARTS,
  });
  const own = ownOnly(scope, subscription);
  if (!own) throw new ApiError("subscription_not_found");
  return own;
}

/** The customer's subscriptions that have not ended, newest first; one per product. */
export async function findLiveSubscriptions(
  tx: Tx,
  scope: Scope,
  customerId: string,
): Promise<LoadedSubscription[]> {
  return tx.subscription.findMany({
    where: { tenantId: scope.tenantId, customerId, status: { not: "CANCELED" } },
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: "desc" },
  });
}

/** The part of a subscription that decides what it grants now. */
export interface GrantingSubscription {
  id: string;
  customerId: string;
  productId: string;
  planId: string;
  packId: string | null;
  provider: LoadedSubscription["provider"];
  status: LoadedSubscription["status"];
  pastDueSince: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  periodAnchor: Date;
  trialEnd: Date | null;
  createdAt: Date;
  plan: { slug: string };
  planPrice: { currency: string; interval: LoadedSubscription["planPrice"]["interval"] };
  drivers: { featureId: string; steps: number }[];
}

/** The customer's subscriptions that have not ended, newest first, in one statement, with which every check begins. */
export function findGranting(tx: Tx, scope: Scope, customerId: string): Promise<GrantingSubscription[]> {
  return queryNamed<GrantingSubscription>(scope, tx, {
    name: "find-granting",
    text: grantingText("$1", "$2"),
    values: [scope.tenantId, customerId],
  });
}

/** What a check tells of a subscription. */
export type ToldSubscription = Pick<
  GrantingSubscription,
  "id" | "status" | "currentPeriodEnd" | "trialEnd" | "plan"
>;

/** The customer's subscription that ended last; null where none has. Reads of the same moment share one statement. */
export function findLastEnded(
  { tenantId, db, reads }: Scope,
  customerId: string,
): Promise<ToldSubscription | null> {
  return reads.run(`last ended ${tenantId}`, customerId, async (customerIds: string[]) => {
    const ended = await db.subscription.findMany({
      where: { tenantId, customerId: { in: customerIds }, status: "CANCELED" },
      distinct: ["customerId"],
      orderBy: [{ customerId: "asc" }, { endedAt: "desc" }, { id: "desc" }],
      select: {
        id: true,
        customerId: true,
        status: true,
        currentPeriodEnd: true,
        trialEnd: true,
        plan: { select: { slug: true } },
      },
    });
    return customerIds.map((id) => ended.find((one) => one.customerId === id) ?? null);
  });
}

/** The statement of findGranting, for a tenant and a customer of an enclosing statement. */
export function grantingText(tenant: string, customer: string): string {
  return `
    select s.id, s.customer_id as "customerId", s.product_id as "productId", s.plan_id as "planId", s.pack_id as "packId", s.provider::text as provider,
           s.status::text as status, s.past_due_since as "pastDueSince", s.current_period_start as "currentPeriodStart",
           s.current_period_end as "currentPeriodEnd", s.period_anchor as "periodAnchor", s.trial_end as "trialEnd", s.created_at as "createdAt",
           json_build_object('slug', l.slug) as plan,
           json_build_object('currency', p.currency, 'interval', p.interval) as "planPrice",
           coalesce((select json_agg(json_build_object('featureId', d.feature_id, 'steps', d.steps)) from subscription_drivers d
             where d.tenant_id = s.tenant_id and d.subscription_id = s.id), '[]'::json) as drivers
    from subscriptions s
    join plans l on l.tenant_id = s.tenant_id and l.id = s.plan_id
    join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
    where s.tenant_id = ${tenant} and s.customer_id = ${customer} and s.status <> 'CANCELED'
    order by s.id desc`;
}
