import pg from "pg";
import { expect } from "vitest";
import { describeFindings, examine } from "../server/doctor/examine.ts";
import { getDrift, mendDrift } from "../server/domain/billing/card-provider/drift/drift.ts";
import { cardProviderOf } from "../server/domain/tenants/provider/connect-card-provider.ts";
import { createJobHandlers } from "../server/jobs/handlers.ts";
import type { ManualClock } from "../server/platform/clock.ts";
import type { TestTenant } from "../server/testing/a-tenant.ts";
import type { World } from "../server/testing/world.ts";
import { type Promised, SEATS } from "./customer-actions.ts";

/** Lets recovery do its work, then throws unless everything promised is there once and the doctor finds nothing. */
export async function verifyShop(
  world: World,
  clock: ManualClock,
  { tenant, promised }: { tenant: TestTenant; promised: Promised },
): Promise<void> {
  const { services } = world;
  // Leases of killed processes expire, callbacks are late: recovery finishes what is left, and drift is compared.
  clock.moveTo(new Date(Math.max(Date.now(), clock.now().getTime()) + 300_000));
  await createJobHandlers(services).recover({});
  await mendDrift(tenant.scope);
  clock.moveTo(new Date(clock.now().getTime() + 300_000));
  expect((await getDrift(tenant.scope)).differences).toEqual([]);

  // Nothing lost, nothing doubled: used, joined, redeemed.
  const { pool, db } = services;
  const where = { tenantId: tenant.id };
  const { rows: used } = await pool.query<{ customer: string; units: string }>(
    `select c.external_id as customer, sum(u.value)::text as units from usage_records u
     join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id where u.tenant_id = $1 group by 1`,
    [tenant.id],
  );
  expect(Object.fromEntries(used.map(({ customer, units }) => [customer, Number(units)]))).toEqual(
    Object.fromEntries(promised.units),
  );
  const entries = await db.waitlistEntry.findMany({ where, select: { email: true } });
  const emails = entries.map(({ email }) => email);
  expect(emails.sort()).toEqual([...promised.joined].sort());
  for (const [code, redeemed] of promised.codes) expect([code, redeemed]).toEqual([code, SEATS]);

  // Bought once, changed once, charged once for each.
  const live = await db.subscription.findMany({
    where: { ...where, provider: "PROVIDER_A" },
    select: { id: true, status: true, plan: { select: { slug: true } } },
  });
  expect(live.map(({ id }) => id).sort()).toEqual([...promised.subscriptions].sort());
  for (const { status, plan } of live)
    expect({ status, slug: plan.slug }).toEqual({ status: "ACTIVE", slug: "pro" });
  const provider = await cardProviderOf(tenant.scope);
  const remotes = await Array.fromAsync(provider.listSubscriptions());
  const alive = remotes.filter(({ status }) => status === "ACTIVE");
  expect(alive).toHaveLength(promised.subscriptions.length);
  for (const { id } of alive) {
    const invoices = await provider.listInvoices({ subscriptionId: id, limit: 20 });
    expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
      ["subscription_update", "PAID"],
      ["subscription_create", "PAID"],
    ]);
    expect(invoices[1]?.total).toBe(1000n);
    expect(Number(invoices[0]?.total)).toBeLessThanOrEqual(2000);
  }
  await isWell(services.config.databaseUrl ?? "");
}

/** Throws what the doctor finds. */
async function isWell(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    expect(describeFindings(await examine(client))).toBe("");
  } finally {
    await client.end();
  }
}
