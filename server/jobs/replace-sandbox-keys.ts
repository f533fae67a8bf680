import { replaceSharedKeys } from "../domain/tenants/provider/replace-shared-keys.ts";
import type { Services } from "../platform/scope.ts";
import { scopeOf } from "./scope-of.ts";

/**
 * At a start, replaces sandbox keys whose publishable key gives the secret key away, as older versions made them. A tenant whose keys
 * cannot be replaced now is logged and tried again at the next start; it holds up no other.
 */
export async function replaceSandboxKeys(services: Services): Promise<void> {
  const accounts = await services.db.providerAccount.findMany({
    where: { provider: "PROVIDER_A", endpoint: "sandbox", publishableKey: { not: null } },
    select: { tenantId: true },
  });
  for (const { tenantId } of accounts) {
    await replaceSharedKeys(await scopeOf(services, tenantId)).catch((error: unknown) =>
      services.log.error({ err: error, tenant_id: tenantId }, "sandbox keys could not be replaced yet"),
    );
  }
}
