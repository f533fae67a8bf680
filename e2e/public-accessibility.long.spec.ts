import { expectCleanEverywhere } from "./axe.ts";
import { openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite } from "./tenant-site.ts";

test("axe finds nothing where a portal session has ended", async ({ page }) => {
  await page.goto("/portal/closed");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectCleanEverywhere(page);
});

for (const name of [
  "pricing",
  "waitlist",
  "register",
  "redeem",
  "reset-password",
  "sign-in",
  "checkout/success",
]) {
  test(`axe finds nothing on a tenant's page ${name}, in either theme or width`, async ({ page }) => {
    await page.goto(`/p/northwind/${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.locator("summary").click();
    await expectCleanEverywhere(page);
  });
}

test("axe finds nothing where an order is placed, nor in an embedded price list", async ({
  page,
  baseURL,
}) => {
  await page.goto("/p/northwind/pricing");
  await page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Fleet" }) })
    .getByRole("button", { name: "Choose Fleet" })
    .click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  await expectCleanEverywhere(page);

  const site = await openTenantSite();
  const appId = await (await openBackEnd()).anApplication(site.origin);
  const body = `<main><h1>Prices</h1><usher-pricing theme="light" app-id="${appId}" product="harbor"></usher-pricing></main>`;
  await page.goto(site.page(`${body}<script src="${baseURL}/embed.js"></script>`));
  const fleet = page.frameLocator("usher-pricing iframe").getByRole("heading", { name: "Fleet" });
  await expect(fleet).toBeVisible();
  await expectCleanEverywhere(page);
  await site.close();
});

test("axe finds nothing in the portal, nor where it previews a change, cancels and takes a card", async ({
  page,
}) => {
  const backEnd = await openBackEnd();
  const { body } = await backEnd.post("/v1/billing/portal-sessions", { customer: "globex" });
  await page.goto(body.url);
  const change = await page.getByRole("link", { name: "Change plan" }).getAttribute("href");
  const price = await backEnd.priceOf("scale");
  await expectCleanEverywhere(page);
  for (const path of [
    `${change}&price=${price}`,
    change?.replace("change", "cancel"),
    "/p/northwind/portal/card",
  ]) {
    await page.goto(path ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The ground of a see-through frame is the page's, which axe does not follow; the fields have a test of their own.
    await expectCleanEverywhere(page, 'iframe[title="Secure payment input frame"]');
  }
});

test("axe finds nothing on the embedded card form, empty and refused", async ({ page, baseURL }) => {
  const site = await openTenantSite();
  const backEnd = await openBackEnd();
  const appId = await backEnd.anApplication(site.origin);
  const intent = await backEnd.post("/v1/billing/cardprovider/setup-intent", {
    customer: "axe",
    email: "axe@customers.example",
  });
  const address = site.page(`<main><h1>Checkout</h1><usher-card theme="light" app-id="${appId}"
client-secret="${intent.body.client_secret}"></usher-card></main><script src="${baseURL}/embed.js"></script>`);
  await page.goto(address);
  const form = page.frameLocator("usher-card iframe");
  await form.getByRole("button", { name: "Save card" }).click();
  const fields = form.frameLocator('iframe[title="Secure payment input frame"]');
  await expect(fields.getByText("Your card number is incomplete.")).toBeVisible();
  await expectCleanEverywhere(page);
  await site.close();
});

test("axe finds nothing on the hosted checkout page", async ({ page }) => {
  const backEnd = await openBackEnd();
  const { body } = await backEnd.post("/v1/billing/checkout", {
    customer: `axe-${Date.now()}`,
    email: "axe@customers.example",
    plan_price_id: await backEnd.priceOf("armada"),
  });
  await page.goto(body.url);
  await expectCleanEverywhere(page);
});
