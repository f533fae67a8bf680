import type Stripe from "stripe";
import { makeDiscount } from "../objects/coupon.ts";
import { redeemable } from "../routes/coupons.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";
import { mergeMetadata } from "../wire/read.ts";
import { discountEnd } from "./discounts.ts";

type Phase = Stripe.SubscriptionSchedule.Phase;

/**
 * What a phase makes of its subscription beside the items. Its discounts take the place of the subscription's; a phase without any inherits
 * the customer's, of which this API version has no way to give one (the SDK on `SubscriptionScheduleUpdateParams.Phase.discounts` and
 * `.metadata`). So it is with the payment method (without one "invoices will use the default payment method in the customer's invoice
 * settings"), the tax rates, the description and automatic tax: the stricter reading, since no source says that a schedule's
 * `default_settings` take the subscription's. The last phase of a schedule that cancels sets the end.
 */
export async function withPhaseTerms(
  store: Store,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  phase: Phase,
  { isNext }: { isNext: boolean },
): Promise<Stripe.Subscription> {
  return {
    ...subscription,
    discounts: await discountsOfPhase(store, subscription, phase, {
      present: isNext ? [] : subscription.discounts,
    }),
    metadata: mergeMetadata(subscription.metadata, phase.metadata ?? {}),
    default_payment_method: phase.default_payment_method,
    default_tax_rates: phase.default_tax_rates ?? [],
    description: phase.description,
    automatic_tax:
      phase.automatic_tax ?? schedule.default_settings.automatic_tax ?? subscription.automatic_tax,
    ...endOf(schedule, phase),
  };
}

/** When a schedule's phase ends its subscription; null when it does not. */
export function endOf(
  { end_behavior, phases }: Stripe.SubscriptionSchedule,
  phase: Pick<Phase, "start_date">,
): Pick<Stripe.Subscription, "cancel_at"> {
  const last = phases.at(-1);
  const isLast = last !== undefined && last.start_date === phase.start_date;
  return { cancel_at: isLast && end_behavior === "cancel" ? last.end_date : null };
}

/** The discounts that a phase or an item of it gives; those of the running phase, `references`, are not redeemed once more. */
export async function discountsOfPhase(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Pick<Phase, "discounts">,
  { present: references }: { present: Stripe.Subscription["discounts"] },
): Promise<string[]> {
  const by = { customer: idOf(subscription.customer) ?? "", currency: subscription.currency };
  const present = await presentOf(store, references);
  const ids: string[] = [];
  for (const { coupon, discount, promotion_code } of phase.discounts) {
    const named = { coupon: idOf(coupon) ?? undefined, promotion_code: idOf(promotion_code) ?? undefined };
    const kept = idOf(discount) ?? present.find((one) => isOf(one, named))?.id ?? null;
    const made = kept === null ? await redeemed(store, by, named) : kept;
    if (made !== null) ids.push(made);
  }
  return ids;
}

async function presentOf(
  store: Store,
  discounts: Stripe.Subscription["discounts"],
): Promise<Stripe.Discount[]> {
  return Promise.all(discounts.map((one) => store.get<Stripe.Discount>("discount", idOf(one) ?? "")));
}

interface Named {
  coupon?: string | undefined;
  promotion_code?: string | undefined;
}

function isOf({ source, promotion_code }: Stripe.Discount, named: Named): boolean {
  if (named.promotion_code !== undefined) return idOf(promotion_code) === named.promotion_code;
  return promotion_code === null && idOf(source.coupon) === named.coupon;
}

/** A new discount; none when its coupon has expired since the phase was planned, so that time goes on. */
async function redeemed(
  store: Store,
  by: { customer: string; currency: string },
  named: Named,
): Promise<string | null> {
  try {
    const { coupon, promotionCode } = await redeemable(store, named, by, "discounts");
    const facts = {
      customer: by.customer,
      coupon: coupon.id,
      promotionCode,
      end: discountEnd(store.now, coupon),
    };
    return store.add(makeDiscount(store.now, facts)).id;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
