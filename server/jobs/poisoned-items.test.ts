// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerMissingCallbacks } from "../domain/tenants/provider/due-work.ts";
import { newId } from "../platform/ids.ts";
import { dueItems } from "../platform/metrics.ts";
import type { Scope } from "../platform/scope.ts";
import { aCatalog, type TestCatalog } from "../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { createJobHandlers } from "./handlers.ts";

// In each job an item that cannot be done comes first. Its cause is a real one: a row that the database does not let change, or a
// tenant whose key for the card provider cannot be opened.

const PAST = new Date("2026-01-01T00:00:00Z");
const PLANS = { features: { calls: { type: "METERED" } }, plans: [] } as const;
/** More than a page of due work. */
const MORE_THAN_A_PAGE = 201;

let world: World;
let jobs: ReturnType<typeof createJobHandlers>;
/** Comes before the good one. */
let broken: TestTenant;
let good: TestTenant;
let catalogs: Record<string, TestCatalog>;

beforeAll(async () => {
  world = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
  jobs = createJobHandlers(world.services);
  const tenants = [await aTenant(world), await aTenant(world)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  [broken, good] = tenants as [TestTenant, TestTenant];
  catalogs = {};
  for (const { id, scope } of tenants) catalogs[id] = await sell(scope);
  await world.services.db.providerAccount.updateMany({
    where: { tenantId: broken.id },
    data: { secretKeySealed: "cannot be opened" },
  });
  await world.services.pool.query(`
    create table refused (value text primary key);
    create function refuse() returns trigger language plpgsql security definer as $$ begin
      if exists (select 1 from refused where value = to_jsonb(coalesce(old, new))->>tg_argv[0]) then
        raise exception 'The row cannot be written.';
      end if;
      return coalesce(new, old);
    end $$`);
});

afterAll(() => world?.close());

const sell = (scope: Scope) =>
  aCatalog(scope, {
    ...PLANS,
    plans: [
      { slug: "free", entitlements: { calls: { limit: 10 } }, prices: [{ amount: 0 }] },
      { slug: "pro", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 1000 }] },
    ],
  });

/** Lets the database refuse every change of rows with one of these values in the column. */
async function refuse(table: string, column: string, values: string[]): Promise<void> {
  const { pool } = world.services;
  await pool.query(`drop trigger if exists refuse on ${table};
    create trigger refuse before insert or update or delete on ${table} for each row execute function refuse('${column}')`);
  await pool.query("insert into refused select unnest($1::text[])", [values]);
}

/** Two subscriptions of the good tenant, in the order in which the jobs find them. */
async function twoSubscriptions(fields: object, path = "cardprovider/subscriptions/headless") {
  const ids: string[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const customer = unique("customer");
    const person = { customer, email: `${customer}@example.com` };
    const reply = await good.admin.post(`/v1/billing/${path}`, { ...person, ...fields });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    ids.push(reply.body.id);
  }
  return ids.toSorted() as [string, string];
}

const priceOf = (plan: string, tenant = good) => catalogs[tenant.id]?.plans[plan]?.prices[0] ?? "";
const subscription = (id: string) => world.services.db.subscription.findFirstOrThrow({ where: { id } });
/** Items of a kind of due work that have failed in this process. */
async function failures(work: string): Promise<number> {
  const { values } = await dueItems.get();
  return values.find(({ labels }) => labels.work === work && labels.outcome === "failed")?.value ?? 0;
}
/** Lets each subscription's customer use one call, in a period that is over. */
async function useInThePast(ids: string[]) {
  const { db } = world.services;
  const rows = await db.subscription.findMany({ where: { id: { in: ids } }, include: { customer: true } });
  for (const { customer } of rows)
    await good.server.post("/v1/billing/usage", {
      customer: customer.externalId,
      feature_key: "calls",
      quantity: 1,
    });
  const mine = { tenantId: good.id, customerId: { in: rows.map(({ customerId }) => customerId) } };
  await db.usageRecord.updateMany({
    where: mine,
    data: { periodStart: new Date(PAST.getTime() - 86_400_000), periodEnd: PAST },
  });
  return mine;
}
const aCustomer = async ({ id: tenantId }: TestTenant) => {
  const row = { tenantId, id: newId("customer"), externalId: unique("customer"), createdAt: PAST };
  await world.services.db.customer.create({ data: { ...row, updatedAt: PAST } });
  return row.id;
};

it("invitations expire although a whole page of others cannot", { tags: ["long"] }, async () => {
  const { db } = world.services;
  const ids = Array.from({ length: MORE_THAN_A_PAGE + 1 }, () => newId("invitationToken")).toSorted();
  const row = { tenantId: good.id, tokenSealed: "", createdBy: "test", createdAt: PAST, expiresAt: PAST };
  await db.invitationToken.createMany({
    data: ids.map((id) => ({ ...row, id, tokenHash: id, email: `${id}@example.com` })),
  });
  await refuse("invitation_tokens", "id", ids.slice(0, -1));
  await jobs["lapse-invitations"]({});
  const lapsed = await db.invitationToken.findMany({ where: { id: { in: ids }, lapsedAt: { not: null } } });
  expect(lapsed.map(({ id }) => id)).toEqual(ids.slice(-1));
});

it("ended periods close although another customer's cannot, whose tenant counts as failed", {
  tags: ["long"],
}, async () => {
  const { db } = world.services;
  const [first, second] = await twoSubscriptions({ plan_price_id: priceOf("free") });
  const [one, other] = [await subscription(first), await subscription(second)];
  const mine = await useInThePast([first, second]);
  await refuse("usage_records", "customer_id", [one.customerId]);
  const before = await failures("close-periods");
  await jobs["close-periods"]({});
  expect(await failures("close-periods")).toBe(before + 1);
  const records = await db.usageRecord.findMany({ where: mine });
  expect(records.map((record) => [record.customerId, record.settledAt !== null]).toSorted()).toEqual(
    [
      [one.customerId, false],
      [other.customerId, true],
    ].toSorted(),
  );
});

it("packs that are due apply although another subscription's cannot", { tags: ["long"] }, async () => {
  const [first, second] = await twoSubscriptions({ plan_price_id: priceOf("free") });
  await world.services.db.subscription.updateMany({
    where: { id: { in: [first, second] } },
    data: { pendingPackId: catalogs[good.id]?.plans.pro?.packId ?? "", pendingPackAt: PAST },
  });
  await refuse("subscriptions", "id", [first]);
  await jobs["close-periods"]({});
  const pending = [await subscription(first), await subscription(second)].map((row) => row.pendingPackId);
  expect(pending).toEqual([catalogs[good.id]?.plans.pro?.packId, null]);
});

it("a pack that is due, or migrated to, waits until what was used under the old one is closed", {
  tags: ["long"],
}, async () => {
  const { db, pool } = world.services;
  const [due, migrated] = await twoSubscriptions({ plan_price_id: priceOf("free") });
  const old = catalogs[good.id]?.plans.free?.packId ?? "";
  const pro = catalogs[good.id]?.plans.pro?.packId ?? "";
  const mine = await useInThePast([due, migrated]);
  await db.subscription.update({
    where: { tenantId_id: { tenantId: good.id, id: due } },
    data: { pendingPackId: pro, pendingPackAt: PAST },
  });
  const migration = newId("packMigration");
  await db.packMigration.create({
    data: {
      tenantId: good.id,
      id: migration,
      fromPackId: old,
      toPackId: pro,
      effect: "NOW",
      total: 1,
      createdBy: "test",
      createdAt: PAST,
      updatedAt: PAST,
    },
  });
  await db.packMigrationItem.create({
    data: { tenantId: good.id, migrationId: migration, subscriptionId: migrated },
  });
  const packs = async () => [(await subscription(due)).packId, (await subscription(migrated)).packId];
  await refuse("usage_records", "customer_id", mine.customerId.in);
  await jobs["close-periods"]({});
  await expect(jobs["pack-migration"]({ tenantId: good.id, id: migration })).rejects.toThrow(
    "could not be moved yet",
  );
  expect(await packs()).toEqual([old, old]);
  await pool.query("delete from refused where value = any($1)", [mine.customerId.in]);
  await jobs["pack-migration"]({ tenantId: good.id, id: migration });
  await jobs["close-periods"]({});
  expect(await packs()).toEqual([pro, pro]);
  const closed = await db.usageRecord.findMany({ where: mine });
  expect(closed.map(({ included, settledAt }) => [included?.toNumber(), settledAt !== null])).toEqual([
    [10, true],
    [10, true],
  ]);
});

it("subscriptions that we invoice renew although another cannot", { tags: ["long"] }, async () => {
  const [first, second] = await twoSubscriptions(
    { plan_price_id: priceOf("pro"), provider: "PROVIDER_B" },
    "subscriptions",
  );
  const now = Date.now();
  const ended = new Date(now - 86_400_000);
  const period = { currentPeriodStart: new Date(now - 29 * 86_400_000), currentPeriodEnd: ended };
  await world.services.db.subscription.updateMany({
    where: { id: { in: [first, second] } },
    data: { ...period, periodAnchor: period.currentPeriodStart },
  });
  await refuse("subscriptions", "id", [first]);
  await jobs["manual-invoicing"]({});
  expect((await subscription(first)).currentPeriodEnd).toEqual(ended);
  expect((await subscription(second)).currentPeriodEnd?.getTime()).toBeGreaterThan(now);
});

it("test clocks arrive although another cannot", async () => {
  const { db } = world.services;
  const ids = [newId("testClock"), newId("testClock")].toSorted() as [string, string];
  const row = { tenantId: good.id, name: "", now: PAST, createdAt: PAST, updatedAt: PAST };
  const advancingTo = new Date(PAST.getTime() + 60_000);
  await db.testClock.createMany({ data: ids.map((id) => ({ ...row, id, advancingTo })) });
  await refuse("test_clocks", "id", [ids[0]]);
  await jobs["move-clocks"]({});
  const left = await db.testClock.findMany({ where: { id: { in: ids }, advancingTo: { not: null } } });
  expect(left.map(({ id }) => id)).toEqual([ids[0]]);
});

it("audit logs are sealed although another tenant's cannot be", async () => {
  const unsealed = async (tenantId: string) =>
    world.services.db.auditEntry.count({ where: { tenantId, position: null } });
  for (const { server } of [broken, good]) await server.post("/v1/waitlist", { email: "a@example.com" });
  await refuse("audit_chains", "tenant_id", [broken.id]);
  await jobs["seal-audit"]({});
  expect(await unsealed(broken.id)).toBeGreaterThan(0);
  expect(await unsealed(good.id)).toBe(0);
});

it("tenants are compared with the card provider, and get callbacks, although another's key cannot be opened or is another account's", async () => {
  const { db } = world.services;
  await db.providerAccount.updateMany({
    where: { tenantId: good.id },
    data: { accountId: "acct_of_another" },
  });
  const before = await failures("reconcile");
  await jobs.reconcile({});
  expect(await failures("reconcile")).toBe(before + 2);
  await db.providerAccount.updateMany({ where: { tenantId: good.id }, data: { accountId: null } });
  await jobs.reconcile({});
  expect(await failures("reconcile")).toBe(before + 3);
  const runs = await db.reconciliationRun.findMany({ where: { tenantId: good.id } });
  expect(runs.map(({ state }) => state)).toEqual(["DONE"]);
  await registerMissingCallbacks(world.services);
  const account = await db.providerAccount.findFirst({ where: { tenantId: good.id } });
  expect(account?.webhookUrl).toContain(world.baseUrl);
});

it("operations, pages and surplus subscriptions are finished although others cannot be", {
  tags: ["long"],
}, async () => {
  const { db } = world.services;
  const stamps = { createdAt: PAST, updatedAt: PAST };
  const productOf = async (tenant: TestTenant) =>
    (await db.plan.findFirstOrThrow({ where: { tenantId: tenant.id } })).productId;
  const customerOf = { [broken.id]: await aCustomer(broken), [good.id]: await aCustomer(good) };
  for (const tenant of [broken, good]) {
    const whose = { tenantId: tenant.id, customerId: customerOf[tenant.id] ?? "", ...stamps };
    const input = tenant === good ? { provider: "PROVIDER_B" } : { cut: "off" };
    const productId = await productOf(tenant);
    await db.providerOperation.create({
      data: {
        ...whose,
        id: newId("providerOperation"),
        kind: "START",
        productId,
        subscriptionId: newId("subscription"),
        input,
        leaseUntil: PAST,
      },
    });
    await db.checkoutSession.create({
      data: {
        ...whose,
        id: newId("checkoutSession"),
        planPriceId: priceOf("pro", tenant),
        subscriptionId: newId("subscription"),
        providerSessionId: tenant === good ? null : "cs_1",
        supersededAt: PAST,
      },
    });
  }
  const [paid] = await twoSubscriptions({
    plan_price_id: priceOf("pro"),
    cardprovider_test_card_token: "tok_visa",
  });
  const { customerId, providerSubscriptionId } = await subscription(paid);
  const surplus = { id: newId("surplusSubscription"), reason: "SECOND", ...stamps };
  await db.surplusSubscription.createMany({
    data: [
      {
        ...surplus,
        tenantId: broken.id,
        customerId: customerOf[broken.id] ?? "",
        productId: await productOf(broken),
        providerSubscriptionId: "sub_1",
      },
      {
        ...surplus,
        tenantId: good.id,
        customerId,
        productId: await productOf(good),
        providerSubscriptionId: providerSubscriptionId ?? "",
      },
    ],
  });
  await jobs.recover({});
  const whose = { in: [broken.id, good.id] };
  const open = { tenantId: whose, status: "PENDING" as const };
  const tenantsOf = (rows: { tenantId: string }[]) => rows.map(({ tenantId }) => tenantId);
  expect(tenantsOf(await db.providerOperation.findMany({ where: open }))).toEqual([broken.id]);
  const pages = await db.checkoutSession.findMany({ where: { tenantId: whose, status: "OPEN" } });
  expect(tenantsOf(pages)).toEqual([broken.id]);
  expect(tenantsOf(await db.surplusSubscription.findMany({ where: open }))).toEqual([broken.id]);
});

it("a run recovers the hundred operations that were abandoned longest, and the next run the others", {
  tags: ["long"],
}, async () => {
  const { db } = world.services;
  const { productId } = await db.plan.findFirstOrThrow({ where: { tenantId: good.id } });
  const count = 101;
  const customers = Array.from({ length: count }, () => newId("customer"));
  const stamps = { tenantId: good.id, createdAt: PAST, updatedAt: PAST };
  await db.customer.createMany({ data: customers.map((id) => ({ ...stamps, id, externalId: id })) });
  const ids = customers.map(() => newId("providerOperation")).toSorted();
  await db.providerOperation.createMany({
    data: ids.map((id, index) => ({
      ...stamps,
      id,
      kind: "START" as const,
      productId,
      input: { provider: "PROVIDER_B" },
      customerId: customers[index] ?? "",
      subscriptionId: newId("subscription"),
      // The first by id was abandoned last.
      leaseUntil: new Date(PAST.getTime() + (count - index) * 1000),
    })),
  });
  const left = async () => {
    const pending = await db.providerOperation.findMany({ where: { id: { in: ids }, status: "PENDING" } });
    return pending.map(({ id }) => id);
  };
  await jobs.recover({});
  expect(await left()).toEqual(ids.slice(0, 1));
  await jobs.recover({});
  expect(await left()).toEqual([]);
});

it("stored callbacks are queued although a hundred older ones fail again and again", async () => {
  const { db, pool } = world.services;
  const row = { tenantId: good.id, provider: "PROVIDER_A" as const, type: "invoice.paid", payload: {} };
  const failing = Array.from({ length: 100 }, () => ({ attempts: 3, receivedAt: PAST }));
  const id = newId("providerEvent");
  await db.providerEvent.createMany({
    data: [
      ...failing.map((more) => ({
        ...row,
        ...more,
        id: newId("providerEvent"),
        providerEventId: unique("evt"),
      })),
      { ...row, id, providerEventId: unique("evt"), receivedAt: new Date(PAST.getTime() + 1000) },
    ],
  });
  await jobs.recover({});
  const { rowCount } = await pool.query(
    "select 1 from jobs.job where name = 'provider-event' and data->>'id' = $1",
    [id],
  );
  expect(rowCount).toBe(1);
});

it("what has expired is deleted although something else cannot be, and the job is tried again", async () => {
  const { db } = world.services;
  const { applicationId } = await db.applicationCredential.findFirstOrThrow({ where: { tenantId: good.id } });
  await db.idempotencyKey.create({
    data: {
      tenantId: good.id,
      applicationId,
      key: "refused",
      requestHash: "",
      status: "RUNNING",
      leaseUntil: PAST,
      createdAt: PAST,
      expiresAt: PAST,
      requestId: newId("request"),
    },
  });
  const claim = { tenantId: good.id, runId: "imp_1", externalIdHash: "hash", providerCustomerId: "cus_1" };
  await db.importClaim.create({
    data: { ...claim, productId: "prod_1", providerSubscriptionId: "sub_1", createdAt: PAST },
  });
  await refuse("idempotency_keys", "key", ["refused"]);
  await expect(jobs.tidy({})).rejects.toThrow("cannot be written");
  expect(await db.importClaim.count({ where: { tenantId: good.id } })).toBe(0);
});

it("subscriptions move to another pack although one cannot, and the job is tried again", {
  tags: ["long"],
}, async () => {
  const [first, second] = await twoSubscriptions({ plan_price_id: priceOf("free") });
  const from = catalogs[good.id]?.plans.free;
  const draft = await good.admin.post("/v1/catalog/packs", { plan_id: from?.id, entitlements: [] });
  await good.admin.post(`/v1/catalog/packs/${draft.body.id}/publish`);
  const asked = await good.admin.post(`/v1/catalog/packs/${draft.body.id}/migrations`, {
    from_pack_id: from?.packId,
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  await refuse("subscriptions", "id", [first]);
  const job = { tenantId: good.id, id: asked.body.id };
  await expect(jobs["pack-migration"](job)).rejects.toThrow("could not be moved yet");
  expect((await subscription(first)).packId).toBe(from?.packId);
  expect((await subscription(second)).packId).toBe(draft.body.id);
});
