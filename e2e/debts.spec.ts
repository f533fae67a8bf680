import { createUsher, type Usher } from "../packages/client/src/index.ts";
import { expectClean } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { anApplication } from "./sandbox.ts";

let usher: Usher;

test.beforeAll(async ({ browser, testState, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: testState });
  usher = createUsher(await anApplication(await context.newPage(), baseURL ?? ""));
  await context.close();
});

/** A customer in the time of a clock, and a plan of their own at $29 a month. */
async function aCustomer(name: string) {
  const product = await usher.products.create({ slug: name, name });
  const { id: plan_id } = await usher.plans.create({ product_id: product.id, slug: name, name: "Solo" });
  const price = await usher.prices.create({ plan_id, amount: 2_900, currency: "USD", interval: "MONTH" });
  const pack = await usher.packs.create({ plan_id });
  await usher.packs.publish({ pack_id: pack.id });
  const clock = await usher.testClocks.create({ now: "2030-01-01T00:00:00Z" });
  await usher.testClocks.addCustomer({ id: clock.id, customer: name, email: `${name}@example.com` });
  return { price, clock };
}

/** A subscription at $29 a month whose renewal the card did not pay, in the time of a clock; returns its customer. */
async function aDebt(): Promise<{ customer: string; subscription: string }> {
  const name = `debt-${Date.now().toString(36)}`;
  const { price, clock } = await aCustomer(name);
  const { id } = await usher.subscriptions.start({
    customer: name,
    plan_price_id: price.id,
    cardprovider_test_card_token: "tok_visa",
  });
  await usher.paymentMethods.set({ customer: name, cardprovider_test_card_token: "tok_chargeCustomerFail" });
  await usher.testClocks.advance({ id: clock.id, to: "2030-02-01T02:00:00Z" });
  await expect.poll(async () => (await usher.testClocks.get({ id: clock.id })).status).toBe("READY");
  await expect.poll(async () => (await usher.subscriptions.get({ id })).status).toBe("PAST_DUE");
  return { customer: name, subscription: id };
}

test("the portal says of an invoice that is to be paid by transfer that it is overdue, not that a payment failed", async ({
  page,
}) => {
  const name = `transfer-${Date.now().toString(36)}`;
  const { price, clock } = await aCustomer(name);
  const { id } = await usher.subscriptions.create({
    customer: name,
    plan_price_id: price.id,
    provider: "PROVIDER_B",
    due_days: 3,
  });
  await usher.testClocks.advance({ id: clock.id, to: "2030-01-05T02:00:00Z" });
  await expect.poll(async () => (await usher.subscriptions.get({ id })).status).toBe("PAST_DUE");
  await usher.settings.update({ invoice_payment: "IBAN GB33 BUKB 2020 1555 5555 55" });
  await page.goto((await usher.portal.createSession({ customer: name })).url);
  const owed = page.getByRole("region", { name: "$29 is overdue (due January 4, 2030)" });
  await expect(owed).toContainText("Invoice INV-");
  await owed.getByText("See how to pay $29").click();
  await expect(owed).toContainText("IBAN GB33 BUKB 2020 1555 5555 55");
  await expect(owed.getByRole("button", { name: "Copy: Reference" })).toBeVisible();
  await expect(owed.getByRole("link", { name: "Open the invoice" })).toBeVisible();
  // Away from the button, whose colour is another one under the pointer.
  await page.mouse.move(0, 0);
  await expectClean(page);
  // Of the subscription and of the invoice.
  await expect(page.getByText("Overdue", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Payment failed")).toHaveCount(0);
});

test("a past due subscription says what is to be paid, and takes the payment", async ({ testPage: page }) => {
  const name = `banner-${Date.now().toString(36)}`;
  const { price, clock } = await aCustomer(name);
  const { id, customer } = await usher.subscriptions.create({
    customer: name,
    plan_price_id: price.id,
    provider: "PROVIDER_B",
    due_days: 3,
  });
  // Before the first planned reminder: one can be sent by hand.
  await usher.testClocks.advance({ id: clock.id, to: "2030-01-06T02:00:00Z" });
  await expect.poll(async () => (await usher.subscriptions.get({ id })).status).toBe("PAST_DUE");
  await page.goto(`/customers/${customer.id}`);
  await page.getByRole("link", { name: "All of it is overdue" }).click();
  await expect(page.getByRole("table", { name: "Invoices" })).toContainText("Overdue");
  await page.goto(`/subscriptions/${id}`);
  const due = page.getByRole("region", { name: "To be paid" });
  await expect(due).toContainText("$29.00 is 2 days overdue.");
  await due.getByRole("button", { name: "Send reminder now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send reminder" }).click();
  await expect(due.getByRole("button", { name: "Send reminder now" })).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Record payment" }).click();
  const form = page.getByRole("dialog");
  await expect(form).toContainText(/for invoice INV-\d+\. Once/);
  await form.getByLabel(/^Received on/).fill("2029-12-31");
  await expect(form).toContainText("That is before the invoice was issued, on 1 Jan 2030.");
  await form.getByLabel(/^Received on/).fill("");
  await form.getByRole("button", { name: "Record payment" }).click();
  await expect(due).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Active", { exact: true })).toBeVisible();
});

test("a debt is paid with another card in the portal, whose bank asks about the card and about the payment", {
  tag: "@long",
}, async ({ page }) => {
  const { customer, subscription } = await aDebt();
  const session = await usher.portal.createSession({ customer });
  await page.goto(session.url);
  await page.getByRole("link", { name: "Use another card" }).click();
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  const bank = page.frameLocator('iframe[title="3-D Secure"]');
  await fields.getByLabel("Card number").fill("4000002760003184");
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Your card is saved.")).toBeVisible();
  // Now its bank asks about the debt.
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Visa ending in 3184")).toBeVisible();
  expect(await usher.subscriptions.get({ id: subscription })).toMatchObject({ status: "ACTIVE" });
});
