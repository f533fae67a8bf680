import type { z } from "zod";
import { type BoundedCount, boundedCount } from "../../platform/bounded-count.ts";
import { Prisma } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import { readSortedPage, type SortOrder } from "../../platform/sorted-page.ts";
import type { CountCustomers, CustomerRows, ListCustomers } from "./browse-schema.ts";
import { customerMatches } from "./match-customer.ts";
import { viewCustomerSummary } from "./view-customer.ts";

const ORDERS: Record<z.output<typeof ListCustomers>["sort"], SortOrder> = {
  created_at: { by: Prisma.sql`c.created_at`, type: "timestamptz" },
  email: { by: Prisma.sql`coalesce(c.email, '')`, type: "text" },
  external_id: { by: Prisma.sql`c.external_id`, type: "text" },
};

/** The tenant's customers as a table of the dashboard: searched, filtered, sorted and paged by the database. */
export async function listCustomers(
  { db, tenantId }: Scope,
  input: z.output<typeof ListCustomers>,
): Promise<z.output<typeof CustomerRows>> {
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`c.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select c.id, ${key} as sort_key from customers c where ${filtered(tenantId, input)} ${after} ${order}`,
    async (ids) => {
      const rows = await db.customer.findMany({
        where: { tenantId, id: { in: ids } },
        include: { subscriptions: { include: { plan: true }, orderBy: { id: "desc" } } },
      });
      return rows.map((row) => {
        const live = row.subscriptions.filter(({ status }) => status !== "CANCELED");
        return {
          ...viewCustomerSummary(row),
          created_at: row.createdAt.toISOString(),
          test_clock_id: row.testClockId,
          subscriptions: (live.length > 0 ? live : row.subscriptions.slice(0, 1)).map(
            ({ id, status, plan, cancelAtPeriodEnd, currentPeriodEnd, endedAt }) => ({
              id,
              status,
              plan_name: plan.name,
              cancels_at:
                cancelAtPeriodEnd && endedAt === null ? (currentPeriodEnd?.toISOString() ?? null) : null,
            }),
          ),
        };
      });
    },
  );
}

/** How many customers a filter of the table leaves, up to 10,000. */
export function countCustomers(
  { db, tenantId }: Scope,
  input: z.output<typeof CountCustomers>,
): Promise<z.output<typeof BoundedCount>> {
  return boundedCount(db, Prisma.sql`select 1 from customers c where ${filtered(tenantId, input)}`);
}

function filtered(tenantId: string, input: z.output<typeof CountCustomers>): Prisma.Sql {
  return Prisma.sql`c.tenant_id = ${tenantId} and c.erased_at is null ${matching(input.q)} ${subscribed(input)}`;
}

function matching(q: string | undefined): Prisma.Sql {
  if (q === undefined) return Prisma.empty;
  return Prisma.sql`and ${customerMatches(q.trim())}`;
}

function subscribed({ status, plan_id: planId }: z.output<typeof CountCustomers>): Prisma.Sql {
  const ofTheirs = Prisma.sql`select 1 from subscriptions s where s.tenant_id = c.tenant_id and s.customer_id = c.id`;
  const toPlan = planId === undefined ? Prisma.empty : Prisma.sql`and s.plan_id = ${planId}`;
  if (status === "NONE") return Prisma.sql`and not exists (${ofTheirs} and s.status <> 'CANCELED')`;
  if (status === undefined && planId === undefined) return Prisma.empty;
  const like =
    status === undefined ? Prisma.sql`s.status <> 'CANCELED'` : Prisma.sql`s.status::text = ${status}`;
  return Prisma.sql`and exists (${ofTheirs} and ${like} ${toPlan})`;
}
