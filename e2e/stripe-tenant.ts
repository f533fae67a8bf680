import { createApplication } from "../server/domain/applications/create-application.ts";
import { createTenant } from "../server/domain/tenants/create-tenant.ts";
import { storeProviderAccount } from "../server/domain/tenants/provider/store-provider-account.ts";
import { newId } from "../server/platform/ids.ts";
import { systemScope } from "../server/platform/scope.ts";
import { withServices } from "../server/with-services.ts";

// node e2e/stripe-tenant.ts <origin>: makes a tenant with a live account at Stripe itself, beside the running Usher of the browser
// tests, and prints the identifier of its application for pages of the origin. Stripe is not asked: the keys open nothing.
// node e2e/stripe-tenant.ts --leave <tenant's id>: takes the account away again, so that no job asks Stripe for it.

const [word = "", leaving = ""] = process.argv.slice(2);
const account = { endpoint: "stripe", secretKey: "sk_live_double", publishableKey: "pk_live_double" };

await withServices("usher-e2e-stripe-tenant", async (services) => {
  const { db } = services;
  if (word === "--leave") {
    await db.providerAccount.deleteMany({ where: { tenantId: leaving } });
    return;
  }
  const slug = newId("tenant").toLowerCase().replaceAll("_", "-");
  const tenant = await db.$transaction((tx) =>
    createTenant(tx, services, { slug, name: "Stripe itself", mode: "LIVE" }),
  );
  const scope = systemScope(services, tenant, "e2e");
  const accountId = "acct_1Double000000000";
  const identity = { accountId, environment: `${accountId}/LIVE`, formerName: null };
  await storeProviderAccount(scope, account, { registration: null, identity });
  const { app_id } = await createApplication(scope, {
    name: "A page",
    kind: "BROWSER",
    allowed_origins: [word],
    scopes: [],
  });
  process.stdout.write(JSON.stringify({ tenantId: tenant.id, appId: app_id }));
});
