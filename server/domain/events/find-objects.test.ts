import { expect } from "vitest";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import { findByNames, findObjectsNamed } from "./find-objects.ts";

interface Plan {
  "Relation Name"?: string;
  "Rows Removed by Filter"?: number;
  "Actual Loops": number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows of a table that are read until enough people are found. */
const NAMES_PEOPLE = ["customers", "users", "invitation_tokens", "waitlist_entries"];

it("a search by names reads no invoice, subscription or charge that it does not find", {
  tags: ["long"],
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const { db } = tenant.scope;
  await aSubscription(tenant, { paidBy: "invoice" });
  await db.$executeRaw`
    insert into customers select grown.* from generate_series(1, 3000) n,
      lateral (select * from customers where tenant_id = ${tenant.id} limit 1) one,
      lateral jsonb_populate_record(null::customers, to_jsonb(one) || jsonb_build_object('id', 'cus_grown' || n,
        'external_id', 'grown-' || n, 'email', 'grown' || n || '@customers.example', 'name', 'Customer ' || n)) grown`;
  await db.$executeRaw`
    insert into invoices select grown.* from generate_series(1, 3000) n,
      lateral (select * from invoices where tenant_id = ${tenant.id} limit 1) one,
      lateral jsonb_populate_record(null::invoices, to_jsonb(one) || jsonb_build_object('id', 'inv_grown' || n,
        'customer_id', 'cus_grown' || n, 'number', 1000 + n, 'display_number', 'INV-0' || (1000 + n))) grown`;
  await db.$executeRaw`analyze customers, invoices, subscriptions, charges`;
  for (const text of ["Customer 12", "nobody of this name", "INV-01234", "1234"]) {
    const [row] = await db.$queryRaw<{ "QUERY PLAN": [{ Plan: Plan }] }[]>`
      explain (analyze, format json) ${findByNames(tenant.id, text)}`;
    const wasted = nodesOf(row?.["QUERY PLAN"][0].Plan ?? { "Actual Loops": 0 })
      .filter(({ "Relation Name": table }) => table !== undefined && !NAMES_PEOPLE.includes(table))
      .filter((node) => (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"] > 200);
    expect(wasted, text).toEqual([]);
  }
});

it("an invoice is found by its number, as it is written or without zeros, and not by a part of it", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  await aSubscription(tenant, { paidBy: "invoice" });
  const [invoice] = (await tenant.admin.get("/v1/billing/invoices")).body.data;
  const { id, number } = invoice;
  expect(number).toBe("INV-00001");
  for (const text of [number, "inv-00001", "INV-1", "00001", "1", ` ${number} `, id])
    expect(await findObjectsNamed(tenant.scope, text), text).toContain(id);
  for (const text of ["INV-2", "INV-", "NV", "X-1", "99999999999"])
    expect(await findObjectsNamed(tenant.scope, text), text).not.toContain(id);
});

it("a name is found whatever its case, in any script", async ({ world }) => {
  const tenant = await aTenant(world);
  const { customerId } = await aSubscription(tenant, { paidBy: "invoice" });
  await tenant.scope.db.customer.update({
    where: { tenantId_id: { tenantId: tenant.id, id: customerId } },
    data: { name: "Öl & Gas ÄRGER 100%" },
  });
  for (const text of ["öl", "GAS är", "gas", "100%", "ärger"])
    expect(await findObjectsNamed(tenant.scope, text), text).toContain(customerId);
  for (const text of ["gas_", "10%0", "zebra"])
    expect(await findObjectsNamed(tenant.scope, text), text).not.toContain(customerId);
});

it("a whole e-mail address finds those who have it, and, where nobody has it, what it is a part of", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const [ada, nada] = [
    await aSubscription(tenant, { paidBy: "invoice", email: "ada@example.com" }),
    await aSubscription(tenant, { paidBy: "invoice", email: "nada@example.com" }),
  ];
  const found = await findObjectsNamed(tenant.scope, "Ada@example.com");
  expect(found).toEqual(expect.arrayContaining([ada.customerId, ada.id]));
  expect(found).not.toContain(nada.customerId);
  expect(await findObjectsNamed(tenant.scope, "da@example.co")).toEqual(
    expect.arrayContaining([ada.customerId, nada.customerId]),
  );
});
