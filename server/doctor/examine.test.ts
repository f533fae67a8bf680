// @module-tag ci
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealAudit } from "../domain/audit/seal-audit.ts";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { foundAfter, foundIn } from "../testing/doctor.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { CORRECTION_INVARIANTS } from "./correction-invariants.ts";
import { describeFindings } from "./examine.ts";
import { INVARIANTS } from "./invariants.ts";
import { USAGE_INVARIANTS } from "./usage-invariants.ts";

let world: World;
let tenant: TestTenant;
let client: pg.Client;

beforeAll(async () => {
  const connectionString = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: connectionString } });
  tenant = await aTenant(world);
  client = new pg.Client({ connectionString });
  await client.connect();
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 0 }] },
      {
        slug: "paid",
        entitlements: {
          calls: { limit: 0, overage: "BILL", prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 2 }] },
        },
        prices: [{ amount: 500 }],
      },
    ],
    freePlan: "free",
  });
  const { server } = tenant;
  const use = { customer: unique("customer"), feature_key: "calls", quantity: 5 };
  await server.post("/v1/billing/usage", use);
  const held = await server.post("/v1/billing/usage/reservations", use);
  await server.post(`/v1/billing/usage/reservations/${held.body.id}/confirm`);
  await server.post("/v1/billing/usage/reservations", use);
  await server.post("/v1/waitlist", { email: "a@example.com" });
  const { code } = (await server.post("/v1/invitations/code", { trialDays: 3 })).body;
  await server.post("/v1/invitations/redeem", { code, user: "u" });
  const { token } = (await server.post("/v1/invitations/token", { email: "b@example.com" })).body;
  await server.post("/v1/invitations/redeem", { token, user: "u" });
  await server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer: unique("customer"),
    email: "a@example.com",
    plan_price_id: catalog.plans.free?.prices[0],
  });
  const company = { customer: unique("company"), email: "c@example.com", provider: "PROVIDER_B" };
  const sold = await server.post("/v1/billing/subscriptions", {
    ...company,
    plan_price_id: catalog.plans.paid?.prices[0],
  });
  await server.post("/v1/billing/usage", { customer: company.customer, feature_key: "calls", quantity: 9 });
  await tenant.admin.post(`/v1/billing/subscriptions/${sold.body.id}/cancel`, { at: "now" });
  await sealAudit(world.services);
});

afterAll(async () => {
  await client.end();
  await world.close();
});

const broken = (sql: string) => foundAfter(client, { tenantId: tenant.id, invariants: INVARIANTS, sql });

/** Adds a phase to the terms of each subscription: from, to. */
const PHASE = `insert into subscription_terms (tenant_id, id, subscription_id, customer_id, plan_id, plan_price_id, amount, currency,
    interval, anchor, pack_id, drivers, provider, collecting, from_at, to_at)
  select t.tenant_id, t.id || 'x', t.subscription_id, t.customer_id, t.plan_id, t.plan_price_id, t.amount, t.currency, t.interval,
    t.anchor, t.pack_id, t.drivers, t.provider, t.collecting,`;
const OF_PHASE = "from subscription_terms t where t.tenant_id = $tenant";

/** How each invariant is broken. */
const BREAKS: [string, string][] = [
  ["codes-count-their-redemptions", "update invitation_codes set used_count = 0 where tenant_id = $tenant"],
  ["used-tokens-are-redeemed", "update invitation_tokens set used_at = null where tenant_id = $tenant"],
  ["waitlist-is-counted", "update waitlist_counts set entries = entries + 1 where tenant_id = $tenant"],
  [
    "events-are-numbered-without-gaps",
    "update object_sequences set last = last + 1 where tenant_id = $tenant",
  ],
  [
    "audit-is-an-unbroken-chain",
    `alter table audit_entries disable trigger user;
     update audit_entries set actor_id = 'somebody else' where tenant_id = $tenant and position = 3`,
  ],
  [
    "subscriptions-make-sense",
    "update subscriptions set ended_at = now() where tenant_id = $tenant and status <> 'CANCELED'",
  ],
  [
    "provider-customers-have-one-currency",
    "update provider_references set currency = 'EUR' where tenant_id = $tenant and kind = 'CUSTOMER'",
  ],
  [
    "provider-customers-have-one-currency",
    "update provider_references set object_id = 'cus_x' where tenant_id = $tenant and kind = 'CUSTOMER'",
  ],
  [
    "terms-follow-each-other",
    `${PHASE} t.from_at - interval '2 days', t.from_at - interval '1 day' ${OF_PHASE}`,
  ],
  [
    "terms-are-open-while-sold",
    "update subscription_terms set to_at = from_at + interval '1 day' where tenant_id = $tenant and to_at is null",
  ],
  [
    "terms-agree-with-their-subscription",
    "update subscription_terms set anchor = anchor + interval '1 day' where tenant_id = $tenant",
  ],
  [
    "promises-are-used-once",
    `insert into customer_grants (tenant_id, id, customer_id, source_id, created_at, used_at)
       select tenant_id, 'grant_x', id, 'x', now(), now() from customers where tenant_id = $tenant limit 1`,
  ],
  [
    "promises-are-used-once",
    `insert into customer_grants (tenant_id, id, customer_id, source_id, created_at, subscription_id)
       select tenant_id, 'grant_y', id, 'y', now(), 'sub_over' from customers where tenant_id = $tenant limit 1`,
  ],
  [
    "migrations-count-their-items",
    `insert into pack_migrations (tenant_id, id, from_pack_id, to_pack_id, effect, total, created_by, created_at, updated_at)
       select tenant_id, 'pmig_x', id, id, 'NOW', 3, 'x', now(), now() from packs where tenant_id = $tenant limit 1`,
  ],
  ["invoices-add-up", "update invoices set total = total + 1 where tenant_id = $tenant"],
  [
    "invoices-are-numbered-without-gaps",
    "update tenants set next_invoice_number = next_invoice_number + 1 where id = $tenant",
  ],
  [
    "billed-usage-is-charged",
    "update usage_records set billed_amount = billed_amount + 1 where tenant_id = $tenant and status = 'BILLED'",
  ],
  [
    "charges-are-in-one-place",
    `alter table charges disable trigger user;
     insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
       select tenant_id, 'chg_x', customer_id, provider, 'ITEM', 'x', 5, currency, 'x', now(), now(), now()
       from invoices where tenant_id = $tenant limit 1`,
  ],
  [
    "placed-charges-are-lines",
    `alter table charges disable trigger user;
     alter table charge_placements disable trigger user;
     insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
       select tenant_id, 'chg_x', customer_id, provider, 'ITEM', 'x', 5, currency, 'x', now(), now(), now()
       from invoices where tenant_id = $tenant limit 1;
     insert into charge_placements (tenant_id, id, charge_id, kind, invoice_id, line_id, actor_type, actor_id, created_at)
       select tenant_id, 'place_x', 'chg_x', 'INVOICE', id, 'line_x', 'SYSTEM', 'x', now() from invoices where tenant_id = $tenant limit 1`,
  ],
  [
    "lines-are-charges",
    `insert into invoice_lines (tenant_id, id, invoice_id, position, description, amount)
       select tenant_id, 'line_' || n, id, n, 'more', case n when 98 then 5 else -5 end
       from (select * from invoices where tenant_id = $tenant limit 1) i cross join generate_series(98, 99) n`,
  ],
  [
    "receivable-is-what-is-left-to-pay",
    `insert into journal_transfers (tenant_id, id, customer_id, currency, debit_account, debit_provider, credit_account, credit_provider,
        amount, kind, key, invoice_id, at)
       select tenant_id, 'jrn_x', customer_id, currency, 'CASH', provider, 'RECEIVABLE', provider, 5, 'CASH', 'x', id, now()
       from invoices where tenant_id = $tenant limit 1`,
  ],
  [
    "journal-follows-charges",
    `alter table journal_transfers disable trigger user;
     update journal_transfers set amount = amount + 1 where tenant_id = $tenant and kind = 'ACCRUED'`,
  ],
  [
    "credit-of-no-subscription-is-credit",
    `insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
       select tenant_id, 'chg_x', customer_id, 'PROVIDER_B', 'ITEM', 'x', 5, 'USD', 'x', now(), now(), now()
       from subscriptions where tenant_id = $tenant limit 1;
     set constraints all immediate`,
  ],
  [
    "charges-of-ended-subscriptions-are-invoiced",
    `alter table subscriptions disable trigger user;
     insert into charges (tenant_id, id, customer_id, subscription_id, provider, cause, key, amount, currency, description, period_start,
        period_end, created_at)
       select tenant_id, 'chg_x', customer_id, id, provider, 'ITEM', 'x', 5, 'USD', 'x', now(), now(), now() - interval '3 days'
       from subscriptions where tenant_id = $tenant and status = 'CANCELED' limit 1;
     set constraints all immediate;
     update subscriptions set ended_at = now() - interval '3 days' where tenant_id = $tenant and status = 'CANCELED';
     update subscription_terms t set from_at = now() - interval '4 days', to_at = s.ended_at from subscriptions s
       where s.tenant_id = $tenant and s.id = t.subscription_id and s.status = 'CANCELED'`,
  ],
  [
    "drafts-of-ended-subscriptions-are-settled",
    `alter table subscriptions disable trigger user;
     insert into invoices (tenant_id, id, customer_id, subscription_id, provider, provider_invoice_id, status, reason, currency, subtotal,
        total, amount_due, amount_paid, period_start, period_end, created_at, updated_at)
       select tenant_id, 'inv_x', customer_id, id, 'PROVIDER_A', 'in_x', 'DRAFT', 'subscription_cycle', 'USD', 5, 5, 5, 0, now(), now(),
         now() - interval '3 days', now()
       from subscriptions where tenant_id = $tenant and status = 'CANCELED' limit 1;
     update subscriptions set ended_at = now() - interval '3 days' where tenant_id = $tenant and status = 'CANCELED';
     update subscription_terms t set from_at = now() - interval '4 days', to_at = s.ended_at from subscriptions s
       where s.tenant_id = $tenant and s.id = t.subscription_id and s.status = 'CANCELED'`,
  ],
  [
    "charges-are-invoiced-in-time",
    `insert into charges (tenant_id, id, customer_id, subscription_id, provider, cause, key, amount, currency, description, period_start,
        period_end, due_at, created_at)
       select tenant_id, 'chg_x', customer_id, id, provider, 'ITEM', 'x', 5, 'USD', 'x', now(), now(), now() - interval '5 days', now()
       from subscriptions where tenant_id = $tenant and provider = 'PROVIDER_A' and status = 'ACTIVE' limit 1;
     set constraints all immediate`,
  ],
  [
    "changes-that-wait-say-when",
    "update subscriptions set pending_change_at = now() where tenant_id = $tenant",
  ],
  [
    "subscriptions-have-their-provider",
    "update subscriptions set provider_subscription_id = null where tenant_id = $tenant and provider = 'PROVIDER_A'",
  ],
  ["one-pack-on-sale", "update packs set published_at = null where tenant_id = $tenant"],
];

/** Further ways to break one. */
const MORE_BREAKS: [string, string, string][] = [
  [
    "terms-follow-each-other",
    "phases overlap",
    `drop trigger subscription_terms_no_overlap on subscription_terms;
     ${PHASE} t.from_at - interval '1 day', t.from_at + interval '1 millisecond' ${OF_PHASE}`,
  ],
  [
    "terms-are-open-while-sold",
    "an ended subscription's are open",
    "update subscription_terms set to_at = null where tenant_id = $tenant and to_at is not null",
  ],
  [
    "terms-agree-with-their-subscription",
    "bought steps differ",
    `insert into subscription_drivers (tenant_id, subscription_id, feature_id, steps)
       select s.tenant_id, s.id, f.id, 2 from subscriptions s join features f on f.tenant_id = s.tenant_id where s.tenant_id = $tenant`,
  ],
  [
    "terms-agree-with-their-subscription",
    "a subscription ended at another moment",
    "update subscriptions set ended_at = ended_at + interval '1 day' where tenant_id = $tenant",
  ],
  [
    "terms-agree-with-their-subscription",
    "a live one is paused without them",
    "update subscriptions set status = 'PAUSED' where tenant_id = $tenant and status = 'ACTIVE'",
  ],
];

describe("the doctor", () => {
  it("finds nothing where all is well", async () => {
    expect(await foundIn(client, tenant.id)).toEqual([]);
  });

  it.each(BREAKS)("finds %s when it is broken", async (name, sql) => {
    expect(await broken(sql)).toEqual([name]);
  });

  it.each(MORE_BREAKS)("finds %s when %s", async (name, _, sql) => {
    expect(await broken(sql)).toEqual([name]);
  });

  it("has a test for every invariant but those of usage and corrections, and says what is wrong in words", () => {
    const finding = {
      invariant: INVARIANTS[0] as (typeof INVARIANTS)[0],
      count: 25,
      rows: [{ tenant_id: "t", id: "i", wrong: "w" }],
    };
    expect(describeFindings([finding])).toContain("t i: w\n  … and 24 more");
    expect([...new Set(BREAKS.map(([name]) => name))].sort()).toEqual(
      INVARIANTS.filter((one) => ![...USAGE_INVARIANTS, ...CORRECTION_INVARIANTS].includes(one))
        .map(({ name }) => name)
        .sort(),
    );
  });
});
