// Starting and ending subscriptions, as every card provider must do it; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract, isReal } from "../../testing/a-contract.ts";
import { confirmAsHolder, DAY, name, wanting } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

describe("starting", () => {
  test("charges the card at once and keeps our ids", async () => {
    const customerId = await at.aCustomer();
    const priceId = await at.aPrice(1000n);
    const input = wanting({
      customerId,
      paymentMethodId: await at.aCard(customerId),
      items: [{ priceId, quantity: 2 }],
    });
    const started = await at.provider.startSubscription(input);
    expect(started).toMatchObject({
      customerId,
      status: "ACTIVE",
      items: [{ priceId, quantity: 2 }],
      trialStart: null,
      trialEnd: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      tenantId: "ten_1",
      subscriptionId: input.subscriptionId,
      checkoutId: null,
    });
    const days = (started.currentPeriodEnd.getTime() - started.currentPeriodStart.getTime()) / DAY;
    expect([28, 29, 30, 31]).toContain(days);
    expect(started.periodAnchor).toEqual(started.currentPeriodStart);
    const [invoice] = await at.invoicesOf(started.id);
    expect(invoice).toMatchObject({ status: "paid", total: 2000, amount_paid: 2000 });
    expect(await at.provider.readSubscription(started.id)).toEqual(started);
  });

  test("needs no card for a free price or a trial", async () => {
    const free = await at.provider.startSubscription(
      wanting({ customerId: await at.aCustomer(), items: [{ priceId: await at.aPrice(0n), quantity: 1 }] }),
    );
    expect(free.status).toBe("ACTIVE");
    const trialEnd = new Date(Math.floor(Date.now() / 1000) * 1000 + 14 * DAY);
    const trial = await at.provider.startSubscription(
      wanting({
        customerId: await at.aCustomer(),
        items: [{ priceId: await at.aPrice(1000n), quantity: 1 }],
        trialEnd,
      }),
    );
    expect(trial).toMatchObject({ status: "TRIALING", trialEnd, currentPeriodEnd: trialEnd });
  });

  test("without any card for a price, or with another's, is K7004 and leaves nothing", async () => {
    const customerId = await at.aCustomer();
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const foreign = await at.aCard(await at.aCustomer());
    await expect(
      at.provider.startSubscription(wanting({ customerId, items, paymentMethodId: foreign })),
    ).rejects.toMatchObject({ code: "K7004" });
    await expect(at.provider.startSubscription(wanting({ customerId, items }))).rejects.toMatchObject({
      code: "K7004",
    });
    expect(await at.allSubscriptionsOf(customerId)).toEqual([]);
  });

  test("with a card that fails when charged is K7001 and leaves nothing", async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId, "tok_chargeCustomerFail");
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    await expect(
      at.provider.startSubscription(wanting({ customerId, items, paymentMethodId })),
    ).rejects.toMatchObject({
      code: "K7001",
      status: 402,
      details: { code: "card_declined", decline_code: "generic_decline" },
    });
    expect(await at.allSubscriptionsOf(customerId)).toEqual([]);
  });

  test("with a card that needs confirmation is K7002 with the secret, the same one on a repeat", async () => {
    const customerId = await at.aCustomer();
    const card = await at.provider.attachPaymentMethod({
      customerId,
      paymentMethodId: "pm_card_authenticationRequired",
    });
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const input = wanting({ customerId, items, paymentMethodId: card.paymentMethodId });
    const refusal = await at.provider.startSubscription(input).catch((error) => error);
    expect(refusal).toMatchObject({ code: "K7002", status: 402 });
    expect(refusal.details.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
    await expect(at.provider.startSubscription(input)).rejects.toMatchObject({ details: refusal.details });
    expect(await at.allSubscriptionsOf(customerId)).toHaveLength(1);
    expect(await at.provider.findSubscription(input)).toMatchObject({ status: "INCOMPLETE" });
  });

  // Stripe's own 3-D Secure page is for people in browsers.
  if (!isReal) {
    test("becomes the subscription, charged once, when the holder has confirmed", async () => {
      const customerId = await at.aCustomer();
      const paymentMethodId = "pm_card_authenticationRequired";
      const card = await at.provider.attachPaymentMethod({ customerId, paymentMethodId });
      const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
      const input = wanting({ customerId, items, paymentMethodId: card.paymentMethodId });
      const refusal = await at.provider.startSubscription(input).catch((error) => error);
      await confirmAsHolder(at, refusal.details.client_secret, card.paymentMethodId);
      const started = await at.provider.startSubscription(input);
      expect(started).toMatchObject({ status: "ACTIVE", subscriptionId: input.subscriptionId });
      expect((await at.allSubscriptionsOf(customerId)).map(({ id }) => id)).toEqual([started.id]);
      expect(await at.invoicesOf(started.id)).toMatchObject([{ status: "paid", amount_paid: 1000 }]);
    });
  }

  test("20 times at once with one key is one subscription and one charge", { tags: ["long"] }, async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId);
    const input = wanting({
      customerId,
      paymentMethodId,
      items: [{ priceId: await at.aPrice(1000n), quantity: 1 }],
    });
    const started = await Promise.all(Array.from({ length: 20 }, () => at.provider.startSubscription(input)));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    const [only, ...others] = await at.allSubscriptionsOf(customerId);
    expect(others).toEqual([]);
    expect(await at.invoicesOf(only?.id ?? "")).toHaveLength(1);
  });
});

describe("reading and ending", () => {
  test("what the provider does not know is null", async () => {
    expect(await at.provider.readSubscription("sub_nobody")).toBeNull();
    const customerId = await at.aCustomer();
    expect(await at.provider.findSubscription({ customerId, subscriptionId: "sub_nobody" })).toBeNull();
  });

  test("finds a subscription by our id among others, ended ones too", async () => {
    const { customerId, paymentMethodId, started } = await at.aSubscription(1000n);
    const items = [{ priceId: await at.aPrice(0n), quantity: 1 }];
    const other = await at.provider.startSubscription(wanting({ customerId, paymentMethodId, items }));
    await at.provider.cancelSubscription({ id: other.id, idempotencyKey: name("key") });
    const find = (subscriptionId: string | null) =>
      at.provider.findSubscription({ customerId, subscriptionId: subscriptionId ?? "" });
    expect(await find(started.subscriptionId)).toMatchObject({ id: started.id, status: "ACTIVE" });
    expect(await find(other.subscriptionId)).toMatchObject({ id: other.id, status: "CANCELED" });
  });

  test("paused collection reads as PAUSED, whatever the status beside it", async () => {
    const { started } = await at.aSubscription(1000n);
    await at.stripe.subscriptions.update(started.id, { pause_collection: { behavior: "void" } });
    expect(await at.provider.readSubscription(started.id)).toEqual({ ...started, status: "PAUSED" });
    await at.stripe.subscriptions.update(started.id, { pause_collection: "" });
    expect(await at.provider.readSubscription(started.id)).toEqual(started);
  });

  test("ends at once without a further invoice, and twice is the same", async () => {
    const { started } = await at.aSubscription(1000n);
    const ended = await at.provider.cancelSubscription({ id: started.id, idempotencyKey: name("key") });
    expect(ended).toMatchObject({
      status: "CANCELED",
      canceledAt: expect.any(Date),
      endedAt: expect.any(Date),
    });
    expect(await at.provider.cancelSubscription({ id: started.id, idempotencyKey: name("key") })).toEqual(
      ended,
    );
    expect(await at.invoicesOf(started.id)).toHaveLength(1);
  });

  test("a subscription that does not exist cannot be ended", async () => {
    const ending = at.provider.cancelSubscription({ id: "sub_nobody", idempotencyKey: name("key") });
    await expect(ending).rejects.toMatchObject({
      code: "K7020",
      details: { provider: { code: "resource_missing" } },
    });
  });
});
