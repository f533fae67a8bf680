import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
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
}

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
      coalesce(sum(i.total) filter (where i.status not in ('DRAFT', 'VOID')), 0)::bigint as total,
      sum(i.amount_paid)::bigint as paid,
      coalesce(sum(greatest(i.amount_due - i.amount_paid, 0)) filter (where i.status = 'OPEN'), 0)::bigint as remaining,
      sum(greatest(i.amount_credited, coalesce(i.credit_notes, 0)))::bigint as credited,
      sum(i.amount_refunded)::bigint as refunded,
      coalesce(sum(greatest(i.amount_due - i.amount_paid, 0)) filter (where i.status = 'UNCOLLECTIBLE'), 0)::bigint
        as written_off
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
    })),
  };
}
