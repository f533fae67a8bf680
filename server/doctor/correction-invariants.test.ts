// @module-tag ci
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { foundAfter, foundIn } from "../testing/doctor.ts";
import { openWorld, type World } from "../testing/world.ts";
import { CORRECTION_INVARIANTS } from "./correction-invariants.ts";
import { INVARIANTS } from "./invariants.ts";

let world: World;
let tenant: TestTenant;
let client: pg.Client;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  const { id } = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
  const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  const path = `/v1/billing/invoices/${data[0].id}`;
  const notes = `${path}/credit-notes`;
  await tenant.admin.post(`${path}/payments`, { amount: 2000 });
  const done = [
    await tenant.admin.post(notes, { amount: 1000, reason: "a mistake" }),
    await tenant.admin.post(notes, { amount: 500, reason: "a mistake", to: "BALANCE" }),
    await tenant.admin.post(notes, { amount: 300, reason: "a mistake", to: "REFUND" }),
  ];
  expect(done.map(({ status }) => status)).toEqual([201, 201, 201]);
});

afterAll(async () => {
  await client.end();
  await world.close();
});

it("credit notes and refunds violate none", async () => {
  expect(await foundIn(client, tenant.id)).toEqual([]);
});

const OWN = "tenant_id = $tenant";

/** A dispute that the journal knows. */
const DISPUTE = `insert into disputes (tenant_id, id, provider, provider_dispute_id, invoice_id, customer_id, status, currency, amount,
    withdrawn, reason, opened_at, created_at, updated_at)
  select tenant_id, 'dsp_x', 'PROVIDER_A', 'du_x', id, customer_id, 'LOST', currency, 500, 500, 'general', now(), now(), now()
  from invoices where ${OWN};
  update invoices set amount_disputed = 500 where ${OWN}`;

const BREAKS: [name: string, sql: string][] = [
  [
    "credit-notes-are-numbered-without-gaps",
    "update tenants set next_credit_note_number = 9 where id = $tenant",
  ],
  [
    "credit-notes-are-numbered-without-gaps",
    `update credit_notes set number = 7 where number = 2 and ${OWN}`,
  ],
  ["credit-notes-fit-their-invoice", `update credit_notes set amount = 4000 where number = 1 and ${OWN}`],
  ["credit-notes-fit-their-invoice", `update credit_notes set off_due = 900 where number = 1 and ${OWN}`],
  ["credit-notes-fit-their-invoice", `update invoices set amount_credited = 0 where ${OWN}`],
  ["credit-notes-add-up", `update credit_note_lines set amount = amount + 1 where ${OWN}`],
  ["credit-notes-add-up", `update credit_notes set to_refund = to_refund - 1 where to_refund > 0 and ${OWN}`],
  ["credit-notes-take-charges-back", `update credit_note_lines set amount = amount + 1 where ${OWN}`],
  ["refunds-were-paid", `update refunds set amount = 1600 where ${OWN}`],
  ["refunds-were-paid", `update refunds set is_of_credit = true where ${OWN}`],
  ["refunds-were-paid", `update invoices set amount_refunded = 1 where ${OWN}`],
  ["refunds-were-paid", `update credit_notes set to_balance = 1900 where to_balance > 0 and ${OWN}`],
  [
    "refunds-are-in-the-journal",
    `insert into journal_transfers select tenant_id, 'jrn_x', customer_id, currency, unit, debit_account, debit_provider,
      credit_account, credit_provider, 1, kind, key || '0', charge_id, invoice_id, at from journal_transfers where kind = 'REFUND' and ${OWN}`,
  ],
  [
    "refunds-are-in-the-journal",
    `alter table refunds disable trigger refunds_post; update refunds set credit_note_id = null where ${OWN}`,
  ],
  ["disputes-fit-their-invoice", `${DISPUTE}; update invoices set amount_disputed = 0 where ${OWN}`],
  ["disputes-fit-their-invoice", `${DISPUTE}; update disputes set amount = 600 where ${OWN}`],
  ...["DISPUTE", "DISPUTE_LOST"].map((kind): [string, string] => [
    "disputes-are-in-the-journal",
    `${DISPUTE}; insert into journal_transfers select tenant_id, 'jrn_x', customer_id, currency, unit, debit_account, debit_provider,
      credit_account, credit_provider, 1, kind, key || '0', charge_id, invoice_id, at from journal_transfers
      where kind = '${kind}' and ${OWN}`,
  ]),
];

it("a dispute that the journal and its invoice know violates none", async () => {
  const invariants = [...INVARIANTS];
  expect(await foundAfter(client, { tenantId: tenant.id, invariants, sql: DISPUTE })).toEqual([]);
});

it("has a test for every invariant of corrections", () => {
  const broken = [...new Set(BREAKS.map(([name]) => name))];
  expect(broken.sort()).toEqual(CORRECTION_INVARIANTS.map(({ name }) => name).sort());
});

it.each(BREAKS)("%s is found broken after: %s", async (name, sql) => {
  const invariants = [...INVARIANTS];
  expect(await foundAfter(client, { tenantId: tenant.id, invariants, sql })).toContain(name);
});
