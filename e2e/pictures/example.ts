import { join } from "node:path";
import { type Browser, expect } from "@playwright/test";
import { createUsher } from "../../packages/client/src/index.ts";
import { openExample } from "../example.ts";
import { openContext, refuseFaulty, settle, watch } from "./take.ts";

const HEIGHT = 1110;

interface Demo {
  tenant_id: string;
  app_id: string;
  client_id: string;
  client_secret: string;
}

/** Takes the picture of the example in Next.js, with an account that has used a half of what its plan includes. */
export async function takeExample(
  browser: Browser,
  { usherUrl, demo, environment, folder }: Target,
): Promise<void> {
  const { tenant_id, app_id, client_id, client_secret } = demo;
  const settings = { baseUrl: usherUrl, tenantId: tenant_id, appId: app_id };
  const usher = createUsher({ ...settings, clientId: client_id, clientSecret: client_secret });
  const example = await openExample(async (origin) => {
    const url = `${origin}/api/webhooks/usher`;
    const { secret } = await usher.webhookEndpoints.create({ url, types: ["subscription.*"] });
    return {
      ...environment,
      ...{ USHER_URL: usherUrl, USHER_TENANT_ID: tenant_id, USHER_APP_ID: app_id },
      ...{ USHER_CLIENT_ID: client_id, USHER_CLIENT_SECRET: client_secret, USHER_WEBHOOK_SECRETS: secret },
    };
  });
  const context = await openContext(browser, { baseUrl: example.origin, theme: "light", height: HEIGHT });
  try {
    const page = await context.newPage();
    const faults = watch(page);
    await page.goto("/sign-up");
    await page.getByLabel("E-mail address").fill("ada@northwind.example");
    await page.getByLabel("Password").fill("correct horse battery staple");
    await page.getByRole("button", { name: "Sign up" }).click();
    const events = page.getByRole("region", { name: "Tracked events" });
    for (const used of ["2,500", "5,000"]) {
      await events.getByRole("button", { name: "Track 2,500" }).click();
      await expect(events).toContainText(`${used} of 10,000`);
    }
    // The development server's own button.
    await page.addStyleTag({ content: "nextjs-portal { display: none }" });
    await settle(page);
    await refuseFaulty(page, "example-nextjs", faults);
    await page.screenshot({ path: join(folder, "example-nextjs.png") });
  } finally {
    await context.close();
    await example.close();
  }
}

interface Target {
  usherUrl: string;
  demo: Demo;
  /** What the example's process needs besides. */
  environment: Record<string, string>;
  folder: string;
}
