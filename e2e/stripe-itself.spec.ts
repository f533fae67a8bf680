// @module-tag ci
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { LONGEST_WAIT } from "./limits.ts";
import { routeStripe } from "./stripe-js-double.ts";
import { openTenantSite, type TenantSite } from "./tenant-site.ts";

// The card form of a tenant whose cards Stripe itself takes: the page has the policy of such a tenant, and Stripe's own script, as
// far as Stripe documents it.

const dataDir = process.env.E2E_DATA_DIR ?? ".usher";

let site: TenantSite;
let tenant: { tenantId: string; appId: string };

function stripeTenant(...args: string[]): string {
  const env = { ...process.env, USHER_DATA_DIR: dataDir };
  const program = join(import.meta.dirname, "stripe-tenant.ts");
  return execFileSync(process.execPath, [program, ...args], { encoding: "utf8", env, timeout: LONGEST_WAIT });
}

test.beforeAll(async () => {
  site = await openTenantSite();
  tenant = JSON.parse(stripeTenant(site.origin));
});

test.afterAll(async () => {
  stripeTenant("--leave", tenant.tenantId);
  await site.close();
});

/** Opens the form, and keeps what the browser asks of which host, and what the page's policy refuses. */
async function openForm(page: Page, baseURL: string | undefined, attributes: string) {
  const origins = new Set<string>();
  const refused: string[] = [];
  await routeStripe(page.context());
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  page.on("console", (message) => {
    if (message.text().startsWith("policy: ")) refused.push(message.text());
  });
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      // biome-ignore lint/suspicious/noConsole: what tells a test of the page's faults.
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  );
  const body = `<h1>Checkout</h1><usher-card app-id="${tenant.appId}" ${attributes}></usher-card>
<script>
  window.told = new Promise((resolve) => {
    for (const type of ["succeeded", "failed"])
      document.querySelector("usher-card").addEventListener(type, ({ detail }) => resolve({ type, ...detail }));
  });
</script>
<script src="${baseURL}/embed.js"></script>`;
  await page.goto(site.page(body));
  const form = page.frameLocator("usher-card iframe");
  return { form, fields: form.frameLocator('iframe[title="Secure payment input frame"]'), origins, refused };
}

const told = (page: Page) => page.evaluate(() => Reflect.get(window, "told"));

async function expectNothingOfTheSandbox(page: Page, origins: Set<string>, baseURL: string | undefined) {
  const stripe = ["js", "api", "hooks"].map((host) => `https://${host}.stripe.com`);
  const own = [site.origin, new URL(baseURL ?? "").origin];
  expect([...origins].filter((origin) => ![...stripe, ...own].includes(origin))).toEqual([]);
  const frame = page.frames().find((one) => one.url().includes("/embed/card"));
  const globals = (await frame?.evaluate(() => Object.getOwnPropertyNames(window))) ?? [];
  expect(globals).toContain("Stripe");
  expect(globals.filter((name) => /sandbox|usher/i.test(name))).toEqual([]);
  const scripts = await frame?.evaluate(() => [...document.scripts].map(({ src }) => src));
  expect(scripts).toContain("https://js.stripe.com/endive/stripe.js");
}

test("a card is saved with Stripe's own script, under the policy of a live page, which refuses nothing", async ({
  page,
  baseURL,
}) => {
  const { form, fields, origins, refused } = await openForm(page, baseURL, 'client-secret="seti_1_secret_1"');
  await form.getByRole("button", { name: "Save card" }).click();
  await fields.getByLabel("Card number").fill("4242424242424242");
  await form.getByRole("button", { name: "Save card" }).click();
  await expect(form.getByText("Your card is saved.")).toBeVisible();
  await expectNothingOfTheSandbox(page, origins, baseURL);
  expect(refused).toEqual([]);
});

test("a bank's page is shown over the form, and its window and requests are Stripe's", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  const { form, fields, origins, refused } = await openForm(
    page,
    baseURL,
    'client-secret="seti_bank_secret_1"',
  );
  await fields.getByLabel("Card number").fill("4000002500003155");
  await form.getByRole("button", { name: "Save card" }).click();
  const bank = form.frameLocator('iframe[title="3-D Secure"]');
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  expect(await told(page)).toEqual({
    type: "succeeded",
    payment_method: "pm_1Double",
    setup_intent: "seti_bank",
  });
  await expectNothingOfTheSandbox(page, origins, baseURL);
  expect(refused).toEqual([]);
});

test("a payment is confirmed with Stripe's own script", async ({ page, baseURL }) => {
  const { form, origins, refused } = await openForm(page, baseURL, "");
  const confirming = page.evaluate(() => {
    const card = document.querySelector("usher-card");
    return Reflect.get(card ?? {}, "confirmPayment").call(card, "pi_bank_secret_1");
  });
  const bank = form.frameLocator('iframe[title="3-D Secure"]');
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  expect(await confirming).toEqual({ status: "succeeded", payment_intent: "pi_bank" });
  await expectNothingOfTheSandbox(page, origins, baseURL);
  expect(refused).toEqual([]);
});
