import { createApplications } from "../domain/applications/create-application.ts";
import { grantAccess } from "../domain/auth/tokens/access-token.ts";
import { createTenant } from "../domain/tenants/create-tenant.ts";
import { environmentOf } from "../domain/tenants/provider/provider-environment.ts";
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

/**
 * Makes a tenant, in few statements and without a request, as most tests begin with one. secretKey chooses the card provider
 * account; a new one in test mode without it.
 */
export async function aTenant(
  world: World,
  options: { secretKey?: string; browserOrigins?: string[]; mode?: "LIVE" | "TEST" } = {},
): Promise<TestTenant> {
  const { services, baseUrl } = world;
  const application = (kind: "SERVER" | "BROWSER", scopes: "billing:admin"[]) => ({
    name: `${kind} ${scopes}`,
    kind,
    scopes,
    allowed_origins: options.browserOrigins ?? [],
  });
  const { tenant, scope, applications } = await services.db.$transaction(async (tx) => {
    const input = { slug: unique("tenant"), name: "Test tenant", mode: options.mode ?? "LIVE" } as const;
    const tenant = await createTenant(tx, services, input);
    const scope = systemScope(services, tenant, "test");
    const inputs = [
      application("SERVER", ["billing:admin"]),
      application("SERVER", []),
      application("BROWSER", []),
    ];
    return { tenant, scope, applications: await createApplications(tx, scope, inputs) };
  });
  world.tenantIds.add(tenant.id);
  const keys = options.secretKey
    ? { secretKey: options.secretKey, publishableKey: "" }
    : await services.sandboxKeys.issue();
  await storeProviderAccount(
    scope,
    { endpoint: "sandbox", secretKey: keys.secretKey, publishableKey: null },
    "account" in keys ? { registration: null, identity: identityOf(keys.account) } : null,
  );
  type Application = (typeof applications)[number];
  // One for each input.
  const [admin, server, browser] = applications as [Application, Application, Application];
  const withToken = async ({ id, app_id, scopes }: Application) => {
    const owner = { tenantId: tenant.id, applicationId: id, subject: id, scopes };
    const { access_token } = await grantAccess(services, owner);
    return createClient(baseUrl, { "x-app-id": app_id, authorization: `Bearer ${access_token}` });
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

/** What the key of a new account opens: the sandbox need not be asked. */
function identityOf(accountId: string) {
  return { accountId, environment: environmentOf(accountId, "TEST"), formerName: null };
}
