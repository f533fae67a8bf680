import { startSubscription } from "../../server/domain/billing/subscriptions/start/start-subscription.ts";
import { createSandbox } from "../../server/domain/tenants/create-sandbox.ts";
import type { DemoScope } from "./demo-scope.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { TENANT } from "./story.ts";

/** The demo tenant's TEST side, with the same catalog and a customer on trial. What is there already is left as it is. */
export async function seedSandbox(live: DemoScope): Promise<void> {
  const { db, config } = live;
  live.step("the TEST side");
  const known = await db.tenant.findFirst({
    where: { parentId: live.tenantId },
    include: { providerAccounts: true },
  });
  const isReal = config.stripe.secretKey !== undefined;
  const isConnected = known !== null && (isReal || known.providerAccounts.length > 0);
  const id = isConnected ? known.id : (await createSandbox(live)).tenant_id;
  const scope: DemoScope = { ...live, tenantId: id, tenantMode: "TEST" };
  const catalog = await seedCatalog(scope);
  const isSold = (await db.subscription.count({ where: { tenantId: id } })) > 0;
  if (isReal || isSold) return;
  await startSubscription(scope, {
    customer: "first-try",
    email: `first-try@${TENANT.slug}.example`,
    plan_price_id: catalog.priceIds["startup/USD/MONTH"] ?? "",
  });
}
