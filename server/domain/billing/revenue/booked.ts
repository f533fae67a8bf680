import { type JournalAccount, Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { countsInFigures } from "../../customers/counts-in-figures.ts";

/** The figures that the journal gives: amounts in minor units, signed. */
export type Booked =
  | "charged"
  | "discounts"
  | "credit_notes"
  | "given_back"
  | "refunded"
  | "credit_given"
  | "tax_included"
  | "tax_on_top"
  | "collected"
  | "written_off";

type Account = Exclude<JournalAccount, "DISPUTED">;

/** Which transfers of the journal are looked at: from a moment to before another. */
export interface TransferRange {
  scope: Scope;
  from: Date;
  to: Date;
  includesTestClocks: boolean;
}

/** SQL: what a transfer `t` brings to an account, negative where it takes. */
const into = (account: Account) =>
  Prisma.sql`t.amount * ((t.debit_account = ${account}::"JournalAccount")::int - (t.credit_account = ${account}::"JournalAccount")::int)`;

/** SQL: whether a transfer `t` moves between two accounts, either way. */
const isBetween = (one: Account, other: Account) =>
  Prisma.sql`(${one}::"JournalAccount" in (t.debit_account, t.credit_account) and ${other}::"JournalAccount" in (t.debit_account, t.credit_account))`;

/**
 * SQL: a transfer `t`, or the sum of several that are alike in accounts and marks (MARKS), once for each figure `f` that it belongs
 * to, with the figure's name and the signed amount:
 *
 * - charged: what came to invoices, less what left them again. Credit that one invoice leaves to the next is not charged anew, and
 *   what a credit note takes back is no charge.
 * - discounts: what discounts took off invoices. credit_notes: what credit notes took back, with the refunds and the credit that carry
 *   them out, less what notes took off invoices that were then voided and written off: nothing is left of those.
 * - given_back: refunds without a credit note, and credit given by hand at the card provider (GIVEN_BACK). What was billed stays.
 * - refunded: all money that went back, for credit notes and without them. credit_given: what credit notes, and a person at the card
 *   provider, made the customers' credit.
 * - tax_included: the part of charged that is tax. tax_on_top: tax beside it. Both are less what the card provider's credit notes took
 *   back of them; credit_notes is then without the tax that came on top.
 * - collected: money that came, less money that went back or is disputed.
 * - written_off: what stood on an invoice and is not collected any more; below 0: credit that an invoice had left and nobody uses.
 */
const FIGURES = Prisma.sql`(values
    ('charged', case when ${isBetween("UNBILLED", "RECEIVABLE")} and not t.is_credit and not t.is_note then ${into("RECEIVABLE")} end),
    ('discounts', case when t.is_discount then ${into("DISCOUNT")} end),
    ('credit_notes', case when not t.is_discount then ${into("DISCOUNT")} end),
    ('given_back', ${into("GIVEN_BACK")}),
    ('refunded', case when t.is_refund then -${into("CASH")} end),
    ('credit_given', case when ${isBetween("CREDIT", "DISCOUNT")} or ${isBetween("CREDIT", "GIVEN_BACK")} then -${into("CREDIT")}
      when t.is_credit_of_note and ${isBetween("UNBILLED", "DISCOUNT")} then ${into("DISCOUNT")} end),
    ('credit_notes', case when ${isBetween("UNBILLED", "CANCELED")} and t.is_note then ${into("CANCELED")} end),
    ('tax_included', case when ${isBetween("TAX", "REVENUE")} then ${into("REVENUE")} end),
    ('tax_on_top', case when ${isBetween("TAX", "RECEIVABLE")} then ${into("RECEIVABLE")} end),
    ('tax_on_top', case when ${isBetween("TAX", "DISCOUNT")} then ${into("DISCOUNT")} end),
    ('collected', ${into("CASH")}),
    ('written_off', case when ${isBetween("RECEIVABLE", "WRITTEN_OFF")} or ${isBetween("CREDIT", "WRITTEN_OFF")} then ${into("WRITTEN_OFF")} end)
  ) f (figure, signed)`;

/** SQL: whether a charge `g` moves the customer's credit from one invoice to the next, or from the card provider to ours. */
const IS_CREDIT = Prisma.sql`g.cause in ('CARRIED', 'CREDIT')`;
/** SQL: whether a charge `g` is what a credit note of ours takes back. */
export const IS_NOTE = Prisma.sql`starts_with(g.key, 'credit_note:')`;

/** SQL: whether it is the part of a note that became credit, or takes such credit back. */
export const IS_CREDIT_OF_NOTE = Prisma.sql`(${IS_NOTE} and g.key ~ ':credit(:|$)')`;

/** SQL: what FIGURES asks of a transfer `t` and its charge `g` besides accounts and amount; null where it asks of no charge. */
const MARKS = Prisma.sql`t.kind = 'DISCOUNT' as is_discount, ${IS_CREDIT} as is_credit, ${IS_NOTE} as is_note,
  t.kind = 'REFUND' as is_refund, ${IS_CREDIT_OF_NOTE} as is_credit_of_note`;

/** SQL: the `kind` of an invoice's line `l`, by the charge that stands on it: CHARGE are those that `charged` counts. */
export const LINE_KIND = Prisma.sql`lateral (
    select coalesce((select case when ${IS_CREDIT} then 'CREDIT' when ${IS_NOTE} then 'CREDIT_NOTE' end
      from charge_placements p join charges g on g.tenant_id = p.tenant_id and g.id = p.charge_id
      where p.tenant_id = l.tenant_id and p.line_id = l.id limit 1), 'CHARGE') as kind
  ) k`;

/** SQL: the transfers `t` of the range with their charge `g`. */
const transfers = ({ scope, from, to, includesTestClocks }: TransferRange) =>
  Prisma.sql`journal_transfers t
      join customers c on c.tenant_id = t.tenant_id and c.id = t.customer_id
        and ${countsInFigures(includesTestClocks)}
      left join charges g on g.tenant_id = t.tenant_id and g.id = t.charge_id
      where t.tenant_id = ${scope.tenantId} and t.at >= ${from} and t.at < ${to}`;

/** SQL of a `with` that defines `booked`: each transfer of the range once for each figure that it belongs to (FIGURES). */
export function bookedTransfers(range: TransferRange): Prisma.Sql {
  return Prisma.sql`with transfers as (select t.*, ${MARKS} from ${transfers(range)}),
    booked as (select t.*, f.figure, f.signed from transfers t cross join lateral ${FIGURES} where f.signed <> 0)`;
}

/**
 * SQL of a `with` that defines `booked`: sums of `bookedTransfers` by figure, currency and `month` (its first moment in UTC, without
 * a zone). Transfers with the same accounts and marks are added up first, so that only a few rows a month are split by figure.
 */
export function bookedMonths(range: TransferRange): Prisma.Sql {
  return Prisma.sql`with alike as (
      select t.currency, date_trunc('month', t.at at time zone 'UTC') as month, t.debit_account, t.credit_account,
        ${MARKS}, sum(t.amount) as amount
      from ${transfers(range)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), booked as (
      select t.currency, t.month, f.figure, sum(f.signed) as signed
      from alike t cross join lateral ${FIGURES} where f.signed <> 0 group by 1, 2, 3
    )`;
}
