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

  const refused = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    plan_price_id: await backEnd.priceOf("fleet"),
    cardprovider_test_card_token: "tok_threeDSecure2Required",
  });
  expect(refused).toMatchObject({ status: 402, body: { code: "K7002" } });
  const { client_secret } = refused.body.details;
  const confirmed = page.evaluate(
    (secret) => Reflect.get(window, "card")?.confirmPayment(secret),
    client_secret,
  );
  const bank = form.frameLocator('iframe[title="3-D Secure"]');
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  expect(await confirmed).toEqual({
    status: "succeeded",
    payment_intent: expect.stringMatching(/^pi_/),
  });
  await site.close();
});
