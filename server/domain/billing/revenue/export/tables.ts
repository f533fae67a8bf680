import { Prisma } from "../../../../platform/database/client/client.ts";
import {
  ACCOUNTS,
  CREDIT_NOTE_STATUSES,
  LINE_KINDS,
  REFUND_STATUSES,
  TRANSFERS,
} from "../../../../platform/schema/ledger-words.ts";
import { COLLECTED, INVOICE_STATUSES } from "../../../../platform/schema/words.ts";
import { AMOUNTS } from "../../invoices/amounts-in-sql.ts";
import { bookedTransfers, IS_CREDIT_OF_NOTE, IS_NOTE, LINE_KIND, type TransferRange } from "../booked.ts";

/** How a cell is written: text that no spreadsheet runs, an amount in major units of the row's currency, who did it, or as it is. */
export type CellKind = "text" | "amount" | "actor" | "plain";

/** A file for the accountant. Another one is another entry of EXPORT_TABLES. */
export interface ExportTable {
  /** The columns in their order: how each is written, and the SQL that gives its text. */
  columns: Record<string, { kind: CellKind; sql: Prisma.Sql }>;
  /** SQL before the select: a `with`, where the rows come from one. */
  before?: (range: TransferRange) => Prisma.Sql;
  /** SQL after `from`, without the range and the customers `c`, which every file has; alias: the rows that name the customer. */
  source: Prisma.Sql;
  alias: Prisma.Sql;
  where: Prisma.Sql;
  /** SQL: the moment that decides the month, and what tells the rows of a moment apart, in their order. */
  at: Prisma.Sql;
  key: Prisma.Sql;
  currency: Prisma.Sql;
}

const text = (sql: Prisma.Sql) => ({ kind: "text", sql }) as const;
/** Of the id of who did something: their address, or the application's name. */
const actor = (sql: Prisma.Sql) => ({ kind: "actor", sql }) as const;
const plain = (sql: Prisma.Sql) => ({ kind: "plain", sql }) as const;
const amount = (sql: Prisma.Sql) => ({ kind: "amount", sql: Prisma.sql`(${sql})::text` }) as const;
const moment = (sql: Prisma.Sql) =>
  plain(Prisma.sql`to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** SQL: the words of a text, where there are some for it. */
const inWords = (of: Prisma.Sql, words: Record<string, string>) =>
  plain(Prisma.sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${of}, ${of})`);
const collected = (of: Prisma.Sql) => inWords(of, COLLECTED);

/** SQL: the provider of a transfer `t` that moves money. */
const PROVIDER_OF_CASH = Prisma.sql`(case when t.debit_account = 'CASH' then t.debit_provider else t.credit_provider end::text)`;

const CUSTOMER = {
  customer: text(Prisma.sql`c.external_id`),
  customer_name: text(Prisma.sql`c.name`),
  customer_email: text(Prisma.sql`c.email`),
  customer_id: plain(Prisma.sql`c.id`),
};
const INVOICE = {
  invoice_id: plain(Prisma.sql`i.id`),
  invoice_number: text(Prisma.sql`i.display_number`),
};

const CREDIT_NOTE = {
  credit_note_id: plain(Prisma.sql`n.id`),
  credit_note_number: text(Prisma.sql`n.display_number`),
};
/** SQL: an amount of an invoice `i` that a void one does not have. */
const unlessVoid = (sql: Prisma.Sql) =>
  amount(Prisma.sql`case when i.status = 'VOID' then 0 else ${sql} end`);

/**
 * SQL: whether what a credit note `n` took off an invoice that is void now goes on elsewhere: on the invoice that was issued for it, or
 * waiting for one. What was written off with its invoice does not.
 */
const GOES_ON = Prisma.sql`exists (
    select 1 from charges g
    join charge_placements p on p.tenant_id = g.tenant_id and p.charge_id = g.id and p.ended_at is null and p.kind <> 'WRITTEN_OFF'
    where g.tenant_id = n.tenant_id and g.customer_id = n.customer_id and g.source_id = n.id
      and ${IS_NOTE} and not ${IS_CREDIT_OF_NOTE})`;

/** SQL: an amount of a credit note `n` that counts neither when it is void nor when its invoice `i` is and nothing of it goes on. */
const unlessNoteVoid = (sql: Prisma.Sql) =>
  amount(
    Prisma.sql`case when n.status = 'VOID' or i.status = 'VOID' and not ${GOES_ON} then 0 else ${sql} end`,
  );

/** SQL: the invoices that the charge of a transfer `t` came to, with the moment of each. */
const COMINGS = Prisma.sql`lateral (
    select p.invoice_id, coalesce(p.placed_at, p.created_at) as at, p.id from charge_placements p
    where p.tenant_id = t.tenant_id and p.charge_id = t.charge_id and p.invoice_id is not null
  )`;

/**
 * SQL: the invoice that a transfer `t` with its charge `g` was about when it was booked: its own; of a charge that was made, that of
 * the credit note which made it, else the first one that it came to in that month; of what became of it, the last one until then. A
 * later invoice of the charge changes nothing of a month that is over. A charge that had no invoice yet has none, nor has a change of
 * a customer's balance.
 */
const INVOICE_OF_TRANSFER = Prisma.sql`lateral (
    select o.id, o.display_number from invoices o
    where o.tenant_id = t.tenant_id and o.id = coalesce(t.invoice_id, case when t.kind = 'ACCRUED' then coalesce(
      (select n.invoice_id from credit_notes n where ${IS_NOTE} and n.tenant_id = g.tenant_id and n.id = g.source_id),
      (select p.invoice_id from ${COMINGS} p
        where date_trunc('month', p.at at time zone 'UTC') = date_trunc('month', t.at at time zone 'UTC') order by p.at, p.id limit 1))
      else (select p.invoice_id from ${COMINGS} p where p.at <= t.at order by p.at desc, p.id desc limit 1) end)
  )`;

/** SQL: why a customer's balance at the card provider changed, for a transfer `t` that says so. */
const WORDS_OF_BALANCE = Prisma.sql`(
    select initcap(left(b.type, 1)) || replace(substr(b.type, 2), '_', ' ') || ', at the card provider' from balance_transactions b
    where t.kind = 'BALANCE' and b.tenant_id = t.tenant_id and b.id = substr(t.key, 9))`;

const CREDIT_NOTES = Prisma.sql`credit_notes n join invoices i on i.tenant_id = n.tenant_id and i.id = n.invoice_id`;

/**
 * SQL: the payment that a transfer `t` of an invoice of ours booked, or took back, with who did that. Each payment is booked once, and
 * each that is taken back once: the first transfer of an amount is of the first payment of that amount. What it brought beyond what was
 * due is booked with a charge, which names it.
 */
const PAYMENT = Prisma.sql`lateral (
    with mine as (
      select id, paid_at, reference, amount, false as is_taken_back, null as reason, actor_id, created_at as at from invoice_payments
        where tenant_id = t.tenant_id and invoice_id = t.invoice_id
      union all
      select id, paid_at, reference, -amount, true, taken_back_reason, taken_back_by_id, taken_back_at from invoice_payments
        where tenant_id = t.tenant_id and invoice_id = t.invoice_id and taken_back_at is not null
    )
    (select * from mine
    where amount = t.signed and t.kind = 'CASH'
    order by at, id limit 1 offset (
      select count(*) from journal_transfers o
      where o.tenant_id = t.tenant_id and o.invoice_id = t.invoice_id and o.kind = 'CASH' and o.amount = t.amount
        and o.debit_account = t.debit_account and (o.at, o.id) < (t.at, t.id)))
    union all
    select * from mine
    where t.kind = 'SURPLUS' and is_taken_back = (t.signed < 0)
      and id = (select source_id from charges where tenant_id = t.tenant_id and id = t.charge_id)
  )`;

/** SQL: whether a transfer `t` of a refund `r` brings its money back, because a person took the refund back. */
const IS_REFUND_TAKEN_BACK = Prisma.sql`(r.taken_back_at is not null and t.signed > 0)`;

/** SQL: the number of the invoice with that id. */
function numberOf(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select o.display_number from invoices o where o.tenant_id = i.tenant_id and o.id = ${id})`;
}

/** The files: what was issued in the month, and what the journal booked in it. */
export const EXPORT_TABLES = {
  invoices: {
    columns: {
      ...INVOICE,
      issued_at: moment(Prisma.sql`i.issued_at`),
      status: plain(Prisma.sql`i.status::text`),
      provider: plain(Prisma.sql`i.provider::text`),
      ...CUSTOMER,
      subscription_id: plain(Prisma.sql`i.subscription_id`),
      currency: plain(Prisma.sql`i.currency`),
      subtotal: amount(Prisma.sql`i.subtotal`),
      discount: amount(Prisma.sql`i.discount`),
      tax: amount(Prisma.sql`i.tax`),
      total: amount(Prisma.sql`i.total`),
      amount_due: amount(AMOUNTS.due),
      amount_paid: amount(Prisma.sql`i.amount_paid`),
      due_at: moment(Prisma.sql`i.due_at`),
      paid_at: moment(Prisma.sql`i.paid_at`),
      voided_at: moment(Prisma.sql`i.voided_at`),
      amount_remaining: amount(AMOUNTS.remaining),
      amount_off_due: amount(AMOUNTS.offDue),
      amount_credited: amount(AMOUNTS.credited),
      amount_refunded: amount(Prisma.sql`i.amount_refunded`),
      amount_written_off: amount(AMOUNTS.writtenOff),
      replaces: text(numberOf(Prisma.sql`i.replaces_id`)),
      replaced_by: text(numberOf(Prisma.sql`i.replaced_by_id`)),
      amount_from_credit: amount(AMOUNTS.fromCredit),
      amount_kept_as_credit: amount(AMOUNTS.keptAsCredit),
      status_name: inWords(Prisma.sql`i.status::text`, INVOICE_STATUSES),
      collected: collected(Prisma.sql`i.provider::text`),
      total_without_void: unlessVoid(Prisma.sql`i.total`),
      amount_surplus: amount(Prisma.sql`i.amount_surplus`),
    },
    alias: Prisma.sql`i`,
    source: Prisma.sql`invoices i`,
    where: Prisma.sql`i.status <> 'DRAFT'`,
    at: Prisma.sql`i.issued_at`,
    key: Prisma.sql`i.id`,
    currency: Prisma.sql`i.currency`,
  },
  invoice_lines: {
    columns: {
      line_id: plain(Prisma.sql`l.id`),
      ...INVOICE,
      issued_at: moment(Prisma.sql`i.issued_at`),
      invoice_status: plain(Prisma.sql`i.status::text`),
      ...CUSTOMER,
      description: text(Prisma.sql`l.description`),
      period_start: moment(Prisma.sql`l.period_start`),
      period_end: moment(Prisma.sql`l.period_end`),
      currency: plain(Prisma.sql`i.currency`),
      amount: amount(Prisma.sql`l.amount`),
      kind: plain(Prisma.sql`k.kind`),
      status_name: inWords(Prisma.sql`i.status::text`, INVOICE_STATUSES),
      kind_name: inWords(Prisma.sql`k.kind`, LINE_KINDS),
      amount_without_void: unlessVoid(Prisma.sql`l.amount`),
    },
    alias: Prisma.sql`i`,
    source: Prisma.sql`invoices i join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
      cross join ${LINE_KIND}`,
    where: Prisma.sql`i.status <> 'DRAFT'`,
    at: Prisma.sql`i.issued_at`,
    key: Prisma.sql`(i.id || ' ' || lpad(l.position::text, 6, '0'))`,
    currency: Prisma.sql`i.currency`,
  },
  payments: {
    columns: {
      transfer_id: plain(Prisma.sql`t.id`),
      booked_at: moment(Prisma.sql`t.at`),
      kind: plain(Prisma.sql`t.kind`),
      provider: plain(PROVIDER_OF_CASH),
      ...INVOICE,
      // Of a payment on a card, its invoice's; of a dispute, when it was booked.
      paid_at: moment(
        Prisma.sql`coalesce(p.paid_at, r.refunded_at, case when t.kind = 'CASH' then i.paid_at end, t.at)`,
      ),
      ...CUSTOMER,
      currency: plain(Prisma.sql`t.currency`),
      amount: amount(Prisma.sql`t.signed`),
      reference: text(Prisma.sql`coalesce(p.reference, r.reference)`),
      collected: collected(PROVIDER_OF_CASH),
      kind_name: inWords(
        Prisma.sql`case when p.is_taken_back and t.kind = 'CASH' then 'CASH_TAKEN_BACK'
          when ${IS_REFUND_TAKEN_BACK} then 'REFUND_TAKEN_BACK' else t.kind end`,
        {
          ...TRANSFERS,
          CASH_TAKEN_BACK: "Payment taken back",
          REFUND_TAKEN_BACK: "Refund taken back",
        },
      ),
      reason: text(
        Prisma.sql`case when ${IS_REFUND_TAKEN_BACK} then r.taken_back_reason else coalesce(p.reason, r.reason) end`,
      ),
      recorded_by: actor(
        Prisma.sql`case when ${IS_REFUND_TAKEN_BACK} then r.taken_back_by_id else coalesce(p.actor_id, r.actor_id) end`,
      ),
    },
    before: bookedTransfers,
    alias: Prisma.sql`t`,
    // The key of a refund's transfers begins with its id.
    source: Prisma.sql`booked t left join invoices i on i.tenant_id = t.tenant_id and i.id = t.invoice_id
      left join ${PAYMENT} p on true
      left join refunds r on t.kind = 'REFUND' and r.tenant_id = t.tenant_id and r.id = split_part(t.key, ':', 1)`,
    where: Prisma.sql`t.figure = 'collected'`,
    at: Prisma.sql`t.at`,
    key: Prisma.sql`t.id`,
    currency: Prisma.sql`t.currency`,
  },
  credit_notes: {
    columns: {
      ...CREDIT_NOTE,
      issued_at: moment(Prisma.sql`n.issued_at`),
      status: plain(Prisma.sql`n.status::text`),
      provider: plain(Prisma.sql`n.provider::text`),
      ...INVOICE,
      ...CUSTOMER,
      reason: text(Prisma.sql`n.reason`),
      currency: plain(Prisma.sql`n.currency`),
      amount: amount(Prisma.sql`n.amount`),
      tax: amount(Prisma.sql`n.tax`),
      amount_off_due: amount(Prisma.sql`n.off_due`),
      amount_to_balance: amount(Prisma.sql`n.to_balance`),
      amount_to_refund: amount(Prisma.sql`n.to_refund`),
      voided_at: moment(Prisma.sql`n.voided_at`),
      collected: collected(Prisma.sql`n.provider::text`),
      status_name: inWords(Prisma.sql`n.status::text`, CREDIT_NOTE_STATUSES),
      invoice_status: plain(Prisma.sql`i.status::text`),
      invoice_status_name: inWords(Prisma.sql`i.status::text`, INVOICE_STATUSES),
      amount_without_void: unlessNoteVoid(Prisma.sql`n.amount`),
    },
    alias: Prisma.sql`n`,
    source: CREDIT_NOTES,
    where: Prisma.sql`true`,
    at: Prisma.sql`n.issued_at`,
    key: Prisma.sql`n.id`,
    currency: Prisma.sql`n.currency`,
  },
  credit_note_lines: {
    columns: {
      line_id: plain(Prisma.sql`l.id`),
      ...CREDIT_NOTE,
      issued_at: moment(Prisma.sql`n.issued_at`),
      credit_note_status: plain(Prisma.sql`n.status::text`),
      ...INVOICE,
      invoice_line_id: plain(Prisma.sql`l.invoice_line_id`),
      ...CUSTOMER,
      // Of an amount, which is on no line by name, the card provider says nothing.
      description: text(Prisma.sql`coalesce(nullif(l.description, ''), 'An amount of the invoice')`),
      currency: plain(Prisma.sql`n.currency`),
      amount: amount(Prisma.sql`l.amount`),
      status_name: inWords(Prisma.sql`n.status::text`, CREDIT_NOTE_STATUSES),
      invoice_status: plain(Prisma.sql`i.status::text`),
      invoice_status_name: inWords(Prisma.sql`i.status::text`, INVOICE_STATUSES),
      amount_without_void: unlessNoteVoid(Prisma.sql`l.amount`),
    },
    alias: Prisma.sql`n`,
    source: Prisma.sql`${CREDIT_NOTES} join credit_note_lines l on l.tenant_id = n.tenant_id and l.credit_note_id = n.id`,
    where: Prisma.sql`true`,
    at: Prisma.sql`n.issued_at`,
    key: Prisma.sql`(n.id || ' ' || lpad(l.position::text, 6, '0'))`,
    currency: Prisma.sql`n.currency`,
  },
  refunds: {
    columns: {
      refund_id: plain(Prisma.sql`r.id`),
      recorded_at: moment(Prisma.sql`r.created_at`),
      refunded_at: moment(Prisma.sql`r.refunded_at`),
      status: plain(Prisma.sql`r.status::text`),
      provider: plain(Prisma.sql`r.provider::text`),
      ...CREDIT_NOTE,
      ...INVOICE,
      ...CUSTOMER,
      reference: text(Prisma.sql`r.reference`),
      reason: text(Prisma.sql`r.reason`),
      currency: plain(Prisma.sql`r.currency`),
      amount: amount(Prisma.sql`r.amount`),
      collected: collected(Prisma.sql`r.provider::text`),
      status_name: inWords(
        Prisma.sql`case when r.taken_back_at is null then r.status::text else 'TAKEN_BACK' end`,
        { ...REFUND_STATUSES, TAKEN_BACK: "Taken back" },
      ),
      recorded_by: actor(Prisma.sql`r.actor_id`),
      taken_back_at: moment(Prisma.sql`r.taken_back_at`),
      taken_back_reason: text(Prisma.sql`r.taken_back_reason`),
      taken_back_by: actor(Prisma.sql`r.taken_back_by_id`),
      amount_given_back: amount(
        Prisma.sql`case when r.status in ('PENDING', 'SUCCEEDED') then r.amount else 0 end`,
      ),
    },
    alias: Prisma.sql`r`,
    source: Prisma.sql`refunds r join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
      left join credit_notes n on n.tenant_id = r.tenant_id and n.id = r.credit_note_id`,
    where: Prisma.sql`true`,
    at: Prisma.sql`r.created_at`,
    key: Prisma.sql`r.id`,
    currency: Prisma.sql`r.currency`,
  },
  journal: {
    columns: {
      transfer_id: plain(Prisma.sql`t.id`),
      booked_at: moment(Prisma.sql`t.at`),
      kind: plain(Prisma.sql`t.kind`),
      debit_account: plain(Prisma.sql`t.debit_account::text`),
      debit_provider: plain(Prisma.sql`t.debit_provider::text`),
      credit_account: plain(Prisma.sql`t.credit_account::text`),
      credit_provider: plain(Prisma.sql`t.credit_provider::text`),
      ...CUSTOMER,
      ...INVOICE,
      charge_id: plain(Prisma.sql`t.charge_id`),
      currency: plain(Prisma.sql`t.currency`),
      amount: amount(Prisma.sql`t.amount`),
      kind_name: inWords(Prisma.sql`t.kind`, TRANSFERS),
      debit_account_name: inWords(Prisma.sql`t.debit_account::text`, ACCOUNTS),
      credit_account_name: inWords(Prisma.sql`t.credit_account::text`, ACCOUNTS),
      description: text(
        Prisma.sql`coalesce(g.description, ${WORDS_OF_BALANCE}, ${JSON.stringify(TRANSFERS)}::jsonb ->> t.kind)`,
      ),
      debit_collected: collected(Prisma.sql`t.debit_provider::text`),
      credit_collected: collected(Prisma.sql`t.credit_provider::text`),
    },
    alias: Prisma.sql`t`,
    source: Prisma.sql`journal_transfers t
      left join charges g on g.tenant_id = t.tenant_id and g.id = t.charge_id
      left join ${INVOICE_OF_TRANSFER} i on true`,
    where: Prisma.sql`true`,
    at: Prisma.sql`t.at`,
    key: Prisma.sql`t.id`,
    currency: Prisma.sql`t.currency`,
  },
} satisfies Record<string, ExportTable>;
