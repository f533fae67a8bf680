import type Stripe from "stripe";
import { addIntervals } from "../../platform/calendar.ts";
import type { PreviewedPeriod } from "../port.ts";
import { itemChanges } from "./item-changes.ts";
import { itemsOf } from "./subscription-view.ts";

/** Far more lines than a subscription has items. */
const MAX_LINES = 250;

/**
 * The lines of a period's items with their taxes, less the discounts that run when it begins, as Stripe previews an invoice of the same
 * items and discounts. A preview is of the moment: what ends until then is left out of it, by naming the discounts that stay
 * (InvoiceCreatePreviewParams.discounts; "" names none).
 */
export async function previewPeriod(stripe: Stripe, input: PreviewedPeriod): Promise<bigint> {
  const current = await stripe.subscriptions.retrieve(input.id, {
    expand: ["customer", "discounts.source.coupon"],
  });
  const isEnding = current.cancel_at_period_end || current.cancel_at !== null;
  const preview = await stripe.invoices.createPreview({
    subscription: input.id,
    ...(await discountsOf(stripe, current, input)),
    subscription_details: {
      items: itemChanges(await itemsOf(stripe, current), input.items),
      proration_behavior: "none",
      // An end leaves no further invoice to preview.
      ...(isEnding && { cancel_at_period_end: false }),
    },
  });
  const lines = preview.lines.has_more
    ? await stripe.invoices.listLineItems(preview.id).autoPagingToArray({ limit: MAX_LINES })
    : preview.lines.data;
  return lines
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .reduce((sum, line) => sum + BigInt(payable(line)), 0n);
}

/** What a line takes: less its discounts, with the taxes that come on top of it. */
function payable({ amount, discount_amounts: discounts, taxes }: Stripe.InvoiceLineItem): number {
  const added = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === "exclusive");
  const sum = (parts: { amount: number }[]) => parts.reduce((total, part) => total + part.amount, 0);
  return amount - sum(discounts ?? []) + sum(added);
}

/** Those that run when the period begins; nothing where they are the ones that run now, which a preview takes by itself. */
async function discountsOf(
  stripe: Stripe,
  { discounts, customer, status }: Stripe.Subscription,
  { promotionCodeId, at, startsAt, isAtOnce }: PreviewedPeriod,
): Promise<Pick<Stripe.InvoiceCreatePreviewParams, "discounts">> {
  // A change within a trial has no invoice.
  const isUsed = isAtOnce && status !== "trialing";
  const now: (string | Stripe.Discount)[] = [...discounts];
  // Only a subscription without its own discounts takes the customer's (SubscriptionCreateParams.discounts).
  const inherited =
    typeof customer === "string" || customer.deleted || !customer.discount ? [] : [customer.discount];
  const stays = (one: string | Stripe.Discount) =>
    typeof one === "string" ||
    (!(isUsed && couponOf(one)?.duration === "once") && isAfter(one.end, startsAt));
  const added = promotionCodeId ? await lasting(stripe, promotionCodeId, { at, startsAt, isUsed }) : [];
  const own = now.filter(stays);
  const left = own.length + added.length > 0 ? own : inherited.filter(stays);
  if (added.length === 0 && left.length === (now.length > 0 ? now : inherited).length) return {};
  const named = [...left.map((one) => ({ discount: typeof one === "string" ? one : one.id })), ...added];
  return { discounts: named.length > 0 ? named : "" };
}

function couponOf({ source }: Stripe.Discount): Stripe.Coupon | null {
  return typeof source.coupon === "string" ? null : source.coupon;
}

function isAfter(end: number | null, moment: Date): boolean {
  return end === null || end * 1000 > moment.getTime();
}

/** A promotion code whose discount, begun with the change, runs when the period begins. */
async function lasting(
  stripe: Stripe,
  id: string,
  { at, startsAt, isUsed }: { at: Date; startsAt: Date; isUsed: boolean },
): Promise<{ promotion_code: string }[]> {
  const { promotion } = await stripe.promotionCodes.retrieve(id, { expand: ["promotion.coupon"] });
  const coupon = typeof promotion.coupon === "string" ? null : promotion.coupon;
  if (isUsed && coupon?.duration === "once") return [];
  const months = coupon?.duration === "repeating" ? coupon.duration_in_months : null;
  const hasEnded = months !== null && addIntervals(at, "MONTH", months) <= startsAt;
  return hasEnded ? [] : [{ promotion_code: id }];
}
