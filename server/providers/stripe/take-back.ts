import type Stripe from "stripe";
import { Decimal } from "../../platform/decimal.ts";
import { chargeablePart } from "../../platform/money.ts";
import type { ProviderChange, ProviderReduced } from "../port.ts";
import { discountsWith, prorationOf } from "./change-terms.ts";
import { itemChanges } from "./item-changes.ts";
import { linesOf } from "./preview-lines.ts";

/** Of the documentation of metadata: "values up to 500 characters long" (https://docs.stripe.com/metadata). */
const MAX_METADATA = 500;

/**
 * What a change's own credit gives back too much of a line that was reduced: an amount above 0, to be invoiced with the change. Of what
 * cannot be charged in its currency, such as the last digit of KWD (platform/currency.ts), the customer keeps the rest.
 */
export interface TakenBack {
  amount: number;
  /** The same stretch of time as the credit's. */
  period: { start: number; end: number };
  price: { currency: string; product: string; tax_behavior?: Stripe.Price.TaxBehavior };
  metadata: { usher_description: string; usher_credited_line: string };
}

type Change = Pick<ProviderChange, "isAnew" | "promotionCodeId" | "reduced" | "items">;

/** The parameters that preview a change of a subscription, without what is added to its invoice. */
export function previewParams(
  current: Stripe.Subscription,
  old: Stripe.SubscriptionItem[],
  { items, isAnew, promotionCodeId }: Change,
  date: { seconds: number } | null,
): Stripe.InvoiceCreatePreviewParams {
  return {
    subscription: current.id,
    ...discountsWith(current, { promotionCodeId }),
    subscription_details: {
      items: itemChanges(old, items),
      ...prorationOf({ isAnew }),
      ...(date && { proration_date: date.seconds }),
    },
  };
}

/**
 * Stripe gives back the unused part of what it charged ("the original amount previously debited":
 * https://docs.stripe.com/billing/subscriptions/prorations#credit-prorations), whatever credit notes, refunds and disputes took of it
 * since. Which lines a credit is for, and its amount, are Stripe's own words in the preview of the change.
 */
export async function findTakenBack(
  stripe: Stripe,
  current: Stripe.Subscription,
  old: Stripe.SubscriptionItem[],
  change: Change,
  date: { seconds: number } | null,
): Promise<TakenBack[]> {
  const { isAnew, reduced = [] } = change;
  if (isAnew || date === null || reduced.length === 0) return [];
  const preview = await stripe.invoices.createPreview(previewParams(current, old, change, date));
  return (await linesOf(stripe, preview)).flatMap((line): TakenBack[] => {
    const details = line.parent?.subscription_item_details;
    const credited = details?.proration_details?.credited_items?.invoice_line_items ?? [];
    const of = reduced.find(({ lineId }) => credited.includes(lineId));
    if (!of || line.amount >= 0) return [];
    const tooMuch = -line.amount - keptOf(-line.amount, line.period, of);
    const amount = Number(chargeablePart(BigInt(tooMuch), current.currency.toUpperCase()));
    if (amount <= 0) return [];
    const { price } = old.find(({ id }) => id === details?.subscription_item) ?? old[0] ?? {};
    const behavior = price?.tax_behavior;
    return [
      {
        amount,
        period: line.period,
        price: {
          currency: current.currency,
          product: typeof price?.product === "string" ? price.product : (price?.product.id ?? ""),
          ...(behavior && { tax_behavior: behavior }),
        },
        metadata: {
          usher_description: `Already given back: ${line.description ?? ""}`.slice(0, MAX_METADATA),
          usher_credited_line: of.lineId,
        },
      },
    ];
  });
}

/** The unused part of what is kept of a line, of which the credit is that of the whole; minor units, rounded half away from zero. */
function keptOf(
  credit: number,
  period: { start: number; end: number },
  { amount, kept, start, end }: ProviderReduced,
): number {
  const left = period.end - period.start;
  const whole = (end.getTime() - start.getTime()) / 1000;
  const unused = (of: bigint) => new Decimal(of.toString()).mul(left).div(whole).round();
  // Discounts make the credit less than the line's part: what is kept of it is the same part of that.
  const isPlain = whole > 0 && unused(amount).eq(credit);
  const part = isPlain
    ? unused(kept)
    : new Decimal(credit).mul(kept.toString()).div(amount.toString()).round();
  return part.toNumber();
}

/** For the update of a subscription: SubscriptionUpdateParams.AddInvoiceItem. */
export function asAddedItem({ amount, period, price, metadata }: TakenBack) {
  const moment = (timestamp: number) => ({ type: "timestamp", timestamp }) as const;
  return {
    price_data: { ...price, unit_amount: amount },
    period: { start: moment(period.start), end: moment(period.end) },
    discountable: false,
    metadata,
  };
}

/** For a preview: InvoiceCreatePreviewParams.InvoiceItem. */
export function asPreviewedItem({ amount, period, price, metadata }: TakenBack) {
  return { price_data: { ...price, unit_amount: amount }, period, discountable: false, metadata };
}
