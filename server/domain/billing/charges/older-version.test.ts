import pg from "pg";
import { describe, expect } from "vitest";
import { migrateDatabase } from "../../../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../../../platform/database/migration-files.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { itWith } from "../../../testing/it.ts";
import { anEmptyDatabase } from "../../../testing/own-database.ts";
import type { World } from "../../../testing/world.ts";
import { billEnded } from "../subscriptions/by-invoice/renew-by-invoice.ts";
import { findWaiting } from "./waiting-charges.ts";

// A database that a version without charges wrote, and one that such a version writes to again.

const it = itWith({ hasOwnDatabase: true });
const BEFORE = "20261123040500_charges";

/** What that version wrote: an invoice in part paid, a void one, and lines that wait. */
const WRITTEN = `
  insert into tenants (id, slug, name, created_at, updated_at) values ('ten_1', 'a', 'A', now(), now());
  insert into customers (tenant_id, id, external_id, created_at, updated_at) values ('ten_1', 'cus_1', 'c', now(), now());
  insert into products (tenant_id, id, slug, name, created_at, updated_at) values ('ten_1', 'prod_1', 'p', 'P', now(), now());
  insert into plans (tenant_id, id, product_id, slug, name, created_at, updated_at)
    values ('ten_1', 'plan_1', 'prod_1', 'pro', 'Pro', now(), now());
  insert into plan_prices (tenant_id, id, plan_id, amount, currency, interval, label_name, label_slug, created_at, updated_at)
    values ('ten_1', 'price_1', 'plan_1', 1000, 'USD', 'MONTH', '', '', now(), now());
  insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, provider, status, period_anchor,
      current_period_start, current_period_end, created_at, updated_at)
    values ('ten_1', 'sub_1', 'cus_1', 'prod_1', 'plan_1', 'price_1', 'PROVIDER_B', 'ACTIVE', now(), now(), now() + interval '1 month', now(), now());
  update subscriptions set charged = '[{"item": "plan", "description": "P Pro", "price": "1200", "amount": "1000",
    "start": "2026-11-01T00:00:00.000Z", "end": "2026-12-01T00:00:00.000Z"}]';
  insert into invoices (tenant_id, id, provider, number, customer_id, subscription_id, status, currency, subtotal, total, amount_due,
      amount_paid, issued_at, created_at, updated_at)
    values ('ten_1', 'invoice_1', 'PROVIDER_B', 1, 'cus_1', 'sub_1', 'OPEN', 'USD', 1250, 1250, 1250, 300, now(), now(), now()),
      ('ten_1', 'invoice_2', 'PROVIDER_B', 2, 'cus_1', 'sub_1', 'VOID', 'USD', 1000, 1000, 1000, 0, now(), now(), now()),
      ('ten_1', 'invoice_3', 'PROVIDER_B', 3, 'cus_1', 'sub_1', 'PAID', 'USD', 0, 0, 0, 0, now(), now(), now());
  insert into invoice_lines (tenant_id, id, invoice_id, position, description, amount, period_start, period_end)
    values ('ten_1', 'line_1', 'invoice_1', 0, 'Remaining time: P Pro', 1000, '2026-11-01', '2026-12-01');
  insert into invoice_lines (tenant_id, id, invoice_id, position, description, amount)
    values ('ten_1', 'line_2', 'invoice_1', 1, 'Calls: usage beyond the plan', 250),
      ('ten_1', 'line_3', 'invoice_2', 0, 'P Pro', 1000), ('ten_1', 'line_4', 'invoice_3', 0, 'P Pro', -700),
      ('ten_1', 'line_5', 'invoice_3', 1, 'Credit carried to the next invoice', 700);
  insert into features (tenant_id, id, key, name, type, created_at, updated_at)
    values ('ten_1', 'feat_1', 'calls', 'Calls', 'METERED', now(), now());
  insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, period_start, period_end, status, billed_amount,
      settled_at, created_at, updated_at)
    values ('ten_1', 'use_1', 'cus_1', 'sub_1', 'feat_1', now() - interval '2 months', now() - interval '1 month', 'BILLED', 250, now(), now(), now()),
      ('ten_1', 'use_2', 'cus_1', 'sub_1', 'feat_1', now() - interval '1 month', now(), 'BILLED', 80, now(), now(), now());
  insert into invoice_items (tenant_id, id, customer_id, subscription_id, invoice_id, key, description, amount, currency, created_at)
    values ('ten_1', 'item_1', 'cus_1', 'sub_1', 'invoice_1', 'use_1', 'Calls: usage beyond the plan', 250, 'USD', now()),
      ('ten_1', 'item_2', 'cus_1', 'sub_1', null, 'use_2', 'Calls: usage beyond the plan', 80, 'USD', now()),
      ('ten_1', 'item_3', 'cus_1', 'sub_1', null, 'credit:invoice_3', 'Credit from invoice 3', -700, 'USD', now()),
      ('ten_1', 'item_4', 'cus_1', 'sub_1', null, 'item_4', 'Unused time', -20, 'USD', now());
`;

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const answer = await client.query<T>(sql).finally(() => client.end());
  return answer.rows;
}

describe("a database of a version without charges", () => {
  it("keeps every line and all that waits as charges, and its journal says what is left to pay", {
    tags: ["long"],
  }, async () => {
    const connectionString = await anEmptyDatabase();
    const names = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
    await migrateDatabase({ connectionString, names: new Set(names.filter((name) => name < BEFORE)) });
    await query(connectionString, WRITTEN);
    expect(await migrateDatabase({ connectionString })).toContain(BEFORE);
    const charges = await query(
      connectionString,
      `select c.key, c.cause::text, c.amount::int, p.kind::text, p.invoice_id, p.line_id from charges c
       join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null order by c.key`,
    );
    const on = (invoice: string, line: string) => ({ kind: "INVOICE", invoice_id: invoice, line_id: line });
    const waits = { kind: "WAITING", invoice_id: null, line_id: null };
    expect(charges).toEqual([
      { key: "carried:invoice_3", cause: "CARRIED", amount: 700, ...on("invoice_3", "line_5") },
      { key: "counter:use_1", cause: "COUNTER", amount: 250, ...on("invoice_1", "line_2") },
      { key: "counter:use_2", cause: "COUNTER", amount: 80, ...waits },
      { key: "credit:invoice_3", cause: "CREDIT", amount: -700, ...waits },
      { key: "item:item_4", cause: "LEGACY", amount: -20, ...waits },
      { key: "line:line_1", cause: "LEGACY", amount: 1000, ...on("invoice_1", "line_1") },
      { key: "line:line_4", cause: "LEGACY", amount: -700, ...on("invoice_3", "line_4") },
    ]);
    const accounts = await query(
      connectionString,
      `select account::text, sum(moved)::int as amount from journal_transfers t
       cross join lateral (values (t.debit_account, t.amount), (t.credit_account, -t.amount)) as side (account, moved)
       group by account having sum(moved) <> 0 order by 1`,
    );
    expect(accounts).toEqual([
      { account: "CASH", amount: 300 },
      { account: "CREDIT", amount: -700 },
      { account: "RECEIVABLE", amount: 950 },
      { account: "REVENUE", amount: -610 },
      { account: "UNBILLED", amount: 60 },
    ]);
    expect(await query(connectionString, "select count(*)::int from invoice_items")).toEqual([{ count: 4 }]);
    expect(
      await query(connectionString, "select key, item, price::int from charges where item is not null"),
    ).toEqual([{ key: "line:line_1", item: "plan", price: 1200 }]);
  });
});

/** Writes what the tenant's subscriptions were charged once more, as the version without charges did: the row, then its lines. */
async function chargeAgainAsBefore({ services: { pool } }: World, tenantId: string): Promise<void> {
  const written = ["charge_placements", "journal_transfers", "charges"];
  const triggers = (what: string) =>
    written.map((table) => `alter table ${table} ${what} trigger user;`).join("");
  const lines = "select * from invoice_lines";
  await pool.query(
    `begin;
     create temporary table lines on commit drop as ${lines} where tenant_id = '${tenantId}';
     ${triggers("disable")}
     ${written.map((table) => `delete from ${table} where tenant_id = '${tenantId}';`).join("")}
     delete from invoice_lines where tenant_id = '${tenantId}';
     ${triggers("enable")}
     update subscriptions set charged = (select jsonb_agg(one - 'chargeKey') from jsonb_array_elements(charged) as one)
       where tenant_id = '${tenantId}';
     insert into invoice_lines select * from lines;
     update invoices set updated_at = updated_at + interval '1 millisecond' where tenant_id = '${tenantId}';
     commit`,
  );
}

describe("the version without charges, started again", () => {
  it("finds what waits, and what it adds and invoices is charged once", { tags: ["long"] }, async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const { scope } = tenant;
    const sold = await aSubscription(tenant, { paidBy: "invoice", amount: 1000 });
    const run = (sql: string) => world.services.pool.query(sql.replaceAll("$t", `'${tenant.id}'`));
    const add = (id: string, amount: number) =>
      run(`insert into invoice_items (tenant_id, id, customer_id, subscription_id, key, description, amount, currency, created_at)
        values ($t, '${id}', '${sold.customerId}', '${sold.id}', '${id}', 'by hand ${amount}', ${amount}, 'USD', now())`);
    await add("item_a", 300);
    await add("item_b", 500);
    const waiting = async () =>
      (await findWaiting(scope.db, scope, sold.id)).map(({ amount }) => Number(amount)).sort();
    expect(await waiting()).toEqual([300, 500]);
    // It invoices one of them: the invoice, its line, and then the item, in one transaction.
    await run(`
      begin;
      update tenants set next_invoice_number = next_invoice_number + 1 where id = $t;
      insert into invoices (tenant_id, id, provider, number, customer_id, subscription_id, status, currency, subtotal, total, amount_due,
          issued_at, created_at, updated_at)
        values ($t, 'invoice_old', 'PROVIDER_B', 2, '${sold.customerId}', '${sold.id}', 'OPEN', 'USD', 1300, 1300, 1300, now(), now(), now());
      insert into invoice_lines (tenant_id, id, invoice_id, position, description, amount)
        values ($t, 'line_old0', 'invoice_old', 0, 'Pro', 1000), ($t, 'line_old1', 'invoice_old', 1, 'by hand 300', 300);
      update invoice_items set invoice_id = 'invoice_old' where tenant_id = $t and id = 'item_a';
      commit`);
    expect(await waiting()).toEqual([500]);
    const ofOld = await scope.db.chargePlacement.findMany({
      where: { tenantId: tenant.id, invoiceId: "invoice_old", endedAt: null },
      include: { charge: true },
      orderBy: { lineId: "asc" },
    });
    expect(ofOld.map(({ lineId, charge }) => [lineId, charge.cause, Number(charge.amount)])).toEqual([
      ["line_old0", "LEGACY", 1000],
      ["line_old1", "LEGACY", 300],
    ]);
    expect(await balancesOf(scope.db, scope, sold.customerId)).toMatchObject({
      UNBILLED: 500n,
      RECEIVABLE: 2300n,
      REVENUE: -2800n,
    });
    // The newer version takes the other one.
    await tenant.admin.post(`/v1/billing/subscriptions/${sold.id}/cancel`, { at: "now" });
    await billEnded(scope, sold.id);
    expect(await waiting()).toEqual([]);
    const items = await run(
      "select count(*)::int as count from invoice_items where tenant_id = $t and invoice_id is null",
    );
    expect(items.rows).toEqual([{ count: 0 }]);
  });

  it("has charged each item once: a change of plan credits each on its own line", { tags: ["long"] }, async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const { scope } = tenant;
    const of = { tenantId: tenant.id };
    const step = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] };
    const { plans } = await aCatalog(scope, {
      features: { seats: { type: "ALLOCATED" }, rooms: { type: "ALLOCATED" }, beds: { type: "ALLOCATED" } },
      plans: [
        { slug: "crew", entitlements: { seats: step, rooms: step, beds: step }, prices: [{ amount: 500 }] },
        { slug: "solo", prices: [{ amount: 9000 }] },
      ],
    });
    await scope.db.feature.updateMany({
      where: { ...of, key: { in: ["seats", "rooms"] } },
      data: { name: "Places" },
    });
    const sold = await aSubscription(tenant, {
      price: plans.crew?.prices[0],
      paidBy: "invoice",
      items: { seats: 1, rooms: 1, beds: 1 },
    });
    await chargeAgainAsBefore(world, tenant.id);
    const wanted = { plan_price_id: plans.solo?.prices[0] };
    const changed = await tenant.admin.post(`/v1/billing/subscriptions/${sold.id}/change-plan`, wanted);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const credits = await scope.db.charge.findMany({
      where: { ...of, amount: { lt: 0n } },
      include: { corrected: true },
    });
    expect(credits.map(({ corrected }) => corrected?.cause)).toEqual(Array(4).fill("LEGACY"));
    expect(new Set(credits.map(({ corrects }) => corrects)).size).toBe(4);
    for (const { description, corrected } of credits)
      expect(description).toBe(`Unused time: ${corrected?.description}`);
  });

  it("has changed the plan: the next change gives back what that one charged, and nothing twice", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { plans } = await aCatalog(tenant.scope, {
      plans: [
        { slug: "pro", prices: [{ amount: 3000 }] },
        { slug: "large", prices: [{ amount: 9000 }] },
        { slug: "small", prices: [{ amount: 1000 }] },
      ],
    });
    const { id } = await aSubscription(tenant, { price: plans.pro?.prices[0], paidBy: "invoice" });
    await chargeAgainAsBefore(world, tenant.id);
    // In its order: the row, then the invoice with its lines.
    await world.services.pool.query(
      `begin;
       update subscriptions set plan_id = '${plans.large?.id}', plan_price_id = '${plans.large?.prices[0]}', updated_at = now(),
         charged = jsonb_build_array(jsonb_build_object('item', 'plan', 'description', 'Shop Large', 'price', '9000', 'amount', '8700',
           'start', current_period_start + interval '1 day', 'end', current_period_end))
         where tenant_id = '${tenant.id}';
       update tenants set next_invoice_number = next_invoice_number + 1 where id = '${tenant.id}';
       insert into invoices (tenant_id, id, provider, number, customer_id, subscription_id, status, currency, subtotal, total, amount_due,
           issued_at, created_at, updated_at)
         select tenant_id, 'invoice_old', 'PROVIDER_B', 2, customer_id, id, 'OPEN', 'USD', 5800, 5800, 5800, now(), now(), now()
         from subscriptions where tenant_id = '${tenant.id}';
       insert into invoice_lines (tenant_id, id, invoice_id, position, description, amount, is_proration, period_start, period_end)
         select tenant_id, 'line_old' || l.nth, 'invoice_old', l.nth, l.description, l.amount, true,
           current_period_start + interval '1 day', current_period_end
         from subscriptions, (values (0, 'Unused time: Shop Pro', -2900), (1, 'Remaining time: Shop Large', 8700)) l (nth, description, amount)
         where tenant_id = '${tenant.id}';
       commit`,
    );
    const wanted = { plan_price_id: plans.small?.prices[0] };
    const changed = await tenant.admin.post(`/v1/billing/subscriptions/${id}/change-plan`, wanted);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const credits = await tenant.scope.db.charge.findMany({
      where: { tenantId: tenant.id, cause: "CHANGE", amount: { lt: 0n } },
      include: { corrected: true },
    });
    expect(credits.map(({ amount, corrected }) => [amount, corrected?.amount])).toEqual([[-8700n, 8700n]]);
  });

  it("has voided an invoice of which there is no charge: a change of plan gives nothing back for it", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { plans } = await aCatalog(tenant.scope, {
      plans: [
        { slug: "pro", prices: [{ amount: 9000 }] },
        { slug: "small", prices: [{ amount: 1000 }] },
      ],
    });
    const { id } = await aSubscription(tenant, { price: plans.pro?.prices[0], paidBy: "invoice" });
    const written = ["charge_placements", "journal_transfers", "charges"];
    const triggers = (what: string) =>
      [...written, "invoices"].map((table) => `alter table ${table} ${what} trigger user;`).join("");
    await world.services.pool.query(
      `begin;
       ${triggers("disable")}
       ${written.map((table) => `delete from ${table} where tenant_id = '${tenant.id}';`).join("")}
       update invoices set status = 'VOID' where tenant_id = '${tenant.id}';
       ${triggers("enable")}
       commit`,
    );
    const wanted = { plan_price_id: plans.small?.prices[0] };
    const changed = await tenant.admin.post(`/v1/billing/subscriptions/${id}/change-plan`, wanted);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const charges = await tenant.scope.db.charge.findMany({ where: { tenantId: tenant.id } });
    expect(charges.map(({ amount }) => amount)).toEqual([1000n]);
  });
});

describe("for a version before, subscriptions.charged", () => {
  const step = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 600n }] };
  const seats = (steps: number) => ({ drivers: [{ feature_key: "seats", steps }] });

  async function aCompany(world: World) {
    const story = await aStory(world, "2030-04-01T00:00:00Z", {
      features: { seats: { type: "ALLOCATED" } },
      plans: [
        { slug: "pro", entitlements: { seats: step }, prices: [{ amount: 3000 }] },
        { slug: "large", entitlements: { seats: step }, prices: [{ amount: 9000 }] },
      ],
    });
    /** As that version reads it: item, price, amount, since when, and the charge's amount where it has a key. */
    const charged = async (id: string) => {
      const { rows } = await world.services.pool.query(
        `select one, c.amount::int from subscriptions s cross join lateral jsonb_array_elements(s.charged) with ordinality l (one, nth)
         left join charges c on c.tenant_id = s.tenant_id and c.key = one->>'chargeKey' where s.id = $1 order by nth`,
        [id],
      );
      return rows.map(({ one, amount }) => {
        expect(Object.keys(one).toSorted()).toEqual(FIELDS);
        expect(one.end).toMatch(/^2030-\d\d-01T00:00:00.000Z$/);
        const item =
          one.item === "plan" ? one.description.split(" ").at(-1) : one.description.split(": ").at(-1);
        return [item, one.price, one.amount, one.start.slice(0, 10), amount];
      });
    };
    return { story, charged };
  }

  const FIELDS = ["amount", "chargeKey", "description", "end", "item", "price", "start"];

  it("has what is charged for each item after a start, a change, a renewal, in a pause and after it", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, charged } = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro", { ...seats(2), due_days: 300 });
    const first = ["seats", "1200", "1200", "2030-04-01", 1200];
    expect(await charged(id)).toEqual([["pro", "3000", "3000", "2030-04-01", 3000], first]);
    await story.to("2030-04-16T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("large") });
    expect(await charged(id)).toEqual([["large", "9000", "4500", "2030-04-16", 4500], first]);
    await story.tell(id, "change-plan", { plan_price_id: story.price("large"), ...seats(0) });
    expect(await charged(id)).toEqual([["large", "9000", "4500", "2030-04-16", 4500]]);
    await story.to("2030-05-01T01:00:00Z");
    expect(await charged(id)).toEqual([["large", "9000", "9000", "2030-05-01", 9000]]);
    await story.tell(id, "pause");
    await story.to("2030-06-01T01:00:00Z");
    expect(await charged(id)).toEqual([]);
    await story.tell(id, "resume");
    await story.to("2030-07-01T01:00:00Z");
    expect(await charged(id)).toEqual([["large", "9000", "9000", "2030-07-01", 9000]]);
  });

  it("has the whole prices of a period that was charged by card, and nothing while it is", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, charged } = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro", seats(2));
    expect(await charged(id)).toEqual([]);
    await story.to("2030-04-02T00:00:00Z");
    await story.tell(id, "move-provider", { provider: "PROVIDER_B", due_days: 300 });
    expect(await charged(id)).toEqual([
      ["pro", "3000", "3000", "2030-04-01", null],
      ["seats", "1200", "1200", "2030-04-01", null],
    ]);
    await story.tell(id, "move-provider", {
      provider: "PROVIDER_A",
      cardprovider_test_card_token: "tok_visa",
    });
    expect(await charged(id)).toEqual([]);
  });
});
