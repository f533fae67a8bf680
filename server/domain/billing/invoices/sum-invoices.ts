import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { AMOUNTS } from "./amounts-in-sql.ts";
import { filterBrowsed } from "./browse-invoices.ts";
import type { InvoiceTotals, SumInvoices } from "./browse-schema.ts";

interface Sums {
  currency: string;
  count: number;
  total: bigint;
  paid: bigint;
  remaining: bigint;
  credited: bigint;
  refunded: bigint;
  written_off: bigint;
  from_credit: bigint;
  kept_as_credit: bigint;
}

const IS_ISSUED = Prisma.sql`i.status not in ('DRAFT', 'VOID')`;

/**
 * What the invoices of a filter come to, in minor units by currency; amounts as viewInvoice shows them for each. Drafts and void
 * invoices are counted, and bill nothing. K3003.
 */
export async function sumInvoices(
  scope: Scope,
  input: z.output<typeof SumInvoices>,
): Promise<z.output<typeof InvoiceTotals>> {
  const filter = await filterBrowsed(scope, input);
  const rows = await scope.db.$queryRaw<Sums[]>`
    select i.currency, count(*)::int as count,
      coalesce(sum(i.total) filter (where ${IS_ISSUED}), 0)::bigint as total,
      sum(i.amount_paid)::bigint as paid, sum(${AMOUNTS.remaining})::bigint as remaining,
      sum(${AMOUNTS.credited})::bigint as credited, sum(i.amount_refunded)::bigint as refunded,
      sum(${AMOUNTS.writtenOff})::bigint as written_off,
      coalesce(sum(${AMOUNTS.fromCredit}) filter (where ${IS_ISSUED}), 0)::bigint as from_credit,
      coalesce(sum(${AMOUNTS.keptAsCredit}) filter (where ${IS_ISSUED}), 0)::bigint as kept_as_credit
    from invoices i where ${filter} group by i.currency order by i.currency`;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    by_currency: rows.map((row) => ({
      currency: row.currency,
      count: row.count,
      total: toWireAmount(row.total),
      amount_paid: toWireAmount(row.paid),
      amount_remaining: toWireAmount(row.remaining),
      amount_credited: toWireAmount(row.credited),
      amount_refunded: toWireAmount(row.refunded),
      amount_written_off: toWireAmount(row.written_off),
      amount_from_credit: toWireAmount(row.from_credit),
      amount_kept_as_credit: toWireAmount(row.kept_as_credit),
    })),
  };
}
