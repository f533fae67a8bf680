import type { z } from "zod";
import { type BoundedCount, boundedCount } from "../../../platform/bounded-count.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import { getPacksCached } from "../../catalog/load-plan-price.ts";
import { viewPlanSummary, viewPriceSummary } from "../../catalog/summaries.ts";
import { customerMatches } from "../../customers/match-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { SUBSCRIPTION_PARTS } from "../terms/load-subscription.ts";
import type { BrowseSubscriptions, CountSubscriptions, SubscriptionRows } from "./browse-schema.ts";
import { recurringOf } from "./recurring-amount.ts";

const ORDERS: Record<z.output<typeof BrowseSubscriptions>["sort"], SortOrder> = {
  created_at: { by: Prisma.sql`s.created_at`, type: "timestamptz" },
  current_period_end: { by: Prisma.sql`coalesce(s.current_period_end, '-infinity')`, type: "timestamptz" },
  amount: { by: Prisma.sql`(p.amount + coalesce(b.amount, 0))`, type: "numeric" },
};

/** The tenant's subscriptions as a table of the dashboard, without their entitlements. */
export async function browseSubscriptions(
  scope: Scope,
  input: z.output<typeof BrowseSubscriptions>,
): Promise<z.output<typeof SubscriptionRows>> {
  const { db, tenantId } = scope;
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`s.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select s.id, ${key} as sort_key from subscriptions s
    join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
    left join lateral (
      select sum(d.steps * x.driver_step_amount) as amount
      from subscription_drivers d
      join pack_entitlements e on e.tenant_id = d.tenant_id and e.pack_id = s.pack_id and e.feature_id = d.feature_id
      join lateral (
        select x.driver_step_amount from pack_entitlement_prices x
        where x.tenant_id = e.tenant_id and x.entitlement_id = e.id and x.currency = p.currency
          and (x.interval is null or x.interval = p.interval)
        order by x.interval nulls last limit 1
      ) x on true
      where d.tenant_id = s.tenant_id and d.subscription_id = s.id
    ) b on true
    where ${filtered(tenantId, input)} ${after} ${order}`,
    async (ids) => {
      const rows = await db.subscription.findMany({
        where: { tenantId, id: { in: ids } },
        include: SUBSCRIPTION_PARTS,
      });
      const packs = await getPacksCached(
        db,
        scope,
        rows.flatMap(({ packId }) => packId ?? []),
      );
      return rows.map((row) => {
        return {
          id: row.id,
          provider: row.provider,
          status: row.status,
          current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
          trial_end: row.trialEnd?.toISOString() ?? null,
          canceled_at: row.canceledAt?.toISOString() ?? null,
          ended_at: row.endedAt?.toISOString() ?? null,
          created_at: row.createdAt.toISOString(),
          customer: viewCustomerSummary(row.customer),
          product: viewPlanSummary(row.product),
          plan: viewPlanSummary(row.plan),
          plan_price: viewPriceSummary(row.planPrice),
          pack_version: row.pack?.version ?? null,
          ...recurringOf(row, packs.get(row.packId ?? "") ?? null),
        };
      });
    },
  );
}

/** How many subscriptions a filter of the table leaves, up to 10,000. */
export function countSubscriptions(
  { db, tenantId }: Scope,
  input: z.output<typeof CountSubscriptions>,
): Promise<z.output<typeof BoundedCount>> {
  return boundedCount(db, Prisma.sql`select 1 from subscriptions s where ${filtered(tenantId, input)}`);
}

function filtered(tenantId: string, input: z.output<typeof CountSubscriptions>): Prisma.Sql {
  const { q, status, provider, product_id: productId, plan_id: planId } = input;
  return Prisma.sql`s.tenant_id = ${tenantId} ${matching(q)}
    ${status === undefined ? Prisma.empty : Prisma.sql`and s.status = ${status}::"SubscriptionStatus"`}
    ${provider === undefined ? Prisma.empty : Prisma.sql`and s.provider = ${provider}::"Provider"`}
    ${productId === undefined ? Prisma.empty : Prisma.sql`and s.product_id = ${productId}`}
    ${planId === undefined ? Prisma.empty : Prisma.sql`and s.plan_id = ${planId}`}`;
}

function matching(q: string | undefined): Prisma.Sql {
  if (q === undefined) return Prisma.empty;
  return Prisma.sql`and (s.id = ${q.trim()} or s.provider_subscription_id = ${q.trim()} or exists (
    select 1 from customers c where c.tenant_id = s.tenant_id and c.id = s.customer_id
      and ${customerMatches(q.trim())}))`;
}
