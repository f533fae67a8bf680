import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Demo } from "../../prisma/seed/seed-demo.ts";
import { TENANT } from "../../prisma/seed/story.ts";
import { createApplication } from "../../server/domain/applications/create-application.ts";
import { connectCardProvider } from "../../server/domain/tenants/provider/connect-card-provider.ts";
import type { Scope } from "../../server/platform/scope.ts";
import { aCatalog, type TestCatalog } from "../../server/testing/a-catalog.ts";
import { aCaller, type BenchServer } from "../a-server.ts";
import type { Shop } from "./caller.ts";

interface Parts {
  server: BenchServer;
  /** Where the balancer listens. */
  url: string;
  /** Where webhooks are sent. */
  receiverUrl: string;
  dataDir: string;
}

/** A tenant of its own for the load, with a catalog, two applications and a webhook endpoint; and the demo tenant's members. */
export async function openShop({ server, url, receiverUrl, dataDir }: Parts): Promise<Shop> {
  const { services } = server;
  const { scope, headers } = await aCaller(server, "load", "TEST");
  const { secretKey } = await services.sandboxKeys.issue();
  await connectCardProvider(scope, { endpoint: "sandbox", secretKey, publishableKey: null });
  const catalog = await catalogOf(scope);
  const { app_id: browserAppId } = await createApplication(scope, {
    name: "load",
    kind: "BROWSER",
    allowed_origins: [],
    scopes: [],
  });
  await createEndpoint(url, headers, receiverUrl);
  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
  const { id: demoTenantId } = await services.db.tenant.findUniqueOrThrow({ where: { slug: TENANT.slug } });
  return { url, headers, browserAppId, catalog, demo, demoTenantId };
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

/** Creates the webhook endpoint over HTTP, as the application. */
async function createEndpoint(url: string, headers: Shop["headers"], receiverUrl: string): Promise<void> {
  const created = await fetch(`${url}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ url: receiverUrl }),
  });
  if (created.status !== 201) throw new Error(await created.text());
}
