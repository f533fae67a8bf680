import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { type SetPageHeaders, totalOf } from "../../../platform/page-headers.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewUsageRecord } from "../counters/view-usage.ts";
import { HELD } from "../terms/period.ts";
import type { ListUsage, UsageRecords } from "./schema.ts";

/**
 * docs/interface.md 4.13: counters by customer, feature, dimension, status and time. Filters and order use the period that the response shows,
 * which for held units is the subscription's current one; newest first, equal ones by id. Throws customer_not_found or feature_key_unknown.
 */
export async function listUsage(
  scope: Scope,
  input: z.output<typeof ListUsage>,
  setPageHeaders?: SetPageHeaders,
): Promise<z.output<typeof UsageRecords>> {
  const { db, tenantId } = scope;
  const { limit, offset = 0 } = input;
  const matching = await matchingSql(scope, input);
  const found = await db.$queryRaw<{ id: string }[]>`
    select u.id ${matching} order by ${SHOWN.start} desc, u.id desc limit ${limit} offset ${offset}`;
  const rows = await db.usageRecord.findMany({
    where: { tenantId, id: { in: found.map(({ id }) => id) } },
    include: {
      feature: true,
      subscription: { select: { currentPeriodStart: true, currentPeriodEnd: true } },
    },
  });
  if (setPageHeaders) {
    const total = await totalOf({ limit, offset, rows: found.length }, async () => {
      const [counted] = await db.$queryRaw<{ total: number }[]>`select count(*)::int as total ${matching}`;
      return counted?.total ?? 0;
    });
    setPageHeaders({ total, limit, offset, hasMore: offset + found.length < total });
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { feature: of, subscription, ...record } = row;
    const { currentPeriodStart: start, currentPeriodEnd: end } = subscription ?? {};
    return viewUsageRecord(record, of, start && end ? { start, end } : null);
  });
}

/** The period as viewUsageRecord shows it. */
function shown(current: Prisma.Sql, own: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when u.period_end = ${HELD.end} and s.current_period_start is not null
    and s.current_period_end is not null then ${current} else ${own} end`;
}

const SHOWN = {
  start: shown(Prisma.sql`s.current_period_start`, Prisma.sql`u.period_start`),
  end: shown(Prisma.sql`s.current_period_end`, Prisma.sql`u.period_end`),
};

async function matchingSql(scope: Scope, input: z.output<typeof ListUsage>): Promise<Prisma.Sql> {
  const named = input.customer ?? scope.ownCustomerId;
  const customer = named ? await getCustomerOrThrow(scope.db, scope, named) : null;
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const { dimension, status, from, to } = input;
  const wanted = [
    Prisma.sql`u.tenant_id = ${scope.tenantId}`,
    ...(customer ? [Prisma.sql`u.customer_id = ${customer.id}`] : []),
    ...(feature ? [Prisma.sql`u.feature_id = ${feature.id}`] : []),
    ...(dimension !== undefined ? [Prisma.sql`u.dimension = ${dimension}`] : []),
    ...(status !== undefined ? [Prisma.sql`u.status = ${status}::"UsageStatus"`] : []),
    ...(from !== undefined ? [Prisma.sql`${SHOWN.end} > ${new Date(from)}`] : []),
    ...(to !== undefined ? [Prisma.sql`${SHOWN.start} < ${new Date(to)}`] : []),
  ];
  return Prisma.sql`from usage_records u
    left join subscriptions s on s.tenant_id = u.tenant_id and s.id = u.subscription_id
    where ${Prisma.join(wanted, " and ")}`;
}
