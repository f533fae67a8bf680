import { createApplication } from "../../server/domain/applications/create-application.ts";
import { createTenant, INSTALLATION_SLUG } from "../../server/domain/tenants/create-tenant.ts";
import { connectCardProvider } from "../../server/domain/tenants/provider/connect-card-provider.ts";
import {
  contextOf,
  findAccount,
  stripeAccountOf,
} from "../../server/domain/tenants/provider/provider-account.ts";
import { createUser } from "../../server/domain/users/create-user.ts";
import { randomSecret } from "../../server/platform/crypto.ts";
import { hashPassword } from "../../server/platform/passwords.ts";
import { type Scope, type Services, systemScope } from "../../server/platform/scope.ts";
import { type Demo, readDemo, writeDemo } from "./demo-file.ts";
import { seedAdmission, seedOverrides } from "./seed-admission.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { DAYS_TO_PAY, seedCustomers } from "./seed-customers.ts";
import { seedHistory } from "./seed-history.ts";
import { seedSandbox } from "./seed-sandbox.ts";
import { TENANT } from "./story.ts";

export type { Demo };

const ADMIN_EMAIL = "admin@northwind.example";
const BUILDING = `${TENANT.slug}-being-built`;

/**
 * Makes the demo tenant at the first start and says how to use it. It is built under another slug and renamed when it is
 * whole: what a crash leaves half built is put aside, and the next start builds anew. One process builds, others wait.
 */
export async function seedDemo(
  services: Services,
  { dataDir, sandboxUrl }: { dataDir: string; sandboxUrl: string },
): Promise<Demo> {
  const client = await services.pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('usher demo'))");
    const tenant = await services.db.tenant.findUnique({ where: { slug: TENANT.slug } });
    const kept = await readDemo(dataDir);
    const tenantId = tenant?.id ?? (await build(services));
    const sandboxId = await seedSandbox(services, tenantId);
    const cards = await readSandbox(services, tenantId, sandboxUrl);
    if (tenant && kept) {
      const { sandbox_url: _, sandbox_secret_key: __, ...rest } = kept;
      return await keep(dataDir, { ...rest, base_url: services.baseUrl, tenant_id: tenantId, ...cards });
    }
    return await keep(dataDir, { ...(await credentials(services, tenantId, sandboxId)), ...cards });
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('usher demo'))");
    client.release();
  }
}

/** The demo tenant's account in the embedded sandbox, which has no dashboard that shows keys; nothing where it has another. */
async function readSandbox(services: Services, tenantId: string, sandboxUrl: string): Promise<Partial<Demo>> {
  const account = await findAccount(systemScope(services, { id: tenantId, mode: "LIVE" }, "demo"));
  if (account?.endpoint !== "sandbox" || !account.secretKeySealed) return {};
  const key = services.vault.open(account.secretKeySealed, contextOf(tenantId));
  return { sandbox_url: sandboxUrl, sandbox_secret_key: key };
}

async function keep(dataDir: string, demo: Demo): Promise<Demo> {
  await writeDemo(dataDir, demo);
  return demo;
}

async function build(services: Services): Promise<string> {
  const { db } = services;
  const leftover = await db.tenant.findUnique({ where: { slug: BUILDING } });
  if (leftover)
    await db.tenant.update({
      where: { id: leftover.id },
      data: { slug: `abandoned-${leftover.id.slice(-8)}`, suspendedAt: services.clock.now() },
    });
  const { name, brandColor, invoicePayment } = TENANT;
  const tenant = await db.$transaction((tx) =>
    createTenant(tx, services, { slug: BUILDING, name, mode: "LIVE" }),
  );
  await db.tenant.update({
    where: { id: tenant.id },
    data: { brandColor, invoicePayment, invoiceDueDays: DAYS_TO_PAY },
  });
  const scope = systemScope(services, { id: tenant.id, mode: "LIVE" }, "demo");
  await connectCards(scope);
  const catalog = await seedCatalog(scope);
  const subscribers = await seedCustomers(scope, catalog);
  await seedHistory(scope, subscribers);
  const [first] = subscribers;
  if (first) await seedOverrides(scope, first.customerId);
  await seedAdmission(scope);
  await db.tenant.update({ where: { id: tenant.id }, data: { slug: TENANT.slug } });
  return tenant.id;
}

/** The embedded sandbox, or the Stripe account that the configuration names. */
async function connectCards(scope: Scope): Promise<void> {
  const stripe = stripeAccountOf(scope.config);
  if (stripe) return connectCardProvider(scope, stripe);
  const keys = await scope.sandboxKeys.issue();
  await connectCardProvider(scope, { endpoint: "sandbox", ...keys });
}

/** New applications and a new password for the admin: where the file of an earlier start is gone, the old ones are lost. */
async function credentials(services: Services, tenantId: string, sandboxId: string): Promise<Demo> {
  const scope = systemScope(services, { id: tenantId, mode: "LIVE" }, "demo");
  const server = await createApplication(scope, {
    name: "Demo back end",
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  const browser = await createApplication(scope, {
    name: "Demo website",
    kind: "BROWSER",
    allowed_origins: [new URL(services.baseUrl).origin],
    scopes: [],
  });
  const password = await ensureAdmin(services, [tenantId, sandboxId]);
  return {
    base_url: services.baseUrl,
    tenant_id: tenantId,
    app_id: server.app_id,
    client_id: server.id,
    client_secret: server.client_secret ?? "",
    browser_app_id: browser.app_id,
    admin_email: ADMIN_EMAIL,
    admin_password: password,
  };
}

async function ensureAdmin(services: Services, tenantIds: string[]): Promise<string> {
  const { db, clock } = services;
  const password = randomSecret(96);
  const home =
    (await db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } })) ??
    (await db.$transaction((tx) =>
      createTenant(tx, services, { slug: INSTALLATION_SLUG, name: "Usher", mode: "LIVE" }),
    ));
  const scope = systemScope(services, { id: home.id, mode: "LIVE" }, "demo");
  const known = await db.user.findUnique({
    where: { tenantId_email: { tenantId: home.id, email: ADMIN_EMAIL } },
  });
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    const user =
      known ?? (await createUser(tx, scope, { email: ADMIN_EMAIL, name: "Demo admin", passwordHash }));
    if (known) {
      await tx.user.update({
        where: { tenantId_id: { tenantId: home.id, id: known.id } },
        data: { passwordHash, updatedAt: clock.now() },
      });
    }
    const membership = { tenantId: home.id, userId: user.id, role: "OWNER", createdAt: clock.now() } as const;
    await tx.membership.createMany({
      data: tenantIds.map((targetTenantId) => ({ ...membership, targetTenantId })),
      skipDuplicates: true,
    });
  });
  return password;
}
