import type { Page } from "@playwright/test";
import { type BackEnd, openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";

// What comes of a subscription, on every page that has it: in the dashboard and in the portal.

let backEnd: BackEnd;
test.beforeAll(async () => {
  backEnd = await openBackEnd();
});

/** A customer with a subscription to Fleet, 25 seats for $99.00 and 15 more for $45.00. */
async function aFleet() {
  const customer = `coming-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const started = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: await backEnd.priceOf("fleet"),
    cardprovider_test_card_token: "tok_visa",
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const { id, plan_price_id, customer: owner } = started.body;
  const seats = (steps: number, fields: object = {}) =>
    backEnd.post(`/v1/billing/subscriptions/${id}/change-plan`, {
      plan_price_id,
      drivers: [{ feature_key: "seats", steps }],
      ...fields,
    });
  expect((await seats(3)).status).toBe(200);
  return {
    customer,
    customerId: owner.id as string,
    id: id as string,
    seats,
    /** The bank of another card asks about every payment: a change to 50 seats waits for it. */
    async waits() {
      const card = { customer, cardprovider_payment_method_id: "pm_card_authenticationRequired" };
      expect((await backEnd.post("/v1/billing/payment-methods", card)).status).toBeLessThan(300);
      expect((await seats(5)).body.code).toBe("K7002");
    },
    coming: async () => (await backEnd.get(`/v1/billing/subscriptions/${id}`)).body.coming,
    async openPortal(page: Page) {
      const session = await backEnd.post("/v1/billing/portal-sessions", { customer });
      await page.goto(session.body.url);
      return page.getByRole("region", { name: "Harbor Fleet" });
    },
  };
}

const change = (page: Page) => page.locator('[data-coming="change"]');

test("seats that go down with the next period are on each page, and are dropped there", {
  tag: "@long",
}, async ({ memberPage: page }) => {
  const fleet = await aFleet();
  expect((await fleet.seats(1, { effective: "period_end" })).status).toBe(200);
  for (const path of [`/customers/${fleet.customerId}`, `/subscriptions/${fleet.id}`]) {
    await page.goto(path);
    await expect(change(page)).toContainText("It changes to Fleet (Seats: 30), $114.00 a month, on ");
    await expect(
      page.getByText(
        /The quantities bought with Fleet will change on .*: Seats \+5, \$114\.00 a month in all\./,
      ),
    ).toBeVisible();
  }
  // Another wish says first what it drops.
  await page.getByRole("main").getByRole("button", { name: "Change plan", exact: true }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("New price").selectOption(await backEnd.priceOf("armada"));
  await window.getByRole("button", { name: "Preview" }).click();
  await expect(window).toContainText("takes the place of the change to Fleet (Seats: 30), $114.00 a month");

  await page.goto(`/subscriptions/${fleet.id}`);
  await change(page).getByRole("button", { name: "Drop the change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drop the change" }).click();
  await expect(page.getByText("The change was dropped.", { exact: true })).toBeVisible();
  await expect(change(page)).toHaveCount(0);
  expect(await fleet.coming()).toBeNull();
});

test("seats that wait for the bank are on each page with what is paid, and are dropped with their invoice", {
  tag: "@long",
}, async ({ memberPage: page }) => {
  const fleet = await aFleet();
  await fleet.waits();
  const { invoice_id: invoice } = (await fleet.coming()).change;
  for (const [path, where] of [
    [`/customers/${fleet.customerId}`, page.getByRole("main")],
    [`/subscriptions/${fleet.id}`, page.getByRole("main")],
    [`/subscriptions/${fleet.id}?invoice=${invoice}`, page.getByRole("dialog")],
  ] as const) {
    await page.goto(path);
    const notice = where.locator('[data-coming="change"]');
    await expect(notice).toContainText(
      /^A change to Fleet \(Seats: 50\), \$174\.00 a month, waits for the cardholder to confirm the payment of \$\d/,
    );
    await expect(notice.getByRole("link", { name: "Open the page to confirm" })).toBeVisible();
  }
  await page.goto(`/subscriptions/${fleet.id}`);
  await change(page).getByRole("button", { name: "Drop the change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drop the change" }).click();
  await expect(change(page)).toHaveCount(0);
  expect((await backEnd.get(`/v1/billing/invoices/${invoice}`)).body.status).toBe("VOID");
});

test.describe("in the window of a change of seats", () => {
  test.use({ expectedRefusals: ["/api/trpc/subscriptions.changePlan"] });
  test("Keep 40 seats drops what waits for the bank", { tag: "@long" }, async ({ memberPage: page }) => {
    const fleet = await aFleet();
    const card = {
      customer: fleet.customer,
      cardprovider_payment_method_id: "pm_card_authenticationRequired",
    };
    await backEnd.post("/v1/billing/payment-methods", card);
    await page.goto(`/subscriptions/${fleet.id}`);
    const facts = page.getByRole("region", { name: "Facts" });
    await facts.getByRole("button", { name: "Change seats" }).click();
    const window = page.getByRole("dialog", { name: "Change seats" });
    await window.getByLabel("More seats, in packs of 5").fill("5");
    await window.getByRole("button", { name: "Preview" }).click();
    await window.getByRole("button", { name: /^Change and charge \$/ }).click();
    await expect(window.getByText(/bank asks them to confirm/)).toBeVisible();
    await window.getByRole("button", { name: "Keep 40 seats" }).click();
    await expect(page.getByText("The change was dropped. Nothing is charged for it.")).toBeVisible();
    expect(await fleet.coming()).toBeNull();
  });
});

test("the portal says it to the customer, before another change drops it, and drops it", {
  tag: "@long",
}, async ({ page }) => {
  const fleet = await aFleet();
  await fleet.seats(1, { effective: "period_end" });
  const card = await fleet.openPortal(page);
  await expect(card).toContainText("It changes to Fleet (Seats: 30), $114 per month, on ");
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  await expect(page.getByText(/takes the place of the change to Fleet \(Seats: 30\)/)).toBeVisible();
  await fleet.openPortal(page);
  await page.getByRole("button", { name: "Drop the change" }).click();
  await expect(page.getByText("The change is dropped. Your plan stays as it is.")).toBeVisible();
  await expect(change(page)).toHaveCount(0);
  await fleet.waits();
  await fleet.openPortal(page);
  await expect(change(page)).toContainText(/Fleet \(Seats: 50\), \$174 per month, waits for you/);
  await expect(page.getByRole("link", { name: "Confirm the payment" })).toHaveAttribute("href", /^http/);
});
