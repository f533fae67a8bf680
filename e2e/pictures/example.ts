import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { createUsher } from "../../packages/client/src/index.ts";
import { openExample } from "../example.ts";
import { anApplication } from "../sandbox.ts";
import { expect } from "./expect.ts";
import { openContext, openDashboard, refuseFaulty, settle, watch } from "./take.ts";

const HEIGHT = 1110;

interface Target {
  /** Where Usher answers, for programs. */
  usherUrl: string;
  /** What signs the administrator in. */
  cookies: string;
  /** The address that the browser knows it by. */
  baseUrl: string;
  /** What the example's process needs besides. */
  environment: Record<string, string>;
  folder: string;
}

/** Takes the picture of the example in Next.js, with an account that has used a half of what its plan includes. */
export async function takeExample(browser: Browser, target: Target): Promise<void> {
  const { usherUrl, environment, folder } = target;
  const settings = await sandboxApplication(browser, target);
  const usher = createUsher(settings);
  const example = await openExample(async (origin) => {
    const url = `${origin}/api/webhooks/usher`;
    const { secret } = await usher.webhookEndpoints.create({ url, types: ["subscription.*"] });
    return {
      ...environment,
      USHER_URL: usherUrl,
      USHER_TENANT_ID: settings.tenantId,
      USHER_APP_ID: settings.appId,
      USHER_CLIENT_ID: settings.clientId,
      USHER_CLIENT_SECRET: settings.clientSecret,
      USHER_WEBHOOK_SECRETS: secret,
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

/** Settings of a client of the demo tenant's sandbox. */
async function sandboxApplication(browser: Browser, { usherUrl, baseUrl, cookies }: Target) {
  const context = await openContext(browser, { baseUrl, theme: "light", height: HEIGHT });
  try {
    const page = await openDashboard(context, { baseUrl, cookies, mode: "Test" });
    return await anApplication(page, usherUrl);
  } finally {
    await context.close();
  }
}
