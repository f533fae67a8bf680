import { ensureCallbacks } from "../domain/tenants/provider/provider-callbacks.ts";
import type { Services } from "../platform/scope.ts";
import { scopeOf } from "./scope-of.ts";

/**
 * At a start, registers our address with card providers that do not call it: with the embedded sandbox whenever the address is another one,
 * with Stripe when nothing was ever registered. A registration with Stripe that names another address is left to a person: this
 * may be a copy of the installation that uses it. A provider that refuses is tried again at the next start, and holds up no other.
 */
export async function renewCallbacks(services: Services): Promise<void> {
  const accounts = await services.db.providerAccount.findMany({
    where: { provider: "PROVIDER_A", OR: [{ endpoint: { not: "stripe" } }, { webhookUrl: null }] },
    select: { tenantId: true },
  });
  for (const { tenantId } of accounts) {
    await ensureCallbacks(await scopeOf(services, tenantId)).catch((error: unknown) =>
      services.log.error({ err: error, tenant_id: tenantId }, "callbacks could not be registered yet"),
    );
  }
}
