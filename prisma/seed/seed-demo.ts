import { createTenant } from "../../server/domain/tenants/create-tenant.ts";
import { connectCardProvider } from "../../server/domain/tenants/provider/connect-card-provider.ts";
import {
  contextOf,
  findAccount,
  stripeAccountOf,
} from "../../server/domain/tenants/provider/provider-account.ts";
import type { Tenant } from "../../server/platform/database/client/client.ts";
import { omit } from "../../server/platform/omit.ts";
import { type Scope, type Services, systemScope } from "../../server/platform/scope.ts";
import { type Demo, type KeptDemo, placeDemoFile, prepareDemoFile, readDemos } from "./demo-file.ts";
import type { DemoScope } from "./demo-scope.ts";
import { seedAdmission, seedOverrides } from "./seed-admission.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { seedCredentials } from "./seed-credentials.ts";
import { DAYS_TO_PAY, seedCustomers } from "./seed-customers.ts";
import { seedHistory } from "./seed-history.ts";
import { seedSandbox } from "./seed-sandbox.ts";
import { TENANT } from "./story.ts";

export type { Demo };

interface Options {
  dataDir: string;
  sandboxUrl: string;
  /** Whether this process owns the data folder, and so writes demo.json. */
  ownsFolder: boolean;
  /** Says which step begins, such as "customer 12 of 40". */
  onStep?: (step: string) => void;
  /** Ends the build between two steps; the next start continues it. */
  signal?: AbortSignal;
}

/**
 * Makes the demo tenant at the first start and says how to use it; null where another process owns the data folder and has not
 * written the credentials yet. It is built in small steps, each of which is done once: a start that was interrupted, at whatever
 * moment, is continued by the next one and ends with the same demo. One process builds, others wait.
 */
export async function seedDemo(services: Services, options: Options): Promise<Demo | null> {
  const { dataDir, sandboxUrl, ownsFolder, onStep = () => undefined } = options;
  const client = await services.pool.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('usher demo')) as taken");
    if (!rows[0]?.taken) {
      onStep("waiting for another process that builds it");
      await client.query("select pg_advisory_lock(hashtext('usher demo'))");
    }
    const { id: tenantId } = await ensureTenant(services, options);
    const cards = await readSandbox(services, tenantId, sandboxUrl);
    const kept = await findKept(services, tenantId, await readDemos(dataDir));
    if (!ownsFolder) return kept && { ...kept, tenant_id: tenantId };
    if (kept) {
      const demo = {
        ...omit(kept, "sandbox_url", "sandbox_secret_key"),
        base_url: services.baseUrl,
        tenant_id: tenantId,
        ...cards,
      };
      await prepareDemoFile(dataDir, demo);
      await placeDemoFile(dataDir);
      return demo;
    }
    const demo = await seedCredentials(services, tenantId, async (credentials) => {
      // Before the commit, so that no application is there whose secret nobody knows.
      await prepareDemoFile(dataDir, { ...credentials, ...cards });
    });
    await placeDemoFile(dataDir);
    return { ...demo, ...cards };
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('usher demo'))").catch(() => undefined);
    client.release();
  }
}

/** Whether the demo tenant is there and built to its end. */
export async function isDemoWhole({ db }: Services): Promise<boolean> {
  const tenant = await db.tenant.findUnique({ where: { slug: TENANT.slug } });
  return tenant !== null && !isBeingBuilt(tenant);
}

/** Until it is whole, the tenant is suspended, since the moment of its creation: nobody reaches half a demo. */
function isBeingBuilt({ suspendedAt, createdAt }: Tenant): boolean {
  return suspendedAt?.getTime() === createdAt.getTime();
}

async function ensureTenant(services: Services, options: Options): Promise<Tenant> {
  const tenant =
    (await services.db.tenant.findUnique({ where: { slug: TENANT.slug } })) ?? (await begin(services));
  if (isBeingBuilt(tenant)) await build(services, tenant, options);
  return tenant;
}

function begin({ db, clock }: Services): Promise<Tenant> {
  const { name, slug, brandColor, invoicePayment } = TENANT;
  // To the second, as the card provider's times are: what is sold there is sold at this moment or later.
  const now = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
  return db.$transaction(async (tx) => {
    const { id } = await createTenant(
      tx,
      { clock: { ...clock, now: () => now } },
      { slug, name, mode: "LIVE" },
    );
    return tx.tenant.update({
      where: { id },
      data: { brandColor, invoicePayment, invoiceDueDays: DAYS_TO_PAY, suspendedAt: now },
    });
  });
}

async function build(
  services: Services,
  tenant: Tenant,
  { onStep = () => undefined, signal }: Options,
): Promise<void> {
  const { db, clock } = services;
  const scope: DemoScope = {
    ...systemScope(services, { id: tenant.id, mode: "LIVE" }, "demo"),
    now: tenant.createdAt,
    step(name) {
      signal?.throwIfAborted();
      onStep(name);
    },
  };
  // We hold the lock: whoever began these calls to the card provider is gone, and its leases need not be waited for.
  const sides = await db.tenant.findMany({ where: { OR: [{ id: tenant.id }, { parentId: tenant.id }] } });
  await db.providerOperation.updateMany({
    where: { tenantId: { in: sides.map(({ id }) => id) }, status: "PENDING" },
    data: { leaseUntil: clock.now() },
  });
  await connectCards(scope);
  const catalog = await seedCatalog(scope);
  const subscribers = await seedCustomers(scope, catalog);
  await seedHistory(scope, subscribers);
  const [first] = subscribers;
  if (first) await seedOverrides(scope, first.customerId);
  await seedAdmission(scope);
  await seedSandbox(scope);
  await db.tenant.update({ where: { id: tenant.id }, data: { suspendedAt: null } });
}

/** The embedded sandbox, or the Stripe account that the configuration names. */
async function connectCards(scope: DemoScope): Promise<void> {
  scope.step("the card provider");
  if (await findAccount(scope)) return;
  const stripe = stripeAccountOf(scope.config);
  if (stripe) return connectCardProvider(scope, stripe);
  const keys = await scope.sandboxKeys.issue();
  await connectCardProvider(scope, { endpoint: "sandbox", ...keys });
}

/** The demo tenant's account in the embedded sandbox, which has no dashboard that shows keys; nothing where it has another. */
async function readSandbox(services: Services, tenantId: string, sandboxUrl: string): Promise<Partial<Demo>> {
  const account = await findAccount(liveScope(services, tenantId));
  if (account?.endpoint !== "sandbox" || !account.secretKeySealed) return {};
  const key = services.vault.decrypt(account.secretKeySealed, contextOf(tenantId));
  return { sandbox_url: sandboxUrl, sandbox_secret_key: key };
}

/** Of the files of earlier starts, the one whose application this database has. */
async function findKept({ db }: Services, tenantId: string, files: KeptDemo[]): Promise<KeptDemo | null> {
  for (const file of files)
    if ((await db.application.count({ where: { tenantId, id: file.client_id } })) > 0) return file;
  return null;
}

function liveScope(services: Services, tenantId: string): Scope {
  return systemScope(services, { id: tenantId, mode: "LIVE" }, "demo");
}
