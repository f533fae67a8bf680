import type { z } from "zod";
import { Prisma } from "../../../../platform/database/client/client.ts";
import { firstOf } from "../../../../platform/month.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { countsInFigures } from "../../../customers/counts-in-figures.ts";
import type { LeftOut, LeftOutMonth } from "./list-left-out-schema.ts";

/**
 * The numbers of a month's invoices and credit notes of ours that the files leave out, as their customers are on test clocks: they are
 * of the same series, which has no gaps.
 */
export async function listLeftOut(
  { db, tenantId }: Scope,
  { month }: z.output<typeof LeftOutMonth>,
): Promise<z.output<typeof LeftOut>> {
  const numbersOf = (table: Prisma.Sql) => db.$queryRaw<{ number: string }[]>`
    select d.display_number as number from ${table} d
    join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
    where d.tenant_id = ${tenantId} and d.number is not null and not ${countsInFigures()}
      and d.issued_at >= ${firstOf(month)} and d.issued_at < ${firstOf(month, 1)}
    order by d.number`;
  const [invoices, notes] = await Promise.all([
    numbersOf(Prisma.sql`invoices`),
    numbersOf(Prisma.sql`credit_notes`),
  ]);
  return { invoices: invoices.map(({ number }) => number), credit_notes: notes.map(({ number }) => number) };
}
