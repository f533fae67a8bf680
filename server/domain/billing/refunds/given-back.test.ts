import { expect, it } from "vitest";
import { aDatabaseBefore } from "../../../testing/before-migration.ts";

const ADDED = "20261126054600_given_back";

/** Refunds with and without a credit note, and a balance that a person and a note changed, as a version before posted them. */
const WRITTEN = `
  alter table invoices disable trigger user;
  insert into invoices (tenant_id, id, provider, number, customer_id, status, currency, subtotal, total, amount_due, amount_paid,
      issued_at, created_at, updated_at)
    values ('ten_1', 'invoice_1', 'PROVIDER_A', null, 'cus_1', 'PAID', 'USD', 1000, 1000, 1000, 1000, now(), now(), now());
  insert into credit_notes (tenant_id, id, provider, invoice_id, customer_id, status, currency, amount, off_due, to_balance, to_refund,
      actor_type, actor_id, issued_at, created_at, updated_at)
    values ('ten_1', 'cn_1', 'PROVIDER_A', 'invoice_1', 'cus_1', 'ISSUED', 'USD', 200, 0, 0, 200, 'SYSTEM', 's', now(), now(), now());
  alter table refunds disable trigger user;
  insert into refunds (tenant_id, id, provider, provider_refund_id, invoice_id, customer_id, credit_note_id, status, currency, amount,
      refunded_at, actor_type, actor_id, created_at, updated_at)
    values ('ten_1', 'rfd_1', 'PROVIDER_A', 're_1', 'invoice_1', 'cus_1', null, 'SUCCEEDED', 'USD', 300, now(), 'SYSTEM', 's', now(), now()),
      ('ten_1', 'rfd_2', 'PROVIDER_A', 're_2', 'invoice_1', 'cus_1', 'cn_1', 'SUCCEEDED', 'USD', 200, now(), 'SYSTEM', 's', now(), now());
  alter table balance_transactions disable trigger user;
  insert into balance_transactions (tenant_id, id, customer_id, currency, amount, ending_balance, type, created_at)
    values ('ten_1', 'cbtxn_1', 'cus_1', 'USD', -40, -40, 'adjustment', now()),
      ('ten_1', 'cbtxn_2', 'cus_1', 'USD', -50, -90, 'credit_note', now());
  insert into journal_transfers (tenant_id, id, customer_id, currency, debit_account, debit_provider, credit_account, credit_provider,
      amount, kind, key, invoice_id, at)
    values ('ten_1', 'jrn_1', 'cus_1', 'USD', 'DISCOUNT', 'PROVIDER_A', 'CASH', 'PROVIDER_A', 300, 'REFUND', 'rfd_1:1', 'invoice_1', now()),
      ('ten_1', 'jrn_2', 'cus_1', 'USD', 'DISCOUNT', 'PROVIDER_A', 'CASH', 'PROVIDER_A', 200, 'REFUND', 'rfd_2:1', 'invoice_1', now()),
      ('ten_1', 'jrn_3', 'cus_1', 'USD', 'DISCOUNT', 'PROVIDER_A', 'CREDIT', 'PROVIDER_A', 40, 'BALANCE', 'balance:cbtxn_1', null, now()),
      ('ten_1', 'jrn_4', 'cus_1', 'USD', 'DISCOUNT', 'PROVIDER_A', 'CREDIT', 'PROVIDER_A', 50, 'BALANCE', 'balance:cbtxn_2', null, now()),
      ('ten_1', 'jrn_5', 'cus_1', 'USD', 'DISCOUNT', 'PROVIDER_A', 'RECEIVABLE', 'PROVIDER_A', 60, 'DISCOUNT', 'invoice_1:DISCOUNT:1', 'invoice_1', now());
`;

it("what a version before had given back without a credit note gets the account of its own, and nothing else does", {
  tags: ["long"],
}, async () => {
  const database = await aDatabaseBefore(ADDED);
  await database.query(WRITTEN);
  expect(await database.migrate()).toContain(ADDED);
  const read = "select id, debit_account::text as debit, amount::int from journal_transfers order by id";
  expect(await database.query(read)).toEqual([
    { id: "jrn_1", debit: "GIVEN_BACK", amount: 300 },
    { id: "jrn_2", debit: "DISCOUNT", amount: 200 },
    { id: "jrn_3", debit: "GIVEN_BACK", amount: 40 },
    { id: "jrn_4", debit: "DISCOUNT", amount: 50 },
    { id: "jrn_5", debit: "DISCOUNT", amount: 60 },
  ]);
  await expect(database.query("update journal_transfers set amount = 1")).rejects.toThrow("append-only");
});
