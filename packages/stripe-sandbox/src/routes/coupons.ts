import type Stripe from "stripe";
import { z } from "zod";
import { change, emit } from "../events.ts";
import { letters } from "../ids.ts";
import { lock } from "../locking.ts";
import { makeCoupon, makePromotionCode } from "../objects/coupon.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import {
  Currency,
  Flag,
  intBetween,
  Metadata,
  Percent,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
  Unsettable,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route, retrieving } from "./route.ts";

const CODE_LENGTH = 8;
/** github.com/polarsource/polar/issues/5429 */
const MAX_NAME = 40;

const COUPON = parametersOf<Stripe.CouponCreateParams>()({
  id: Text.optional(),
  amount_off: intBetween(1).optional(),
  currency: Currency.optional(),
  duration: z.enum(["forever", "once", "repeating"]).optional(),
  duration_in_months: intBetween(1).optional(),
  max_redemptions: intBetween(1).optional(),
  metadata: Metadata.optional(),
  name: textUpTo(MAX_NAME).optional(),
  percent_off: Percent.optional(),
  redeem_by: Seconds.optional(),
});

async function createCoupon({ store, params }: Call): Promise<Stripe.Coupon> {
  const input = read(COUPON, params);
  if ((input.amount_off === undefined) === (input.percent_off === undefined)) {
    throw invalid("Must provide one of percent_off or amount_off.", { code: "parameter_missing" });
  }
  if (input.amount_off !== undefined && !input.currency) {
    throw invalid("Missing required param: currency.", { code: "parameter_missing", param: "currency" });
  }
  const duration = input.duration ?? "once";
  if ((duration === "repeating") !== (input.duration_in_months !== undefined)) {
    throw invalid("duration_in_months is required for, and only for, a duration of repeating.", {
      param: "duration_in_months",
    });
  }
  const id = input.id ?? letters(CODE_LENGTH);
  await lock(store, [id]);
  if (await store.findAny(id))
    throw invalid("Coupon already exists.", { code: "resource_already_exists", param: "id" });
  const coupon = store.add(
    makeCoupon(store.now, {
      id,
      amountOff: input.amount_off ?? null,
      currency: input.currency ?? null,
      percentOff: input.percent_off ?? null,
      duration,
      months: input.duration_in_months ?? null,
      maxRedemptions: input.max_redemptions ?? null,
      redeemBy: input.redeem_by ?? null,
      name: input.name ?? null,
      metadata: mergeMetadata(null, input.metadata),
    }),
  );
  await emit(store, "coupon.created", coupon);
  return coupon;
}

/** A deleted coupon takes nothing from those who have it; it cannot be redeemed any more. */
async function removeCoupon(call: Call): Promise<Stripe.DeletedCoupon> {
  const { store } = call;
  read({}, call.params);
  const coupon = await store.get<Stripe.Coupon>("coupon", idOf(call));
  store.put({ ...coupon, object: "deleted_coupon" });
  await emit(store, "coupon.deleted", coupon);
  return { id: coupon.id, object: "coupon", deleted: true };
}

interface Named {
  coupon?: string | undefined;
  promotion_code?: string | undefined;
}

/** The coupon that is named by itself or by a promotion code; refused when it is used up. */
export async function couponFor(
  store: Store,
  { coupon: id, promotion_code: code }: Named,
  param: string,
): Promise<{ coupon: Stripe.Coupon; promotion: Stripe.PromotionCode | null }> {
  if (code !== undefined) await lock(store, [code]);
  const promotion =
    code === undefined
      ? null
      : await store.get<Stripe.PromotionCode>("promotion_code", code, `${param}[promotion_code]`);
  const named = promotion ? promotion.promotion.coupon : id;
  if (typeof named !== "string")
    throw invalid(`Missing required param: ${param}[coupon].`, {
      code: "parameter_missing",
      param: `${param}[coupon]`,
    });
  await lock(store, [named]);
  const coupon = await store.get<Stripe.Coupon>("coupon", named, `${param}[coupon]`);
  const isLate = (moment: number | null | undefined) => typeof moment === "number" && moment <= store.now;
  if (!coupon.valid || isLate(coupon.redeem_by))
    throw invalid(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: `${param}[coupon]` });
  if (promotion && (!promotion.active || isLate(promotion.expires_at))) {
    throw invalid("This promotion code is expired or cannot be redeemed.", {
      code: "promotion_code_expired",
      param: `${param}[promotion_code]`,
    });
  }
  return { coupon, promotion };
}

/** The same coupon, redeemed once more. */
export async function redeemable(
  store: Store,
  named: Named,
  param: string,
): Promise<{ coupon: Stripe.Coupon; promotionCode: string | null }> {
  const { coupon, promotion } = await couponFor(store, named, param);
  const times = coupon.times_redeemed + 1;
  store.put<Stripe.Coupon>({
    ...coupon,
    times_redeemed: times,
    valid: coupon.max_redemptions === null || times < coupon.max_redemptions,
  });
  if (promotion) {
    const used = promotion.times_redeemed + 1;
    const active = promotion.max_redemptions === null || used < promotion.max_redemptions;
    store.put<Stripe.PromotionCode>({ ...promotion, times_redeemed: used, active });
  }
  return { coupon, promotionCode: promotion?.id ?? null };
}

const CODE = parametersOf<Stripe.PromotionCodeCreateParams>()({
  active: Flag.optional(),
  code: Text.optional(),
  customer: Text.optional(),
  expires_at: Seconds.optional(),
  max_redemptions: intBetween(1).optional(),
  metadata: Metadata.optional(),
  promotion: z.strictObject({ coupon: Text, type: z.literal("coupon") }),
});

async function createCode({ store, params }: Call): Promise<Stripe.PromotionCode> {
  const input = read(CODE, params);
  const coupon = await store.get<Stripe.Coupon>("coupon", input.promotion.coupon, "promotion[coupon]");
  if (input.customer !== undefined) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const code = (input.code ?? letters(CODE_LENGTH)).toUpperCase();
  await lock(store, [`promotion_code:${code}`]);
  const taken = await store.all<Stripe.PromotionCode>("promotion_code", { where: { code, active: true } });
  if (taken.length > 0) {
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, {
      code: "resource_already_exists",
      param: "code",
    });
  }
  const made = store.add(
    makePromotionCode(store.now, {
      code,
      coupon: coupon.id,
      customer: input.customer ?? null,
      expiresAt: input.expires_at ?? null,
      maxRedemptions: input.max_redemptions ?? null,
      isActive: input.active ?? true,
      metadata: mergeMetadata(null, input.metadata),
    }),
  );
  await emit(store, "promotion_code.created", made);
  return made;
}

async function updateCode(call: Call): Promise<Stripe.PromotionCode> {
  const { store } = call;
  const input = read({ active: Flag.optional(), metadata: Metadata.optional() }, call.params);
  const before = await store.get<Stripe.PromotionCode>("promotion_code", idOf(call));
  const metadata = mergeMetadata(before.metadata, input.metadata);
  return change<Stripe.PromotionCode>(store, "promotion_code.updated", before, {
    ...before,
    active: input.active ?? before.active,
    metadata,
  });
}

async function updateCoupon(call: Call): Promise<Stripe.Coupon> {
  const { store } = call;
  const input = read({ name: Unsettable.optional(), metadata: Metadata.optional() }, call.params);
  const before = await store.get<Stripe.Coupon>("coupon", idOf(call));
  const name = input.name === undefined ? before.name : input.name || null;
  return change<Stripe.Coupon>(store, "coupon.updated", before, {
    ...before,
    name,
    metadata: mergeMetadata(before.metadata, input.metadata),
  });
}

function listCodes(call: Call) {
  const shape = parametersOf<Stripe.PromotionCodeListParams>()({
    ...pagingByDate,
    active: Flag.optional(),
    code: Text.optional(),
    coupon: Text.optional(),
    customer: Text.optional(),
  });
  const { active, code, coupon, customer, ...page } = read(shape, call.params);
  const where = {
    ...(active !== undefined && { active }),
    ...(code !== undefined && { code: code.toUpperCase() }),
    ...(coupon !== undefined && { promotion: { coupon } }),
    ...(customer !== undefined && { customer }),
  };
  return call.store.list<Stripe.PromotionCode>("promotion_code", "/v1/promotion_codes", { ...page, where });
}

function listCoupons(call: Call) {
  return call.store.list<Stripe.Coupon>("coupon", "/v1/coupons", read(pagingByDate, call.params));
}

export const couponRoutes: Route[] = [
  { method: "POST", path: "/v1/coupons", handle: createCoupon },
  { method: "GET", path: "/v1/coupons", handle: listCoupons },
  { method: "GET", path: "/v1/coupons/:id", handle: retrieving<Stripe.Coupon>("coupon") },
  { method: "POST", path: "/v1/coupons/:id", handle: updateCoupon },
  { method: "DELETE", path: "/v1/coupons/:id", handle: removeCoupon },
  { method: "POST", path: "/v1/promotion_codes", handle: createCode },
  { method: "GET", path: "/v1/promotion_codes", handle: listCodes },
  {
    method: "GET",
    path: "/v1/promotion_codes/:id",
    handle: retrieving<Stripe.PromotionCode>("promotion_code"),
  },
  { method: "POST", path: "/v1/promotion_codes/:id", handle: updateCode },
];
