import type Stripe from "stripe";
import { z } from "zod";
import { addIntervals } from "../billing/calendar.ts";
import { change, emit } from "../events.ts";
import { letters } from "../ids.ts";
import { lock } from "../locking.ts";
import { makeCoupon } from "../objects/coupon.ts";
import type { Store } from "../store.ts";
import { invalid, notInFuture } from "../wire/failure.ts";
import {
  Currency,
  intBetween,
  Metadata,
  Percent,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
  unsettableUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route, retrieving } from "./route.ts";

/** Of an id that Stripe makes. */
const ID_LENGTH = 8;
/** github.com/polarsource/polar/issues/5429; `maxLength` in github.com/stripe/openapi. */
const MAX_NAME = 40;
/** CouponCreateParams.redeem_by in the SDK: "cannot be set to more than 5 years in the future". */
const MAX_YEARS = 5;

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
  checkRedeemBy(store.now, input.redeem_by);
  const id = input.id ?? letters(ID_LENGTH);
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

/** In the future, and at most five years from now. */
function checkRedeemBy(now: number, redeemBy: number | undefined): void {
  if (redeemBy === undefined) return;
  const year = { interval: "year", interval_count: 1 } as const;
  if (redeemBy <= now) throw notInFuture("redeem_by");
  if (redeemBy > addIntervals(now, year, MAX_YEARS))
    throw invalid("Invalid timestamp: can be no more than five years in the future.", { param: "redeem_by" });
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

/** A discount is named in one way. No source: the stricter reading; the words are those of other parameters that exclude each other. */
export function refuseSecond(named: Named & { discount?: string | undefined }, param: string): void {
  const sent = (["coupon", "discount", "promotion_code"] as const).filter(
    (name) => named[name] !== undefined,
  );
  if (sent.length < 2) return;
  const names = sent.map((name) => `${param}[${name}]`);
  throw invalid(`You may only specify one of these parameters: ${names.join(", ")}.`, {
    param: names[0] ?? param,
  });
}

/** Who redeems a coupon, and in which currency they pay. */
export interface Redemption {
  /** Null where a checkout session does not know it yet. */
  customer: string | null;
  currency: string;
}

/**
 * The coupon that is named by itself or by a promotion code; refused when it is used up, and for other customers than the
 * code's (PromotionCodeCreateParams.customer in the SDK: "The customer who can use this promotion code").
 */
export async function couponFor(
  store: Store,
  { coupon: id, promotion_code: code }: Named,
  { customer, currency }: Redemption,
  param: string,
): Promise<{ coupon: Stripe.Coupon; promotion: Stripe.PromotionCode | null }> {
  refuseSecond({ coupon: id, promotion_code: code }, param);
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
  if (promotion && promotion.customer !== null && promotion.customer !== customer)
    throw invalid("This promotion code cannot be redeemed by this customer.", {
      param: `${param}[promotion_code]`,
    });
  refuseOtherCurrency(coupon, currency, `${param}[${promotion ? "promotion_code" : "coupon"}]`);
  return { coupon, promotion };
}

/** Coupon.amount_off in the SDK: "in the `currency` specified". The sandbox has no `currency_options` of coupons. */
function refuseOtherCurrency(coupon: Stripe.Coupon, currency: string, param: string): void {
  if (coupon.amount_off === null || coupon.currency === currency) return;
  const message = `The coupon ${coupon.id} takes off \`${coupon.currency}\` and cannot be redeemed in \`${currency}\`.`;
  throw invalid(message, { param });
}

/** The same coupon, redeemed once more. */
export async function redeemable(
  store: Store,
  named: Named,
  by: Redemption,
  param: string,
): Promise<{ coupon: Stripe.Coupon; promotionCode: string | null }> {
  const { coupon, promotion } = await couponFor(store, named, by, param);
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

async function updateCoupon(call: Call): Promise<Stripe.Coupon> {
  const { store } = call;
  const input = read(
    { name: unsettableUpTo(MAX_NAME).optional(), metadata: Metadata.optional() },
    call.params,
  );
  const before = await store.get<Stripe.Coupon>("coupon", idOf(call));
  const name = input.name === undefined ? before.name : input.name || null;
  return change<Stripe.Coupon>(store, "coupon.updated", before, {
    ...before,
    name,
    metadata: mergeMetadata(before.metadata, input.metadata),
  });
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
];
