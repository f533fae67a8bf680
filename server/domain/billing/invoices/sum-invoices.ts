import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { countsInFigures } from "../../customers/counts-in-figures.ts";
import { AMOUNTS } from "./amounts-in-sql.ts";
import { filterBrowsed } from "./browse-invoices.ts";
import type { InvoiceTotals, SumInvoices } from "./browse-schema.ts";

/** What the rows of a filter come to in a currency, in minor units. */
interface Sums {
  currency: string;
  count: number;
  drafts: number;
  void: number;
  on_test_clocks: number;
  total: bigint;
  credit_notes: bigint;
  paid: bigint;
  surplus: bigint;
  refunded: bigint;
  refunded_alone: bigint;
  paid_out: bigint;
  disputed: bigint;
  from_credit: bigint;
  kept_as_credit: bigint;
  off_due: bigint;
  remaining: bigint;
  written_off: bigint;
}

type Count = "count" | "drafts" | "void" | "on_test_clocks";

/**
 * What the invoices of a filter come to, in minor units by currency. `total` less `amount_credited` is what is billed, and that is the sum
 * of the amounts after it: of each invoice, what became of it as viewInvoice shows it. Drafts and void invoices are counted, and bill
 * nothing; those of customers on test clocks are counted alone, as in the files for the accountant, unless one customer's or subscription's
 * are asked for. Throws customer_not_found.
 */
export async function sumInvoices(
  scope: Scope,
  input: z.output<typeof SumInvoices>,
): Promise<z.output<typeof InvoiceTotals>> {
  const filter = await filterBrowsed(scope, input);
  const isCounted = countsInFigures(input.customer !== undefined || input.subscription_id !== undefined);
  const sum = (amount: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(${amount}) filter (where i.status not in ('DRAFT', 'VOID') and ${isCounted}), 0)::bigint`;
  const rows = await scope.db.$queryRaw<Sums[]>`
    select i.currency, count(*)::int as count, (count(*) filter (where i.status = 'DRAFT' and ${isCounted}))::int as drafts,
      (count(*) filter (where i.status = 'VOID' and ${isCounted}))::int as void,
      (count(*) filter (where not ${isCounted}))::int as on_test_clocks,
      ${sum(Prisma.sql`i.total`)} as total, ${sum(AMOUNTS.credited)} as credit_notes,
      ${sum(Prisma.sql`i.amount_paid`)} as paid, ${sum(Prisma.sql`i.amount_surplus`)} as surplus,
      ${sum(Prisma.sql`i.amount_refunded`)} as refunded,
      ${sum(Prisma.sql`r.alone`)} as refunded_alone, ${sum(Prisma.sql`r.of_credit`)} as paid_out,
      ${sum(Prisma.sql`i.amount_disputed`)} as disputed, ${sum(AMOUNTS.fromCredit)} as from_credit,
      ${sum(AMOUNTS.keptAsCredit)} as kept_as_credit, ${sum(AMOUNTS.offDue)} as off_due,
      ${sum(AMOUNTS.remaining)} as remaining, ${sum(AMOUNTS.writtenOff)} as written_off
    from invoices i
    join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id
    cross join lateral (
      select coalesce(sum(amount) filter (where not is_of_credit), 0) as alone,
        coalesce(sum(amount) filter (where is_of_credit), 0) as of_credit
      from refunds
      where tenant_id = i.tenant_id and invoice_id = i.id and credit_note_id is null and status in ('PENDING', 'SUCCEEDED')) r
    where ${filter} group by i.currency order by i.currency`;
  const countOf = (part: Count) => rows.reduce((all, row) => all + row[part], 0);
  return {
    count: countOf("count"),
    drafts: countOf("drafts"),
    void: countOf("void"),
    on_test_clocks: countOf("on_test_clocks"),
    by_currency: rows.filter((row) => row.count > row.on_test_clocks).map(view),
  };
}

function view(row: Sums): z.output<typeof InvoiceTotals>["by_currency"][number] {
  const refundedByNotes = row.refunded - row.refunded_alone - row.paid_out;
  // What credit notes took back is less to pay, money or credit.
  const creditOfNotes = row.credit_notes - row.off_due - refundedByNotes;
  return {
    currency: row.currency,
    count: row.count - row.on_test_clocks,
    total: toWireAmount(row.total),
    amount_credited: toWireAmount(row.credit_notes),
    amount_collected: toWireAmount(row.paid + row.surplus - row.refunded - row.disputed),
    amount_given_back: toWireAmount(row.refunded_alone),
    amount_disputed: toWireAmount(row.disputed),
    amount_from_credit: toWireAmount(row.from_credit),
    amount_credit_paid_out: toWireAmount(row.paid_out),
    amount_kept_as_credit: toWireAmount(-(row.kept_as_credit + creditOfNotes + row.surplus)),
    amount_remaining: toWireAmount(row.remaining),
    amount_written_off: toWireAmount(row.written_off),
  };
}
