import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant } from "../../../testing/a-tenant.ts";
import { openWorld, type World } from "../../../testing/world.ts";
import { ensureCustomer } from "../../customers/ensure-customer.ts";
import { browseInvoices } from "./browse-invoices.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

test("invoices are found by number or customer, filtered, sorted by the day they are due, and paged", async () => {
  const tenant = await aTenant(world);
  const { db } = world.services;
  const [ada, bob] = await db.$transaction(
    async (tx) =>
      [
        await ensureCustomer(tx, tenant.scope, { customer: "ada", email: "ada@example.com" }),
        await ensureCustomer(tx, tenant.scope, { customer: "bob", email: "bob@example.com" }),
      ] as const,
  );
  const list = (input: object) =>
    browseInvoices(tenant.scope, { limit: 50, sort: "created_at", order: "desc", ...input });
  const owed = async (input: object) =>
    (await list(input)).data.map(({ number, customer }) => [number, customer.external_id]);
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  const shared = {
    tenantId: tenant.id,
    provider: "PROVIDER_B" as const,
    currency: "EUR",
    total: 1n,
    amountDue: 1n,
    updatedAt: day("2026-11-01"),
  };
  const ofAda = { ...shared, customerId: ada.id, createdAt: day("2026-10-02"), issuedAt: day("2026-10-02") };
  await db.invoice.createMany({
    data: [
      {
        ...ofAda,
        id: "invoice_1",
        number: 1,
        displayNumber: "INV-1",
        status: "OPEN",
        dueAt: day("2026-10-20"),
      },
      {
        ...ofAda,
        id: "invoice_2",
        number: 2,
        displayNumber: "INV-2",
        status: "PAID",
        dueAt: day("2026-10-10"),
      },
      { ...shared, customerId: bob.id, createdAt: day("2026-10-03"), id: "invoice_3", status: "DRAFT" },
    ],
  });
  expect(await owed({})).toEqual([
    [null, "bob"],
    ["INV-2", "ada"],
    ["INV-1", "ada"],
  ]);
  expect(await owed({ sort: "due_at", order: "asc" })).toEqual([
    [null, "bob"],
    ["INV-2", "ada"],
    ["INV-1", "ada"],
  ]);
  expect(await owed({ q: "inv-2" })).toEqual([["INV-2", "ada"]]);
  expect(await owed({ q: "BOB" })).toEqual([[null, "bob"]]);
  expect(await owed({ customer: "ada", status: "PAID" })).toEqual([["INV-2", "ada"]]);
  expect(await owed({ is_partly_paid: true })).toEqual([]);
  const key = { tenantId_id: { tenantId: tenant.id, id: "invoice_1" } };
  await db.invoice.update({ where: key, data: { total: 2n, amountDue: 2n, amountPaid: 1n } });
  expect(await owed({ is_partly_paid: true })).toEqual([["INV-1", "ada"]]);
  expect(await owed({ is_overdue: true })).toEqual([["INV-1", "ada"]]);
  expect(await owed({ is_overdue: false, provider: "PROVIDER_A" })).toEqual([]);
  await db.invoice.update({ where: key, data: { total: 0n, amountDue: 0n, amountPaid: 0n, status: "PAID" } });
  expect(await owed({ is_zero: true })).toEqual([["INV-1", "ada"]]);
  expect(await owed({ is_zero: false, q: "ada" })).toEqual([["INV-2", "ada"]]);
  const first = await list({ limit: 2, sort: "due_at" });
  const second = await list({ limit: 2, sort: "due_at", cursor: first.next_cursor ?? "" });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([
    "invoice_1",
    "invoice_2",
    "invoice_3",
  ]);
});
