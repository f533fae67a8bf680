import { expect, it } from "vitest";
import { aDatabaseBefore } from "../../../testing/before-migration.ts";

const ADDED = "20261126224316_refunds_taken_back";

/** Two invoices with refunds that were taken back in another order than they were made, one that counts and one that Stripe canceled. */
const WRITTEN = `
  alter table invoices disable trigger user;
  insert into invoices (tenant_id, id, provider, number, display_number, customer_id, status, currency, subtotal, total, amount_due, amount_paid,
      issued_at, created_at, updated_at)
    select 'ten_1', id, provider::"Provider", number, 'INV-' || number, 'cus_1', 'PAID', 'USD', 1000, 1000, 1000, 1000, now(), now(), now()
    from (values ('invoice_1', 'PROVIDER_B', 1), ('invoice_2', 'PROVIDER_B', 2), ('invoice_3', 'PROVIDER_A', null)) as i (id, provider, number);
  insert into refunds (tenant_id, id, provider, provider_refund_id, invoice_id, customer_id, status, currency, amount,
      refunded_at, actor_type, actor_id, created_at, updated_at)
    select 'ten_1', id, provider::"Provider", remote, invoice, 'cus_1', status::"RefundStatus", 'USD', 100, now(), 'SYSTEM', 's', now(),
      changed::timestamptz
    from (values ('rfd_1', 'PROVIDER_B', null, 'invoice_1', 'CANCELED', '2026-03-02T10:00:00Z'),
      ('rfd_2', 'PROVIDER_B', null, 'invoice_1', 'CANCELED', '2026-03-01T10:00:00Z'),
      ('rfd_3', 'PROVIDER_B', null, 'invoice_1', 'SUCCEEDED', '2026-02-01T10:00:00Z'),
      ('rfd_4', 'PROVIDER_B', null, 'invoice_2', 'CANCELED', '2026-03-03T10:00:00Z'),
      ('rfd_5', 'PROVIDER_A', 're_1', 'invoice_3', 'CANCELED', '2026-03-04T10:00:00Z')) as r (id, provider, remote, invoice, status, changed);
  insert into invoice_decisions (tenant_id, id, invoice_id, kind, reason, actor_type, actor_id, created_at)
    values ('ten_1', 'idec_1', 'invoice_1', 'DUE_DATE_EXTENDED', 'due', 'USER', 'u_0', '2026-02-01T10:00:00Z'),
      ('ten_1', 'idec_2', 'invoice_1', 'REFUND_TAKEN_BACK', 'first', 'USER', 'u_1', '2026-03-01T10:00:00.001Z'),
      ('ten_1', 'idec_3', 'invoice_1', 'REFUND_TAKEN_BACK', null, 'APPLICATION', 'app_1', '2026-03-02T10:00:00Z'),
      ('ten_1', 'idec_4', 'invoice_2', 'REFUND_TAKEN_BACK', 'other', 'USER', 'u_2', '2026-03-03T10:00:00Z')`;

it("a refund that a version before took back says when, why and by whom, as its invoice's decision does", {
  tags: ["long"],
}, async () => {
  const database = await aDatabaseBefore(ADDED);
  await database.query(WRITTEN);
  expect(await database.migrate()).toContain(ADDED);
  const read = `select id, taken_back_at as at, taken_back_reason as reason, taken_back_by_type::text as type, taken_back_by_id as by
    from refunds order by id`;
  const none = { at: null, reason: null, type: null, by: null };
  expect(await database.query(read)).toEqual([
    { id: "rfd_1", at: new Date("2026-03-02T10:00:00Z"), reason: null, type: "APPLICATION", by: "app_1" },
    { id: "rfd_2", at: new Date("2026-03-01T10:00:00.001Z"), reason: "first", type: "USER", by: "u_1" },
    { id: "rfd_3", ...none },
    { id: "rfd_4", at: new Date("2026-03-03T10:00:00Z"), reason: "other", type: "USER", by: "u_2" },
    { id: "rfd_5", ...none },
  ]);
});
