import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { firstOf } from "../../../platform/month.ts";
import type { Scope } from "../../../platform/scope.ts";
import { timeOfCustomer } from "../../customers/customer-clock.ts";
import { AMOUNTS } from "./amounts-in-sql.ts";
import type { SumInvoices } from "./browse-schema.ts";
import { overdueBeforeInSql } from "./due-date.ts";
import type { ListInvoices } from "./list-invoices-schema.ts";

type Filter = Pick<z.output<typeof ListInvoices>, "subscription_id" | "status" | "provider" | "is_overdue"> &
  Pick<z.output<typeof SumInvoices>, "month" | "is_partly_paid" | "is_zero">;

/** SQL: whether a part of an open invoice `i` is paid, by money or credit. */
const PARTLY_PAID = Prisma.sql`(i.status = 'OPEN' and (i.amount_paid > 0 or ${AMOUNTS.fromCredit} > 0))`;

/** SQL: whether an invoice `i` asks for nothing and gives nothing. */
const ZERO = Prisma.sql`(i.total = 0 and i.status <> 'DRAFT' and ${AMOUNTS.keptAsCredit} = 0)`;

/** SQL: that an invoice `i` is one of those asked for. Whether it is overdue is decided by its customer's time. */
export function filterInvoices(scope: Scope, customerId: string | null, filter: Filter): Prisma.Sql {
  const { subscription_id: subscription, status, provider, is_overdue: isOverdue, month } = filter;
  const { is_partly_paid: isPartlyPaid, is_zero: isZero } = filter;
  const now = timeOfCustomer(scope, Prisma.sql`i.customer_id`);
  const overdue = Prisma.sql`(i.status = 'OPEN' and coalesce(i.due_at < ${overdueBeforeInSql(now)}, false))`;
  const conditions = [
    Prisma.sql`i.tenant_id = ${scope.tenantId}`,
    ...(customerId === null ? [] : [Prisma.sql`i.customer_id = ${customerId}`]),
    ...(subscription ? [Prisma.sql`i.subscription_id = ${subscription}`] : []),
    ...(status ? [Prisma.sql`i.status = ${status}::"InvoiceStatus"`] : []),
    ...(provider ? [Prisma.sql`i.provider = ${provider}::"Provider"`] : []),
    ...(isPartlyPaid === undefined ? [] : [Prisma.sql`${PARTLY_PAID} = ${isPartlyPaid}`]),
    ...(isZero === undefined ? [] : [Prisma.sql`${ZERO} = ${isZero}`]),
    ...(month ? [Prisma.sql`i.issued_at >= ${firstOf(month)} and i.issued_at < ${firstOf(month, 1)}`] : []),
    ...(isOverdue === undefined ? [] : [Prisma.sql`${overdue} = ${isOverdue}`]),
  ];
  return Prisma.join(conditions, " and ");
}
