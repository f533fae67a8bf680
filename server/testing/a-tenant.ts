import { createApplication } from "../domain/applications/create-application.ts";
import { createTenant } from "../domain/tenants/create-tenant.ts";
import { storeProviderAccount } from "../domain/tenants/provider/store-provider-account.ts";
import { type Scope, systemScope } from "../platform/scope.ts";
import { type Client, createClient } from "./client.ts";
import { unique, type World } from "./world.ts";

/** A tenant of its own for one test, with an application of each kind and a card provider account. */
export interface TestTenant {
  id: string;
  scope: Scope;
  /** SERVER application with billing:admin, and its token. */
  admin: Client;
  /** SERVER application without admin scope, and its token. */
  server: Client;
  /** BROWSER application, without a token. */
  browser: Client;
  adminApplication: { id: string; appId: string; clientSecret: string };
  browserAppId: string;
  providerKey: string;
  /** The publishable key beside it, which the tenant does not show; "" under a key of the test's own. */
  publishableKey: string;
}

/** Makes a tenant. secretKey chooses the card provider account; a new one in test mode without it. */
export async function aTenant(
  world: World,
  options: { secretKey?: string; browserOrigins?: string[]; mode?: "LIVE" | "TEST" } = {},
): Promise<TestTenant> {
  const { services, baseUrl } = world;
  const tenant = await services.db.$transaction((tx) =>
    createTenant(tx, services, { slug: unique("tenant"), name: "Test tenant", mode: options.mode ?? "LIVE" }),
  );
  world.tenantIds.add(tenant.id);
  const scope = systemScope(services, tenant, "test");
  const keys = options.secretKey
    ? { secretKey: options.secretKey, publishableKey: "" }
    : await services.sandboxKeys.issue();
  await storeProviderAccount(
    scope,
    { endpoint: "sandbox", secretKey: keys.secretKey, publishableKey: null },
    null,
  );
  const create = (kind: "SERVER" | "BROWSER", scopes: "billing:admin"[]) =>
    createApplication(scope, {
      name: `${kind} ${scopes}`,
      kind,
      allowed_origins: options.browserOrigins ?? [],
      scopes,
    });
  const admin = await create("SERVER", ["billing:admin"]);
  const server = await create("SERVER", []);
  const browser = await create("BROWSER", []);
  const withToken = async (application: typeof admin) => {
    const client = createClient(baseUrl, { "x-app-id": application.app_id });
    const answer = await client.post("/v1/auth/token", {
      grant_type: "client_credentials",
      client_id: application.id,
      client_secret: application.client_secret,
    });
    return client.with({ authorization: `Bearer ${answer.body.access_token}` });
  };
  return {
    id: tenant.id,
    scope,
    admin: await withToken(admin),
    server: await withToken(server),
    browser: createClient(baseUrl, { "x-app-id": browser.app_id }),
    adminApplication: { id: admin.id, appId: admin.app_id, clientSecret: admin.client_secret ?? "" },
    browserAppId: browser.app_id,
    providerKey: keys.secretKey,
    publishableKey: keys.publishableKey,
  };
}
