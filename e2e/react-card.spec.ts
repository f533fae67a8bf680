import { openBackEnd } from "./back-end.ts";
import { bundle, inlineScript } from "./bundle.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite } from "./tenant-site.ts";

test("the React component takes a card as the element does", async ({ page, baseURL }) => {
  const site = await openTenantSite();
  const backEnd = await openBackEnd();
  const appId = await backEnd.anApplication(site.origin);
  const customer = `react-${Date.now()}`;
  const intent = await backEnd.post("/v1/billing/cardprovider/setup-intent", {
    customer,
    email: "react@customers.example",
  });
  const props = { baseUrl: baseURL, appId, clientSecret: intent.body.client_secret };
  const script = inlineScript(await bundle("react-card.tsx"));
  const address = site.page(
    `<div id="root"></div><script>window.cardProps = ${JSON.stringify(props)}</script>${script}`,
  );
  await page.goto(address);
  const form = page.frameLocator("usher-card iframe");
  const fields = form.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel("Card number").fill("4242424242424242");
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
  await form.getByRole("button", { name: "Save card" }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "paymentMethod"))).toMatch(/^pm_/);
  await site.close();
});
