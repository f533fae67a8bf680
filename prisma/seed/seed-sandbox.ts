import { startSubscription } from "../../server/domain/billing/subscriptions/start/start-subscription.ts";
import { createSandbox } from "../../server/domain/tenants/create-sandbox.ts";
import { type Services, systemScope } from "../../server/platform/scope.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { TENANT } from "./story.ts";

/** The demo tenant's TEST side, with the same catalog and a customer on trial; created once. Returns its id. */
export async function seedSandbox(services: Services, liveTenantId: string): Promise<string> {
  const { db } = services;
  const known = await db.tenant.findFirst({ where: { parentId: liveTenantId } });
  if (known) return known.id;
  const { tenant_id: id } = await createSandbox(
    systemScope(services, { id: liveTenantId, mode: "LIVE" }, "demo"),
  );
  const scope = systemScope(services, { id, mode: "TEST" }, "demo");
  const catalog = await seedCatalog(scope);
  if (services.config.stripe.secretKey === undefined) {
    await startSubscription(scope, {
      customer: "first-try",
      email: `first-try@${TENANT.slug}.example`,
      plan_price_id: catalog.priceIds["startup/USD/MONTH"] ?? "",
    });
  }
  return id;
}
