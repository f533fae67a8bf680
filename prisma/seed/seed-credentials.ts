import { createApplications } from "../../server/domain/applications/create-application.ts";
import { createTenant, INSTALLATION_SLUG } from "../../server/domain/tenants/create-tenant.ts";
import { createUser } from "../../server/domain/users/create-user.ts";
import { randomSecret } from "../../server/platform/crypto.ts";
import { hashPassword } from "../../server/platform/passwords.ts";
import { type Scope, type Services, systemScope, type Tx } from "../../server/platform/scope.ts";
import type { Demo } from "./demo-file.ts";

const ADMIN_EMAIL = "admin@northwind.example";

/**
 * New applications and a new password for the admin: where the file of an earlier start is gone, the old ones are lost. All of it is
 * one transaction, and `keep` is called with it before the commit.
 */
export async function seedCredentials(
  services: Services,
  tenantId: string,
  keep: (demo: Demo) => Promise<void>,
): Promise<Demo> {
  const { db } = services;
  const scope = systemScope(services, { id: tenantId, mode: "LIVE" }, "demo");
  const password = randomSecret(96);
  const passwordHash = await hashPassword(password);
  const home = await installation(services);
  return db.$transaction(async (tx) => {
    const [server, browser] = await createApplications(tx, scope, [
      { name: "Demo back end", kind: "SERVER", allowed_origins: [], scopes: ["billing:admin"] },
      {
        name: "Demo website",
        kind: "BROWSER",
        allowed_origins: [new URL(services.baseUrl).origin],
        scopes: [],
      },
    ]);
    if (!server || !browser) throw new Error("The applications were not made.");
    const sides = await tx.tenant.findMany({
      where: { OR: [{ id: tenantId }, { parentId: tenantId }] },
      orderBy: { id: "asc" },
    });
    const tenantIds = sides.map(({ id }) => id);
    await ensureAdmin(tx, home, { passwordHash, tenantIds });
    const demo = {
      base_url: services.baseUrl,
      tenant_id: tenantId,
      app_id: server.app_id,
      client_id: server.id,
      client_secret: server.client_secret ?? "",
      browser_app_id: browser.app_id,
      admin_email: ADMIN_EMAIL,
      admin_password: password,
    };
    await keep(demo);
    return demo;
  });
}

/** The scope of the installation's own tenant, whose users are the dashboard's members. */
async function installation(services: Services): Promise<Scope> {
  const { db } = services;
  const { id } =
    (await db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } })) ??
    (await db.$transaction((tx) =>
      createTenant(tx, services, { slug: INSTALLATION_SLUG, name: "Usher", mode: "LIVE" }),
    ));
  return systemScope(services, { id, mode: "LIVE" }, "demo");
}

async function ensureAdmin(
  tx: Tx,
  home: Scope,
  { passwordHash, tenantIds }: { passwordHash: string; tenantIds: string[] },
): Promise<void> {
  const { tenantId, clock } = home;
  const known = await tx.user.findUnique({ where: { tenantId_email: { tenantId, email: ADMIN_EMAIL } } });
  const user =
    known ?? (await createUser(tx, home, { email: ADMIN_EMAIL, name: "Demo admin", passwordHash }));
  if (known) {
    await tx.user.update({
      where: { tenantId_id: { tenantId, id: known.id } },
      data: { passwordHash, updatedAt: clock.now() },
    });
  }
  const membership = { tenantId, userId: user.id, role: "OWNER", createdAt: clock.now() } as const;
  await tx.membership.createMany({
    data: tenantIds.map((targetTenantId) => ({ ...membership, targetTenantId })),
    skipDuplicates: true,
  });
}
