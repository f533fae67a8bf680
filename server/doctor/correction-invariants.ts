import type { Invariant } from "./invariant.ts";

/**
 * SQL of what the credit on the lines of an invoice `i` of ours paid: what was not taken off a charge of the invoice itself, with what
 * takes it back there, less what is carried to the next invoice.
 */
const CREDIT_ON_LINES = `with recursive own as (
    select c.id, c.amount, c.cause, c.corrects from charge_placements p
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
    where p.tenant_id = i.tenant_id and p.invoice_id = i.id and p.ended_at is null and i.provider = 'PROVIDER_B'
  ), moved as (
    select o.id, o.amount from own o
    where (o.corrects is null or o.corrects not in (select id from own)) and (o.cause = 'CARRIED' or o.amount < 0
      and (o.cause in ('CREDIT', 'CHANGE', 'ITEM') or o.cause = 'CORRECTION' and o.corrects is not null))
    union all
    select o.id, o.amount from moved m join own o on o.corrects = m.id)
  select greatest(-coalesce(sum(amount), 0), 0)::bigint as amount from moved`;

/** Invariants of credit notes, refunds and disputes. */
export const CORRECTION_INVARIANTS: Invariant[] = [
  {
    name: "credit-notes-are-numbered-without-gaps",
    meaning: "The numbers of a tenant's own credit notes have a gap, or the next one has been given already.",
    sql: `select t.id as tenant_id, t.id, 'credit notes ' || count(n.number) || ', next ' || t.next_credit_note_number as wrong
      from tenants t left join credit_notes n on n.tenant_id = t.id and n.number is not null
      group by t.id having count(n.number) <> t.next_credit_note_number - 1
        or coalesce(max(n.number), 0) <> t.next_credit_note_number - 1`,
  },
  {
    name: "credit-notes-fit-their-invoice",
    meaning:
      "The credit notes of an invoice come to more than it billed, or not to what its row says; one of ours took another amount off what was to be paid, beside the credit that paid it.",
    sql: `select i.tenant_id, i.id, 'total ' || i.total || ', credited ' || i.amount_credited || ', notes ' || n.amount as wrong
      from invoices i
      cross join lateral (
        select coalesce(sum(amount), 0) as amount, coalesce(sum(off_due), 0) as off_due from credit_notes
        where tenant_id = i.tenant_id and invoice_id = i.id and status = 'ISSUED') n
      cross join lateral (
        select coalesce(sum(case when debit_account = 'CREDIT' then amount else -amount end), 0) as used from journal_transfers
        where tenant_id = i.tenant_id and invoice_id = i.id and kind = 'CREDIT' and charge_id is null) c
      cross join lateral (${CREDIT_ON_LINES}) l
      where (n.amount > 0 or i.amount_credited <> 0) and (n.amount > i.total + l.amount or n.amount <> i.amount_credited
        or i.provider = 'PROVIDER_B' and (n.off_due <> coalesce(i.credit_notes, 0) or i.amount_due <> i.total - n.off_due - c.used))`,
  },
  {
    name: "credit-notes-add-up",
    meaning:
      "The three things that become of a credit note do not add up to it, or the lines of one of ours do not.",
    sql: `select n.tenant_id, n.id, 'amount ' || n.amount || ', lines ' || l.amount as wrong
      from credit_notes n
      cross join lateral (
        select coalesce(sum(amount), 0) as amount from credit_note_lines where tenant_id = n.tenant_id and credit_note_id = n.id) l
      where n.off_due + n.to_balance + n.to_refund <> n.amount or n.provider = 'PROVIDER_B' and l.amount <> n.amount`,
  },
  {
    name: "credit-notes-take-charges-back",
    meaning: "A line of a credit note of ours has no charges that take just its amount back.",
    sql: `select n.tenant_id, l.id, 'line ' || l.amount || ', charges ' || c.amount as wrong
      from credit_notes n
      join credit_note_lines l on l.tenant_id = n.tenant_id and l.credit_note_id = n.id
      cross join lateral (
        select coalesce(-sum(amount), 0) as amount from charges
        where tenant_id = l.tenant_id and key in ('credit_note:' || l.id, 'credit_note:' || l.id || ':credit') and corrects is not null) c
      where n.provider = 'PROVIDER_B' and c.amount <> l.amount`,
  },
  {
    name: "refunds-were-paid",
    meaning:
      "More was given back of an invoice, as money or as credit of its notes, than was paid, by money and by credit, or more of the credit that it carries than there is, or its refunds do not come to what its row says. Money may have gone back of payments of ours that were taken back since. At the card provider a person may refund by itself what a note credited already: its own limit, what the card paid, holds for that.",
    sql: `select i.tenant_id, i.id, 'paid ' || i.amount_paid || ', refunded ' || r.amount || ', to credit ' || n.amount as wrong
      from invoices i
      cross join lateral (
        select coalesce(sum(amount), 0) as amount,
          coalesce(sum(amount) filter (where not is_of_credit and (i.provider = 'PROVIDER_B' or provider_refund_id is not null)), 0) as of_payment,
          coalesce(sum(amount) filter (where not is_of_credit and (i.provider = 'PROVIDER_B' or credit_note_id is not null)), 0) as limited,
          coalesce(sum(amount) filter (where is_of_credit), 0) as of_credit
        from refunds
        where tenant_id = i.tenant_id and invoice_id = i.id and status in ('PENDING', 'SUCCEEDED')) r
      cross join lateral (
        select coalesce(sum(to_balance), 0) as amount from credit_notes
        where tenant_id = i.tenant_id and invoice_id = i.id and status = 'ISSUED') n
      cross join lateral (
        select coalesce(sum(amount), 0) as taken_back from invoice_payments
        where tenant_id = i.tenant_id and invoice_id = i.id and taken_back_at is not null) p
      cross join lateral (${CREDIT_ON_LINES}) l
      where (r.amount > 0 or n.amount > 0 or i.amount_refunded <> 0) and (r.amount <> i.amount_refunded
        or r.of_payment > i.amount_paid + case when i.provider = 'PROVIDER_B' then p.taken_back else 0 end
        or r.of_credit > (select coalesce(sum(c.amount), 0) from charges c where c.tenant_id = i.tenant_id and c.key = 'carried:' || i.id)
        or n.amount > greatest(i.total - i.amount_due - coalesce(i.credit_notes, 0), 0) + l.amount
          + case when i.provider = 'PROVIDER_B' then greatest(i.amount_paid - r.limited, 0) else i.amount_paid - r.limited end)`,
  },
  {
    name: "refunds-are-in-the-journal",
    meaning:
      "The journal has other cash going back for an invoice than its refunds say, or has it as given back without a credit note where there is one, or the other way round.",
    sql: `select r.tenant_id, r.id, 'refund ' || r.status || ' ' || r.amount || ', journal ' || t.amount || ', given back ' || t.given as wrong
      from refunds r
      cross join lateral (
        select coalesce(sum(moved) filter (where account = 'CASH'), 0) * -1 as amount,
          coalesce(sum(moved) filter (where account = 'GIVEN_BACK'), 0) as given
        from journal_transfers
        cross join lateral (values (debit_account, amount), (credit_account, -amount)) as side (account, moved)
        where tenant_id = r.tenant_id and invoice_id = r.invoice_id and kind = 'REFUND' and starts_with(key, r.id || ':')) t
      cross join lateral (select case when r.status in ('PENDING', 'SUCCEEDED') then r.amount else 0 end as went_back) w
      where t.amount <> w.went_back
        or t.given <> case when r.credit_note_id is null and not r.is_of_credit then w.went_back else 0 end`,
  },
  {
    name: "disputes-fit-their-invoice",
    meaning:
      "What banks took of an invoice is not what its row says, or a bank took something else than the disputed amount.",
    sql: `select i.tenant_id, i.id, 'disputed ' || i.amount_disputed || ', withdrawn ' || d.withdrawn as wrong
      from invoices i
      cross join lateral (
        select coalesce(sum(withdrawn), 0) as withdrawn, coalesce(bool_or(withdrawn not in (0, amount)), false) as is_else from disputes
        where tenant_id = i.tenant_id and invoice_id = i.id) d
      where d.withdrawn <> i.amount_disputed or d.is_else`,
  },
  {
    name: "disputes-are-in-the-journal",
    meaning: "The journal has other money with a bank, or lost to it, than a dispute says.",
    sql: `select d.tenant_id, d.id, 'dispute ' || d.status || ' ' || d.withdrawn || ', journal ' || t.taken || ', lost ' || t.lost as wrong
      from disputes d
      cross join lateral (
        select coalesce(sum(case when kind = 'DISPUTE' then case when credit_account = 'CASH' then amount else -amount end end), 0) as taken,
          coalesce(sum(case when kind = 'DISPUTE_LOST' then case when debit_account = 'WRITTEN_OFF' then amount else -amount end end), 0) as lost
        from journal_transfers
        where tenant_id = d.tenant_id and invoice_id = d.invoice_id and starts_with(key, d.id || ':DISPUTE')) t
      where t.taken <> d.withdrawn or t.lost <> case when d.status = 'LOST' then d.withdrawn else 0 end`,
  },
];
