import type { Page } from "@playwright/test";
import { createUsher } from "../packages/client/src/index.ts";

/** A SERVER application of the demo tenant's sandbox, made as its makers would, in the dashboard: settings of a client. */
export async function anApplication(page: Page, baseUrl: string) {
  const cookies = await page.context().cookies();
  const tenantId = cookies.find(({ name }) => name === "usher-tenant")?.value ?? "";
  const answer = await page.request.post(`${baseUrl}/api/trpc/applications.create`, {
    headers: { "x-usher-tenant": tenantId },
    data: { name: `Example ${Date.now()}`, kind: "SERVER", scopes: ["billing:admin"] },
  });
  const { id, app_id, client_secret } = (await answer.json()).result.data;
  return { baseUrl, tenantId, appId: app_id, clientId: id, clientSecret: client_secret };
}

/** An invoice by transfer in the demo tenant's sandbox, of EUR 50 to a new customer; returns the customer's name, its id and number. */
export async function anInvoice(page: Page, baseUrl: string) {
  const usher = createUsher(await anApplication(page, baseUrl));
  const customer = `billed-${Date.now().toString(36)}`;
  await usher.paymentMethods.createSetupIntent({ customer, email: `${customer}@example.com` });
  const { number, id } = await usher.invoices.create({
    customer,
    provider: "PROVIDER_B",
    currency: "EUR",
    lines: [{ description: "Set-up", amount: 5_000 }],
  });
  return { customer, id, number: number ?? "" };
}
