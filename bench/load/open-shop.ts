import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Demo } from "../../prisma/seed/seed-demo.ts";
import { TENANT } from "../../prisma/seed/story.ts";
import { createApplication } from "../../server/domain/applications/create-application.ts";
import { createTenant } from "../../server/domain/tenants/create-tenant.ts";
import { connectCardProvider } from "../../server/domain/tenants/provider/connect-card-provider.ts";
import { type Scope, type Services, systemScope } from "../../server/platform/scope.ts";
import { aCatalog, type TestCatalog } from "../../server/testing/a-catalog.ts";
import type { Shop } from "./caller.ts";

interface Parts {
  services: Services;
  /** Where the balancer listens. */
  url: string;
  /** Where webhooks are sent. */
  receiverUrl: string;
  dataDir: string;
}

/** A tenant of its own for the load, with a catalog, two applications and a webhook endpoint; and the demo tenant's members. */
export async function openShop({ services, url, receiverUrl, dataDir }: Parts): Promise<Shop> {
  const tenant = await services.db.$transaction((tx) =>
    createTenant(tx, services, { slug: "load", name: "Load", mode: "TEST" }),
  );
  const scope = systemScope(services, tenant, "load");
  const { secretKey } = await services.sandboxKeys.issue();
  await connectCardProvider(scope, { endpoint: "sandbox", secretKey, publishableKey: null });
  const catalog = await catalogOf(scope);
  const application = await backEndOf(scope);
  const { app_id: browserAppId } = await createApplication(scope, {
    name: "load",
    kind: "BROWSER",
    allowed_origins: [],
    scopes: [],
  });
  await createEndpoint(url, application, receiverUrl);
  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
  const { id: demoTenantId } = await services.db.tenant.findUniqueOrThrow({ where: { slug: TENANT.slug } });
  return { url, application, browserAppId, catalog, demo, demoTenantId };
}

function catalogOf(scope: Scope): Promise<TestCatalog> {
  const entitlements = { calls: { limit: 1e9 }, scarce: { limit: 10 } };
  return aCatalog(scope, {
    features: { calls: { type: "METERED" }, scarce: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements, prices: [{ amount: 0 }] },
      { slug: "basic", entitlements, prices: [{ amount: 1000 }] },
      { slug: "pro", entitlements, prices: [{ amount: 3000 }] },
    ],
    freePlan: "free",
  });
}

async function backEndOf(scope: Scope): Promise<Shop["application"]> {
  const { id, app_id, client_secret } = await createApplication(scope, {
    name: "load",
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  return { id, appId: app_id, clientSecret: client_secret ?? "" };
}

/** Creates the webhook endpoint over HTTP, with a token of the application. */
async function createEndpoint(
  url: string,
  { id, appId, clientSecret }: Shop["application"],
  receiverUrl: string,
): Promise<void> {
  const headers = { "content-type": "application/json", "x-app-id": appId };
  const grant = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
  const answer = await fetch(`${url}/v1/auth/token`, {
    method: "POST",
    headers,
    body: JSON.stringify(grant),
  });
  if (answer.status >= 300) throw new Error(await answer.text());
  const { access_token } = (await answer.json()) as { access_token: string };
  const created = await fetch(`${url}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ url: receiverUrl }),
  });
  if (created.status !== 201) throw new Error(await created.text());
}
