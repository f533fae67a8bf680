// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const HOUR = 3600;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;
const RENEWAL = APRIL + 30 * DAY;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A monthly subscription whose card fails from the first renewal on. */
async function failing(settings: object = {}) {
  const { stripe, secretKey } = sandbox.anAccount();
  await stripe.rawRequest("POST", "/sandbox/settings", settings);
  const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: APRIL })).id;
  const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
  const price = await aPrice(stripe, 1000);
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const good = String(customer.invoice_settings.default_payment_method);
  const use = (method: string) =>
    stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method } });
  await use((await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id })).id);
  const open = async () => {
    const { data } = await stripe.invoices.list({ customer: customer.id, status: "open" });
    if (!data[0]) throw new Error("No invoice is open.");
    return data[0];
  };
  return {
    stripe,
    secretKey,
    customer,
    open,
    use,
    good,
    to: (moment: number) => advance(stripe, clock, moment),
    status: async () => (await stripe.subscriptions.retrieve(id)).status,
    charges: async () => (await stripe.charges.list({ customer: customer.id, limit: 100 })).data,
  };
}

test("settings say what the Dashboard would, and what was not sent stays", async () => {
  const { stripe, browser } = sandbox.anAccount();
  const standard = {
    object: "sandbox.settings",
    retry_days: [3, 5, 7],
    after_last_retry: "unpaid",
    raw_card_data: false,
  };
  expect(await stripe.rawRequest("GET", "/sandbox/settings")).toMatchObject(standard);
  const set = (change: object) => stripe.rawRequest("POST", "/sandbox/settings", change);
  expect(await set({ after_last_retry: "unpaid" })).toMatchObject({
    ...standard,
    after_last_retry: "unpaid",
  });
  expect(await set({ retry_days: [1] })).toMatchObject({ retry_days: [1], after_last_retry: "unpaid" });
  expect(await set({ retry_days: "" })).toMatchObject({ retry_days: [], after_last_retry: "unpaid" });
  for (const wrong of [{ retry_days: [0] }, { after_last_retry: "forgive" }, { other: 1 }])
    expect((await refused(set(wrong))).statusCode).toBe(400);
  expect((await refused(browser.rawRequest("GET", "/sandbox/settings"))).statusCode).toBe(403);
});

describe("a renewal that fails", () => {
  test("is tried again on the account's days, and says when", async () => {
    const life = await failing({ retry_days: [1, 4] });
    const first = RENEWAL + HOUR;
    await life.to(first);
    expect(await life.open()).toMatchObject({ attempt_count: 1, next_payment_attempt: first + DAY });
    expect(await life.status()).toBe("past_due");
    await life.to(first + DAY);
    expect(await life.open()).toMatchObject({ attempt_count: 2, next_payment_attempt: first + 5 * DAY });
    await life.to(first + 5 * DAY);
    expect(await life.open()).toMatchObject({ attempt_count: 3, next_payment_attempt: null });
    expect(await life.status()).toBe("unpaid");
  });

  test("paid by hand with the new card: active at once, and no retry follows", {
    tags: ["long"],
  }, async () => {
    const life = await failing();
    await life.to(RENEWAL + HOUR);
    await life.use(life.good);
    const paid = await life.stripe.invoices.pay((await life.open()).id);
    expect(paid).toMatchObject({ status: "paid", attempt_count: 1, next_payment_attempt: null });
    expect(await life.status()).toBe("active");
    await life.to(RENEWAL + 20 * DAY);
    expect(await life.charges()).toHaveLength(3);
  });

  test("by hand with the same card: the schedule stays as it was", async () => {
    const life = await failing();
    await life.to(RENEWAL + HOUR);
    const before = await life.open();
    expect((await refused(life.stripe.invoices.pay(before.id))).code).toBe("card_declined");
    const { attempt_count, next_payment_attempt } = before;
    expect(await life.open()).toMatchObject({ attempt_count, next_payment_attempt });
    expect(await life.status()).toBe("past_due");
  });

  test.each([
    ["unpaid", "draft"],
    ["past_due", "open"],
  ] as const)(
    "at last leaves it %s: the next renewal's invoice is %s, and paying brings it back",
    async (policy, next) => {
      const life = await failing({ after_last_retry: policy, retry_days: [3] });
      await life.to(RENEWAL + 4 * DAY);
      expect(await life.status()).toBe(policy);
      const owed = await life.open();
      expect(owed).toMatchObject({ attempt_count: 2, next_payment_attempt: null });
      await life.to(RENEWAL + 31 * DAY + 2 * HOUR);
      const [renewal] = (await life.stripe.invoices.list({ customer: life.customer.id, limit: 1 })).data;
      expect(renewal?.status).toBe(next);
      await life.use(life.good);
      await life.stripe.invoices.pay(owed.id);
      if (next === "open") await life.stripe.invoices.pay(String(renewal?.id));
      expect(await life.status()).toBe("active");
    },
  );

  test("at once, where the account does not try again", async () => {
    const life = await failing({ retry_days: "" });
    await life.to(RENEWAL + HOUR);
    expect(await life.status()).toBe("unpaid");
  });
});

test("twenty payments of one invoice at once, over two servers, are one charge", {
  tags: ["long"],
}, async () => {
  const beside = await openSandbox();
  const life = await failing();
  await life.to(RENEWAL + HOUR);
  await life.use(life.good);
  const { id } = await life.open();
  const { secretKey } = life;
  const pay = (url: string) =>
    fetch(`${url}/v1/invoices/${id}/pay`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
    });
  const both = Array.from({ length: 10 }, () => [pay(sandbox.url), pay(beside.url)]).flat();
  const statuses = (await Promise.all(both)).map(({ status }) => status).sort();
  await beside.close();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  const paid = (await life.charges()).filter((charge) => charge.paid && charge.created >= RENEWAL);
  expect(paid).toHaveLength(1);
  expect(await life.status()).toBe("active");
});
