import type Stripe from "stripe";
import { z } from "zod";
import { change, emit } from "../events.ts";
import { letters } from "../ids.ts";
import { lock } from "../locking.ts";
import { makePromotionCode } from "../objects/coupon.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import {
  Flag,
  intBetween,
  Metadata,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route, retrieving } from "./route.ts";

const PATH = "/v1/promotion_codes";
/** Of a code that Stripe makes. */
const CODE_LENGTH = 8;
/** `maxLength` of `code` in github.com/stripe/openapi. */
const MAX_CODE = 500;

/** PromotionCodeCreateParams.code in the SDK: letters from a to z, digits and dashes. */
const Code = textUpTo(MAX_CODE).refine(
  (code) => /^[A-Za-z0-9-]*$/.test(code),
  "Invalid code: only letters (a-z, A-Z), digits (0-9) and dashes (-) are allowed.",
);

const CODE = parametersOf<Stripe.PromotionCodeCreateParams>()({
  active: Flag.optional(),
  code: Code.optional(),
  customer: Text.optional(),
  expires_at: Seconds.optional(),
  max_redemptions: intBetween(1).optional(),
  metadata: Metadata.optional(),
  promotion: z.strictObject({ coupon: Text, type: z.literal("coupon") }),
});

async function createCode({ store, params }: Call): Promise<Stripe.PromotionCode> {
  const input = read(CODE, params);
  const coupon = await store.get<Stripe.Coupon>("coupon", input.promotion.coupon, "promotion[coupon]");
  checkWithin(coupon, input);
  if (input.customer !== undefined) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const code = (input.code ?? letters(CODE_LENGTH)).toUpperCase();
  await refuseTaken(store, code);
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

/** PromotionCodeCreateParams in the SDK: a code is redeemed no more often, and no later, than its coupon. */
function checkWithin(
  coupon: Stripe.Coupon,
  wanted: { max_redemptions?: number | undefined; expires_at?: number | undefined },
): void {
  const { max_redemptions: most, redeem_by: last } = coupon;
  if (most !== null && (wanted.max_redemptions ?? 0) > most)
    throw invalid(`max_redemptions cannot be greater than the coupon's, which is ${most}.`, {
      param: "max_redemptions",
    });
  if (last !== null && (wanted.expires_at ?? 0) > last)
    throw invalid(`expires_at cannot be after the coupon's redeem_by, which is ${last}.`, {
      param: "expires_at",
    });
}

/** No two active codes are written alike. */
async function refuseTaken(store: Store, code: string): Promise<void> {
  await lock(store, [`promotion_code:${code}`]);
  const taken = await store.all<Stripe.PromotionCode>("promotion_code", { where: { code, active: true } });
  if (taken.length === 0) return;
  throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, {
    code: "resource_already_exists",
    param: "code",
  });
}

async function updateCode(call: Call): Promise<Stripe.PromotionCode> {
  const { store } = call;
  const input = read({ active: Flag.optional(), metadata: Metadata.optional() }, call.params);
  const before = await store.get<Stripe.PromotionCode>("promotion_code", idOf(call));
  if (input.active && !before.active) await checkReactivated(store, before);
  const metadata = mergeMetadata(before.metadata, input.metadata);
  return change<Stripe.PromotionCode>(store, "promotion_code.updated", before, {
    ...before,
    active: input.active ?? before.active,
    metadata,
  });
}

/** PromotionCodeUpdateParams.active in the SDK: only while the coupon is valid and the code could be redeemed. */
async function checkReactivated(store: Store, code: Stripe.PromotionCode): Promise<void> {
  await refuseTaken(store, code.code);
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const coupon = await store.find<Stripe.Coupon>("coupon", String(code.promotion.coupon));
  const isExpired = [code.expires_at, coupon?.redeem_by].some(
    (end) => typeof end === "number" && end <= store.now,
  );
  if (coupon?.valid && !isUsedUp && !isExpired) return;
  throw invalid("A promotion code can only be reactivated while it and its coupon can be redeemed.", {
    param: "active",
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
  return call.store.list<Stripe.PromotionCode>("promotion_code", PATH, { ...page, where });
}

export const promotionCodeRoutes: Route[] = [
  { method: "POST", path: PATH, handle: createCode },
  { method: "GET", path: PATH, handle: listCodes },
  { method: "GET", path: `${PATH}/:id`, handle: retrieving<Stripe.PromotionCode>("promotion_code") },
  { method: "POST", path: `${PATH}/:id`, handle: updateCode },
];
