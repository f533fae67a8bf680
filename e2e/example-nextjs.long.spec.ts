import type { Page } from "@playwright/test";
import { createUsher, type Usher } from "../packages/client/src/index.ts";
import { expectClean } from "./axe.ts";
import { type Example, openExample } from "./example.ts";
import { expect, test } from "./fixtures.ts";
import { anApplication } from "./sandbox.ts";

const PASSWORD = "correct horse battery staple";

let example: Example | undefined;

test.afterEach(async ({ testPage: page }) => {
  // A page that is still open would report that the development server went away.
  await page.goto("about:blank");
  await example?.close();
});

async function pay(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Subscribe" })).toBeVisible();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^(Subscribe|Start trial)$/ }).click();
  await expect(page).toHaveURL(/\/checkout\/success/);
}

async function signUp(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/sign-up`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
}

const region = (page: Page, name: string) => page.getByRole("region", { name });
const plan = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });

test("the example in Next.js: from its prices to a paid feature, and a waitlist when registration is closed", async ({
  testPage: page,
  baseURL,
}) => {
  const settings = await anApplication(page, baseURL ?? "");
  const usher: Usher = createUsher(settings);
  let endpoint_id = "";
  example = await openExample(async (origin) => {
    const url = `${origin}/api/webhooks/usher`;
    const endpoint = await usher.webhookEndpoints.create({ url, types: ["subscription.*"] });
    endpoint_id = endpoint.id;
    return {
      USHER_URL: settings.baseUrl,
      USHER_TENANT_ID: settings.tenantId,
      USHER_APP_ID: settings.appId,
      USHER_CLIENT_ID: settings.clientId,
      USHER_CLIENT_SECRET: settings.clientSecret,
      USHER_WEBHOOK_SECRETS: endpoint.secret,
    };
  });
  const { origin } = example;
  const email = `example-${Date.now()}@customers.example`;

  await page.goto(origin);
  await expect(plan(page, "Startup")).toContainText("$49 a month");
  await expect(plan(page, "Scale")).toContainText("Tracked events: 2,000,000 a month");
  await expectClean(page);

  await signUp(page, origin, email);
  const events = region(page, "Tracked events");
  await expect(events).toContainText("0 of 10,000");
  await events.getByRole("button", { name: "Track one" }).click();
  await expect(events).toContainText("1 of 10,000");
  await expect(events).toContainText("9,999 left");
  for (const used of ["2,501", "5,001", "7,501"]) {
    await events.getByRole("button", { name: "Track 2,500" }).click();
    await expect(events).toContainText(`${used} of 10,000`);
  }
  await events.getByRole("button", { name: "Track 2,500" }).click();
  await expect(events.getByRole("status")).toHaveText("Your plan has not so many events left.");
  await expect(region(page, "Single sign-on")).toContainText("Part of Scale.");
  await expectClean(page);

  await plan(page, "Scale").getByRole("button", { name: "Upgrade to Scale" }).click();
  await pay(page);
  const customer = async () => {
    for await (const one of usher.subscriptions.list())
      if (one.customer.email === email) return one.plan.slug;
    return null;
  };
  await expect.poll(customer).toBe("scale");
  await page.goto(`${origin}/dashboard`);
  await expect(plan(page, "Scale")).toContainText("Yours");
  await expect(region(page, "Tracked events")).toContainText("of 2,000,000");
  const singleSignOn = region(page, "Single sign-on");
  await singleSignOn.getByLabel("Issuer").fill("https://id.example.com");
  await singleSignOn.getByRole("button", { name: "Save" }).click();
  await expect(singleSignOn).toContainText("People sign in at https://id.example.com from now on.");
  await page.getByRole("button", { name: "Invoices, card, cancellation" }).click();
  await expect(page).toHaveURL(new RegExp(`^${baseURL}`));

  await page.goto(`${origin}/dashboard`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").first()).toHaveText("The e-mail address or the password is wrong.");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(region(page, "Single sign-on").getByLabel("Issuer")).toBeVisible();

  const heard = async () =>
    (await usher.webhookEndpoints.listDeliveries({ endpoint_id })).data.map(({ status }) => status);
  await expect.poll(heard).toContain("DELIVERED");
  const forged = await page.request.post(`${origin}/api/webhooks/usher`, { data: { type: "x" } });
  expect(forged.status()).toBe(400);

  await page.context().clearCookies({ name: "beacon_session" });
  const before = (await usher.settings.get()).signup_policy;
  await usher.settings.update({ signup_policy: "WAITLIST" });
  await signUp(page, origin, `later-${email}`);
  await expect(page.getByRole("status")).toContainText("You are on the list");
  await usher.settings.update({ signup_policy: before });
  const { entries } = await usher.waitlist.list({ limit: 100 });
  const metadata = { source: "beacon.example" };
  expect(entries).toContainEqual(expect.objectContaining({ email: `later-${email}`, metadata }));
});
