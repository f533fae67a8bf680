import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";

/** The figures that the journal gives: amounts in minor units, signed. */
export type Booked =
  | "charged"
  | "discounts"
  | "credit_notes"
  | "tax_included"
  | "tax_on_top"
  | "collected"
  | "written_off";

type Account = "UNBILLED" | "RECEIVABLE" | "CASH" | "REVENUE" | "DISCOUNT" | "TAX" | "WRITTEN_OFF";

/** SQL: what a transfer `t` brings to an account, negative where it takes. */
const into = (account: Account) =>
  Prisma.sql`t.amount * ((t.debit_account = ${account}::"JournalAccount")::int - (t.credit_account = ${account}::"JournalAccount")::int)`;

/** SQL: whether a transfer `t` moves between two accounts, either way. */
const isBetween = (one: Account, other: Account) =>
  Prisma.sql`(${one}::"JournalAccount" in (t.debit_account, t.credit_account) and ${other}::"JournalAccount" in (t.debit_account, t.credit_account))`;

/**
 * SQL of a `with` that defines `booked`: the transfers of the journal from one moment to before another, once for each figure that
 * they belong to, with its name and their signed amount:
 *
 * - charged: what came to invoices, less what left them again. Credit that one invoice leaves to the next is not charged anew, and
 *   what a credit note takes back is no charge.
 * - discounts: what discounts took off invoices. credit_notes: what credit notes, refunds and credit given by hand took back, less
 *   what notes took off invoices that were then voided and written off: nothing is left of those.
 * - tax_included: the part of charged that is tax. tax_on_top: tax beside it.
 * - collected: money that came, less money that went back or is disputed.
 * - written_off: what stood on an invoice and was given up.
 */
export function bookedBetween(scope: Scope, from: Date, to: Date, includesTestClocks: boolean): Prisma.Sql {
  return Prisma.sql`with booked as (
      select t.*, f.figure, f.signed
      from journal_transfers t
      join customers c on c.tenant_id = t.tenant_id and c.id = t.customer_id
        ${includesTestClocks ? Prisma.empty : Prisma.sql`and c.test_clock_id is null`}
      left join charges g on g.tenant_id = t.tenant_id and g.id = t.charge_id
      cross join lateral (values
        ('charged', case when ${isBetween("UNBILLED", "RECEIVABLE")} and g.cause not in ('CARRIED', 'CREDIT')
          and not starts_with(g.key, 'credit_note:') then ${into("RECEIVABLE")} end),
        ('discounts', case when t.kind = 'DISCOUNT' then ${into("DISCOUNT")} end),
        ('credit_notes', case when t.kind <> 'DISCOUNT' then ${into("DISCOUNT")} end),
        ('credit_notes', case when ${isBetween("UNBILLED", "WRITTEN_OFF")} and starts_with(g.key, 'credit_note:')
          then ${into("WRITTEN_OFF")} end),
        ('tax_included', case when ${isBetween("TAX", "REVENUE")} then ${into("REVENUE")} end),
        ('tax_on_top', case when ${isBetween("TAX", "RECEIVABLE")} then ${into("RECEIVABLE")} end),
        ('collected', ${into("CASH")}),
        ('written_off', case when ${isBetween("RECEIVABLE", "WRITTEN_OFF")} then ${into("WRITTEN_OFF")} end)
      ) f (figure, signed)
      where t.tenant_id = ${scope.tenantId} and t.at >= ${from} and t.at < ${to} and f.signed <> 0
    )`;
}
