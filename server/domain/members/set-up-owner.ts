import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { isSameSecret } from "../../platform/crypto.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import { type Services, systemScope } from "../../platform/scope.ts";
import { createSandbox } from "../tenants/create-sandbox.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { checkProviderKey, explainAbsence } from "../tenants/provider/check-provider-key.ts";
import { connectCardProvider } from "../tenants/provider/connect-card-provider.ts";
import { stripeAccountOf } from "../tenants/provider/provider-account.ts";
import { createUser } from "../users/create-user.ts";
import { installationTenant } from "./installation.ts";
import type { SetUp, SetUpOwner } from "./set-up-owner-schema.ts";

/** Whether the installation has no owner yet, so that the setup token is valid. */
export async function needsOwner({ db }: Pick<Services, "db">): Promise<boolean> {
  return (await db.membership.findFirst({ select: { userId: true } })) === null;
}

/**
 * Makes the holder of the setup token the owner of a new installation, with their company's tenant and its sandbox. Of several at once one
 * succeeds.
 */
export async function setUpOwner(
  services: Services,
  input: z.output<typeof SetUpOwner>,
): Promise<z.output<typeof SetUp>> {
  const { db, clock, config } = services;
  if (!(await needsOwner(services))) throw new ApiError("installation_has_owner");
  if (!isSameSecret(input.token ?? "", services.setupToken)) throw new ApiError("setup_token_invalid");
  const { company, slug, email, password, name = null } = input;
  if (isEasyPassword(password, email)) throw new ApiError("password_too_weak");
  const stripe = stripeAccountOf(config);
  if (stripe) await checkProviderKey(services.openCardProvider(stripe));
  const passwordHash = await hashPassword(password);
  const tenant = await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtext('usher owner'))`;
    if (await tx.membership.findFirst({ select: { userId: true } }))
      throw new ApiError("installation_has_owner");
    const home = await installationTenant(tx, services);
    const user = await createUser(tx, systemScope(services, home, "set-up"), { email, name, passwordHash });
    const made = await createTenant(tx, services, { slug, name: company, mode: "LIVE" });
    await tx.membership.create({
      data: {
        tenantId: home.id,
        userId: user.id,
        targetTenantId: made.id,
        role: "OWNER",
        createdAt: clock.now(),
      },
    });
    return made;
  });
  const scope = systemScope(services, tenant, "set-up");
  const sandbox = await createSandbox(scope);
  if (stripe) await explainAbsence(connectCardProvider(scope, stripe));
  return { email, sandbox_tenant_id: sandbox.tenant_id };
}
