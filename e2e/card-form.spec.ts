// @module-tag ci
import type { FrameLocator, Page } from "@playwright/test";
import { type BackEnd, openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { openTenantSite, type TenantSite } from "./tenant-site.ts";

let site: TenantSite;
let backEnd: BackEnd;
let appId: string;

test.beforeAll(async () => {
  site = await openTenantSite();
  backEnd = await openBackEnd();
  appId = await backEnd.anApplication(site.origin);
});
test.afterAll(() => site.close());

const CONFIRM = /^\/v1\/setup_intents\/seti_\w+\/confirm$/;

/** A customer's setup intent, as the tenant's back end asks for it, and the page that embeds the form. */
async function openForm(page: Page, baseURL: string | undefined, attributes = "") {
  const customer = `card-${Date.now()}-${Math.random()}`;
  const email = `${Date.now()}@customers.example`;
  const intent = await backEnd.post("/v1/billing/cardprovider/setup-intent", { customer, email });
  expect(intent.status).toBe(201);
  const address = site.page(`<h1>Checkout</h1>
<usher-card app-id="${appId}" client-secret="${intent.body.client_secret}" ${attributes}></usher-card>
<script>
  window.told = [];
  for (const type of ["ready", "change", "succeeded", "failed"])
    document.querySelector("usher-card").addEventListener(type, ({ detail }) => window.told.push({ type, ...detail }));
</script>
<script src="${baseURL}/embed.js"></script>`);
  await page.goto(address);
  const form = page.frameLocator("usher-card iframe");
  return { customer, form, fields: form.frameLocator('iframe[title="Secure payment input frame"]') };
}

type Told = Record<string, string>;

/** What the element has told the tenant's page, newest of a type. */
async function told(page: Page, type: string): Promise<Told> {
  const newest = () =>
    page.evaluate((wanted) => {
      const all: Told[] = Reflect.get(window, "told");
      return all.findLast((one) => one.type === wanted) ?? null;
    }, type);
  await expect.poll(newest).not.toBeNull();
  return (await newest()) ?? {};
}

async function fillCard(fields: FrameLocator, number: string): Promise<void> {
  await fields.getByLabel("Card number").fill(number);
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
}

/** The frame as a bank's page returns to it: with what the card provider adds to the return address. */
async function returnFromBank(page: Page, setupIntent: string): Promise<void> {
  const secret = await page.locator("usher-card").getAttribute("client-secret");
  const frame = page.frames().find((one) => one.url().includes("/embed/card"));
  const back = new URL(frame?.url() ?? "");
  back.searchParams.set("setup_intent", setupIntent);
  back.searchParams.set("setup_intent_client_secret", secret ?? "");
  back.searchParams.set("redirect_status", "succeeded");
  await page.evaluate(() => Reflect.get(window, "told").splice(0));
  await frame?.goto(back.href);
}

test("a card typed on a tenant's own page starts a subscription that lets its customer in; a bank's page that leads back finds it saved", async ({
  page,
  baseURL,
}) => {
  const { customer, form, fields } = await openForm(page, baseURL);
  await told(page, "ready");
  await fillCard(fields, "4242424242424242");
  await expect(fields.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await form.getByRole("button", { name: "Save card" }).click();
  const saved = await told(page, "succeeded");
  const { payment_method } = saved;
  expect(payment_method).toMatch(/^pm_/);
  await expect(form.getByText("Your card is saved.")).toBeVisible();
  const { height } = (await page.locator("usher-card iframe").boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(20);
  expect(height).toBeLessThan(200);

  const check = `/v1/billing/entitlements/sso?customer=${customer}`;
  expect((await backEnd.get(check)).body.allowed).toBe(false);
  const started = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    plan_price_id: await backEnd.priceOf("scale"),
    cardprovider_payment_method_id: payment_method,
  });
  // With a trial, unless another customer has had a trial with this card before.
  const status = expect.stringMatching(/^(TRIALING|ACTIVE)$/);
  expect(started).toMatchObject({ status: 201, body: { status, plan: { slug: "scale" } } });
  expect((await backEnd.get(check)).body.allowed).toBe(true);

  await returnFromBank(page, saved.setup_intent ?? "");
  expect(await told(page, "succeeded")).toEqual(saved);
  await expect(form.getByText("Your card is saved.")).toBeVisible();
  await expect(form.getByRole("button")).toHaveCount(0);
  expect(page.frames().map((frame) => frame.url())).not.toContainEqual(expect.stringContaining("secret"));
});

test.describe("a declined card", () => {
  test.use({ expectedRefusals: [CONFIRM] });

  test("is told in words, in the form and to the page, and another card may be tried", async ({
    page,
    baseURL,
  }) => {
    const { form, fields } = await openForm(page, baseURL);
    await fillCard(fields, "4000000000009995");
    await form.getByRole("button", { name: "Save card" }).click();
    await expect(form.getByRole("alert").filter({ hasText: "insufficient funds" })).toBeVisible();
    expect(await told(page, "failed")).toMatchObject({
      code: "card_declined",
      decline_code: "insufficient_funds",
    });
    await fillCard(fields, "5555555555554444");
    await form.getByRole("button", { name: "Save card" }).click();
    expect((await told(page, "succeeded")).setup_intent).toMatch(/^seti_/);
  });
});

test("a card that its bank asks about is saved when its holder agrees, and not when they refuse", async ({
  page,
  baseURL,
}) => {
  const { form, fields } = await openForm(page, baseURL);
  await fillCard(fields, "4000002500003155");
  const bank = form.frameLocator('iframe[title="3-D Secure"]');
  await form.getByRole("button", { name: "Save card" }).click();
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  expect(await told(page, "failed")).toMatchObject({ code: "setup_intent_authentication_failure" });
  await expect(form.getByText("unable to authenticate")).toBeVisible();
  await form.getByRole("button", { name: "Save card" }).click();
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await told(page, "succeeded");
});

test("after a refusal at the bank's page the form says so, and another card may be tried", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  const { form, fields } = await openForm(page, baseURL);
  await fillCard(fields, "4000002500003155");
  await form.getByRole("button", { name: "Save card" }).click();
  const bank = form.frameLocator('iframe[title="3-D Secure"]');
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  await told(page, "failed");
  const secret = await page.locator("usher-card").getAttribute("client-secret");
  await returnFromBank(page, secret?.split("_secret_")[0] ?? "");
  expect(await told(page, "failed")).toMatchObject({ code: "setup_intent_authentication_failure" });
  await expect(form.getByText("unable to authenticate")).toBeVisible();
  await fillCard(fields, "5555555555554444");
  await form.getByRole("button", { name: "Save card" }).click();
  await told(page, "succeeded");
});

test("a payment that the bank asks about is confirmed on a tenant's own page, and what was refused for it goes through", async ({
  page,
  baseURL,
}) => {
  const customer = `pays-${Date.now()}-${Math.random()}`;
  const order = {
    customer,
    email: `${Date.now()}@customers.example`,
    plan_price_id: await backEnd.priceOf("fleet"),
    cardprovider_test_card_token: "tok_threeDSecure2Required",
  };
  // Under one key, so that it is one sale.
  const start = () => backEnd.post("/v1/billing/cardprovider/subscriptions/headless", order, customer);
  const refused = await start();
  expect(refused).toMatchObject({ status: 402, body: { code: "K7002" } });
  await page.goto(
    site.page(`<usher-card app-id="${appId}"></usher-card><script src="${baseURL}/embed.js"></script>`),
  );
  const confirm = (secret: string) =>
    page.evaluate((given) => {
      const card = document.querySelector("usher-card");
      return Reflect.get(card ?? {}, "confirmPayment").call(card, given);
    }, secret);
  const form = page.frameLocator("usher-card iframe");
  const bank = form.frameLocator('iframe[title="3-D Secure"]');

  const first = confirm(refused.body.details.client_secret);
  await expect(form.getByText("Waiting for your bank…")).toBeVisible();
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  expect(await first).toMatchObject({ status: "failed", code: "payment_intent_authentication_failure" });
  await expect(form.getByText("unable to authenticate")).toBeVisible();

  // The sale is asked for again. Two calls for one payment get one answer.
  const again = await start();
  expect(again).toMatchObject({ status: 402, body: { code: "K7002" } });
  const twice = [1, 2].map(() => confirm(again.body.details.client_secret));
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  const [payment, same] = await Promise.all(twice);
  expect(payment).toEqual({ status: "succeeded", payment_intent: expect.stringMatching(/^pi_/) });
  expect(same).toEqual(payment);
  await expect(form.getByText("Your payment is confirmed.")).toBeVisible();
  // The card provider tells of the payment, too: the sale is done, and the same request is answered with it.
  const sold = async () => (await backEnd.get(`/v1/billing/subscriptions?customer=${customer}`)).body.data;
  await expect.poll(async () => (await sold()).map(({ status }: Told) => status)).toEqual(["ACTIVE"]);
  expect(await start()).toMatchObject({ status: 201, body: { status: "ACTIVE" } });
});

test("what is wrong with a field is said beside it, and nothing is sent", async ({ page, baseURL }) => {
  const { form, fields } = await openForm(page, baseURL);
  await fillCard(fields, "4242424242424241");
  await form.getByRole("button", { name: "Save card" }).click();
  await expect(fields.getByText("Your card number is invalid.")).toBeVisible();
  await expect(fields.getByLabel("Card number")).toBeFocused();
  expect(await told(page, "failed")).toMatchObject({ code: "invalid_number" });
  await fields.getByLabel("Card number").fill("3782822463100");
  await fields.getByLabel("Expiry date").fill("0120");
  await form.getByRole("button", { name: "Save card" }).click();
  for (const fault of ["number is incomplete", "date is in the past", "code is incomplete"])
    await expect(fields.getByText(fault)).toBeVisible();
});

test("it speaks the page's language, and takes the page's own button", async ({ page, baseURL }) => {
  const { form, fields } = await openForm(page, baseURL, 'lang="de" button="none"');
  // At once: it waits for the fields.
  await page.evaluate(() =>
    Reflect.get(document.querySelector("usher-card") ?? {}, "submit").call(
      document.querySelector("usher-card"),
    ),
  );
  await expect(fields.getByLabel("Kartennummer")).toBeVisible();
  await expect(form.getByRole("button")).toHaveCount(0);
  await expect(fields.getByText("Die Kartennummer ist unvollständig.")).toBeVisible();
});

test("a page of an origin that the application does not allow cannot frame it", async ({
  context,
  baseURL,
}) => {
  const stranger = await openTenantSite();
  // Not the watched page: here the browser's refusal is what is wanted.
  const page = await context.newPage();
  const refusals: string[] = [];
  page.on("console", (message) => refusals.push(message.text()));
  const frame = (origin: string) =>
    `<iframe src="${baseURL}/embed/card?app=${appId}&origin=${encodeURIComponent(origin)}"></iframe>`;
  // Whether it names its own origin, or pretends to be the allowed one.
  for (const origin of [stranger.origin, site.origin]) {
    await page.goto(stranger.page(frame(origin)));
    await expect.poll(() => refusals.filter((text) => text.includes("frame-ancestors"))).not.toEqual([]);
    await expect(page.frameLocator("iframe").getByRole("heading")).toHaveCount(0);
    refusals.length = 0;
  }
  await page.goto(site.page(frame(site.origin)));
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Card details" })).toBeAttached();
  await stranger.close();
});
