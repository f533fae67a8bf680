import type { Page } from "@playwright/test";

/** A SERVER application of the demo tenant's sandbox, made as its makers would, in the dashboard: settings of a client. */
export async function anApplication(page: Page, baseUrl: string) {
  const cookies = await page.context().cookies();
  const tenantId = cookies.find(({ name }) => name === "usher-tenant")?.value ?? "";
  const answer = await page.request.post("/api/trpc/applications.create", {
    headers: { "x-usher-tenant": tenantId },
    data: { name: `Example ${Date.now()}`, kind: "SERVER", scopes: ["billing:admin"] },
  });
  const { id, app_id, client_secret } = (await answer.json()).result.data;
  return { baseUrl, tenantId, appId: app_id, clientId: id, clientSecret: client_secret };
}
