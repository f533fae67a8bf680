import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const now = () => Math.floor(Date.now() / 1000);
const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;

function aCoupon(more: Stripe.CouponCreateParams = {}): Promise<Stripe.Coupon> {
  return stripe.coupons.create({ percent_off: 10, ...more });
}

async function aCode(coupon: Stripe.Coupon, more: Partial<Stripe.PromotionCodeCreateParams> = {}) {
  return stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, ...more });
}

describe("a coupon", () => {
  test("can be redeemed for five years at most, from now on", async () => {
    const last = now() + 4 * YEAR;
    expect((await aCoupon({ redeem_by: last })).redeem_by).toBe(last);
    for (const redeem_by of [now() - HOUR, now() + 5 * YEAR + 2 * 24 * HOUR])
      expect(await refused(aCoupon({ redeem_by }))).toMatchObject({ statusCode: 400, param: "redeem_by" });
  });

  test("has a name of 40 characters after an update, too", async () => {
    const { id } = await aCoupon();
    expect((await stripe.coupons.update(id, { name: "x".repeat(40) })).name).toHaveLength(40);
    const error = await refused(stripe.coupons.update(id, { name: "x".repeat(41) }));
    expect(error).toMatchObject({ statusCode: 400, param: "name" });
  });

  test("takes off a percentage or an amount in a currency, never both", async () => {
    const wrong: Stripe.CouponCreateParams[] = [
      { percent_off: 0 },
      { percent_off: 100.1 },
      { amount_off: 0, currency: "usd" },
      { amount_off: 500 },
      { percent_off: 10, amount_off: 500, currency: "usd" },
      { percent_off: 10, max_redemptions: 0 },
      { percent_off: 10, duration: "repeating" },
      { percent_off: 10, duration: "repeating", duration_in_months: 0 },
      { percent_off: 10, duration: "once", duration_in_months: 3 },
    ];
    for (const params of wrong)
      expect(await refused(stripe.coupons.create(params)), JSON.stringify(params)).toMatchObject({
        statusCode: 400,
        rawType: "invalid_request_error",
      });
  });
});

describe("a promotion code", () => {
  test("is written with letters, digits and dashes", async () => {
    const coupon = await aCoupon();
    expect((await aCode(coupon, { code: "Spring-2027" })).code).toBe("SPRING-2027");
    for (const code of ["SPRING!", "SPRING 27", "SPRING_27", "FRÜHLING"]) {
      const error = await refused(aCode(coupon, { code }));
      expect(error, code).toMatchObject({ statusCode: 400, param: "code" });
    }
  });

  test("has 500 characters at most", async () => {
    const coupon = await aCoupon();
    expect((await aCode(coupon, { code: "A".repeat(500) })).code).toHaveLength(500);
    const error = await refused(aCode(coupon, { code: "B".repeat(501) }));
    expect(error).toMatchObject({ statusCode: 400, param: "code" });
  });

  test("is redeemed no more often, and no later, than its coupon", async () => {
    const redeem_by = now() + HOUR;
    const coupon = await aCoupon({ max_redemptions: 3, redeem_by });
    const within = await aCode(coupon, { max_redemptions: 3, expires_at: redeem_by });
    expect(within).toMatchObject({ max_redemptions: 3, expires_at: redeem_by });
    expect(await refused(aCode(coupon, { max_redemptions: 4 }))).toMatchObject({
      statusCode: 400,
      param: "max_redemptions",
    });
    expect(await refused(aCode(coupon, { expires_at: redeem_by + 1 }))).toMatchObject({
      statusCode: 400,
      param: "expires_at",
    });
  });

  test("is reactivated only while it could be redeemed, and no other code is written alike", async () => {
    const coupon = await aCoupon();
    const code = await aCode(coupon, { code: "AGAIN" });
    await stripe.promotionCodes.update(code.id, { active: false });
    expect((await stripe.promotionCodes.update(code.id, { active: true })).active).toBe(true);
    await stripe.promotionCodes.update(code.id, { active: false });
    const other = await aCode(coupon, { code: "again" });
    const again = () => refused(stripe.promotionCodes.update(code.id, { active: true }));
    expect(await again()).toMatchObject({ statusCode: 400, code: "resource_already_exists" });
    await stripe.promotionCodes.update(other.id, { active: false });
    await stripe.coupons.del(coupon.id);
    expect(await again()).toMatchObject({ statusCode: 400, param: "active" });
  });
});
