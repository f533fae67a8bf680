import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { customerMatches } from "../../customers/match-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { viewUsageRecord } from "../counters/view-usage.ts";
import type { BrowseUsage, UsageRows } from "./browse-schema.ts";
import { limitsInForce } from "./limits-in-force.ts";

const ORDERS: Record<z.output<typeof BrowseUsage>["sort"], SortOrder> = {
  // Ids sort by the time they were made. updated_at has no index: it would slow down every count.
  created_at: { by: Prisma.sql`u.id`, type: "text" },
  value: { by: Prisma.sql`u.value`, type: "numeric" },
  // Past a limit of 0 everything is too much.
  share: {
    by: Prisma.sql`round(case when u.included is null then -1 when u.included > 0 then (u.carried + u.value) / u.included
      when u.carried + u.value > 0 then 1000000000 else 0 end, 6)`,
    type: "numeric",
  },
};

/** The tenant's counters as a table of the dashboard. Throws feature_key_unknown. */
export async function browseUsage(
  scope: Scope,
  input: z.output<typeof BrowseUsage>,
): Promise<z.output<typeof UsageRows>> {
  const { db, tenantId } = scope;
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const { status, dimension, customer_id: customerId } = input;
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`u.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select u.id, ${key} as sort_key from usage_records u
    where u.tenant_id = ${tenantId} ${matching(input.q)}
      ${feature === null ? Prisma.empty : Prisma.sql`and u.feature_id = ${feature.id}`}
      ${customerId === undefined ? Prisma.empty : Prisma.sql`and u.customer_id = ${customerId}`}
      ${dimension === undefined ? Prisma.empty : Prisma.sql`and u.dimension = ${dimension}`}
      ${input.is_past_limit ? Prisma.sql`and u.included is not null and u.carried + u.value > u.included` : Prisma.empty}
      ${status === undefined ? Prisma.empty : Prisma.sql`and u.status = ${status}::"UsageStatus"`}
      ${after} ${order}`,
    async (ids) => {
      const rows = await db.usageRecord.findMany({
        where: { tenantId, id: { in: ids } },
        include: { feature: true, customer: true, subscription: { include: { planPrice: true } } },
      });
      const limits = await limitsInForce(scope, rows);
      return rows.map((row) => {
        const { feature: of, customer, subscription, ...record } = row;
        const { currentPeriodStart: start, currentPeriodEnd: end } = subscription ?? {};
        return {
          ...viewUsageRecord(record, of, start && end ? { start, end } : null),
          customer: viewCustomerSummary(customer),
          used: row.carried.plus(row.value).toNumber(),
          included: limits.get(row.id)?.limit?.toNumber() ?? null,
          overage_behavior: limits.get(row.id)?.overage ?? null,
          billed_amount: Number(row.billedAmount),
          currency: subscription?.planPrice.currency ?? null,
          is_held: of.type === "ALLOCATED",
        };
      });
    },
  );
}

function matching(q: string | undefined): Prisma.Sql {
  if (q === undefined) return Prisma.empty;
  return Prisma.sql`and (u.id = ${q.trim()} or exists (
    select 1 from customers c where c.tenant_id = u.tenant_id and c.id = u.customer_id
      and ${customerMatches(q.trim())}))`;
}
