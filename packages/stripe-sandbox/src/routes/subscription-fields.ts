import type Stripe from "stripe";
import { z } from "zod";
import { discountEnd } from "../billing/discounts.ts";
import { type LineFacts, lineOfInvoiceItem } from "../billing/lines.ts";
import { otherCurrency } from "../billing/one-currency.ts";
import type { Span } from "../billing/proration.ts";
import type { WantedItem } from "../billing/start-subscription.ts";
import { isOver } from "../billing/subscriptions.ts";
import { placeOf } from "../billing/tax-table.ts";
import { checkCount, MAX_ITEMS } from "../limits.ts";
import { makeDiscount } from "../objects/coupon.ts";
import { makeInvoiceItem } from "../objects/invoice-item.ts";
import type { Store } from "../store.ts";
import { invalid, lacking, missing } from "../wire/failure.ts";
import { Flag, list, Metadata, Quantity, Seconds, Text } from "../wire/params.ts";
import { mergeMetadata } from "../wire/read.ts";
import { couponFor, redeemable, refuseSecond } from "./coupons.ts";
import { refuseUsage } from "./price-usage.ts";
import { CreditablePriceData, PriceData, priceOf, refuseArchived } from "./prices.ts";
import { requireTaxable, type Taxed } from "./tax-behaviors.ts";

export const Behavior = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);
/** `maxLength` in github.com/stripe/openapi. */
export const MAX_DESCRIPTION = 500;
export const Proration = z.enum(["always_invoice", "create_prorations", "none"]);
export const Collection = z.enum(["charge_automatically", "send_invoice"]);
export const AutomaticTax = z.strictObject({ enabled: Flag });

/**
 * Taxes by the customer's address: https://docs.stripe.com/tax/subscriptions. An account that is registered nowhere
 * collects none.
 */
export async function automaticTaxOf(
  store: Store,
  customer: Stripe.Customer,
  wanted: z.output<typeof AutomaticTax> | undefined,
  sold: readonly Taxed[],
): Promise<Pick<Partial<Stripe.Subscription>, "automatic_tax">> {
  if (!wanted?.enabled) return {};
  if (!placeOf(customer.address))
    throw invalid(
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      { code: "customer_tax_location_invalid" },
    );
  await requireTaxable(store, sold);
  return { automatic_tax: { disabled_reason: null, enabled: true, liability: { type: "self" } } };
}

export const TrialEnd = z.union([z.literal("now"), Seconds]);
export const TrialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]) }),
});

export const PaymentSettings = z.strictObject({
  payment_method_types: list(z.literal("card")).optional(),
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
});

export const BillingMode = z.strictObject({
  type: z.literal("flexible"),
  flexible: z.strictObject({ proration_discounts: z.literal("included").optional() }).optional(),
});

const NewDiscount = z.strictObject({ coupon: Text.optional(), promotion_code: Text.optional() });
export const NewDiscounts = z.union([z.literal(""), list(NewDiscount)]);
const Discount = NewDiscount.extend({ discount: Text.optional() });
export const Discounts = z.union([z.literal(""), list(Discount)]);

export const Item = z.strictObject({
  discounts: Discounts.optional(),
  metadata: Metadata.optional(),
  price: Text.optional(),
  price_data: PriceData.optional(),
  quantity: Quantity.optional(),
});

const Moment = z.strictObject({ type: z.literal("timestamp"), timestamp: Seconds });

export const Extra = z.strictObject({
  discountable: Flag.optional(),
  metadata: Metadata.optional(),
  period: z.strictObject({ start: Moment, end: Moment }).optional(),
  price: Text.optional(),
  price_data: CreditablePriceData.optional(),
  quantity: Quantity.optional(),
});

/** The stretch of time that was sent for a line. */
export function spanOf({ start, end }: Span, param: string): Span {
  if (end < start)
    throw invalid("The period's end must not be before its start.", { param: `${param}[end]` });
  return { start, end };
}

/**
 * A customer's subscription that has not ended. Another one is refused as an observed answer has it
 * (https://github.com/stripe/stripe-dotnet/issues/1857).
 */
export async function liveOf(store: Store, customer: string, id: string): Promise<Stripe.Subscription> {
  const found = await store.get<Stripe.Subscription>("subscription", id, "subscription");
  if (found.customer === customer && !isOver(found)) return found;
  throw invalid(`Customer ${customer} does not have a subscription with ID ${id}`, { param: "subscription" });
}

/**
 * The price that is named, or made of what was sent in its place; null when neither was. Both are refused:
 * SubscriptionUpdateParams.Item.price in the SDK.
 */
export async function sellingPrice(
  store: Store,
  sent: { price?: string | undefined; price_data?: z.output<typeof PriceData> | undefined },
  param: string,
): Promise<Stripe.Price | null> {
  if (sent.price_data && sent.price !== undefined)
    throw invalid(`You may only specify one of these parameters: ${param}[price], ${param}[price_data].`, {
      param: `${param}[price]`,
    });
  if (sent.price_data) return priceOf(store, sent.price_data, `${param}[price_data]`);
  if (sent.price === undefined) return null;
  const price = await store.get<Stripe.Price>("price", sent.price, `${param}[price]`);
  if (!price.active) {
    const message = "The price specified is inactive. This field only accepts active prices.";
    throw invalid(message, { param: `${param}[price]` });
  }
  refuseUsage(price);
  const product = await store.find<Stripe.Product>("product", String(price.product));
  if (product) refuseArchived(product, `${param}[price]`);
  return price;
}

/** The items that a subscription is to begin with. */
export async function wantedItems(
  store: Store,
  sent: z.output<typeof Item>[],
  name = "items",
): Promise<WantedItem[]> {
  const items: WantedItem[] = [];
  for (const [index, item] of sent.entries()) {
    const param = `${name}[${index}]`;
    const price = await sellingPrice(store, item, param);
    if (!price)
      throw invalid(`Missing required param: ${param}[price].`, {
        code: "parameter_missing",
        param: `${param}[price]`,
      });
    if (!price.recurring) {
      throw invalid(
        "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
        { param: `${param}[price]` },
      );
    }
    items.push({ price, quantity: item.quantity ?? 1, metadata: mergeMetadata(null, item.metadata) });
  }
  return items;
}

/** The items with the discounts that were sent for each; an item that begins has none to reuse. */
export async function withDiscounts(
  store: Store,
  by: { customer: string; currency: string },
  items: WantedItem[],
  sent: Pick<z.output<typeof Item>, "discounts">[],
): Promise<WantedItem[]> {
  const found: WantedItem[] = [];
  for (const [index, item] of items.entries())
    found.push({
      ...item,
      discounts: await newDiscounts(store, by, sent[index]?.discounts, [], `items[${index}][discounts]`),
    });
  return found;
}

/** One-off lines that go on the next invoice of a subscription. */
export async function extraLines(
  store: Store,
  customer: string,
  sent: z.output<typeof Extra>[] | undefined,
  currency: string,
  subscription: string | null = null,
): Promise<LineFacts[]> {
  checkCount(sent, MAX_ITEMS, "add_invoice_items");
  const lines: LineFacts[] = [];
  for (const [index, item] of (sent ?? []).entries()) {
    const price = await sellingPrice(store, item, `add_invoice_items[${index}]`);
    if (!price)
      throw invalid(`Missing required param: add_invoice_items[${index}][price].`, {
        code: "parameter_missing",
      });
    if (price.recurring) throw lacking("recurring prices among add_invoice_items");
    if (price.currency !== currency)
      throw otherCurrency(price, currency, `add_invoice_items[${index}][price]`);
    const quantity = item.quantity ?? 1;
    const product = await store.find<Stripe.Product>("product", String(price.product));
    const line: LineFacts = {
      amount: (price.unit_amount ?? 0) * quantity,
      description: product?.name ?? "",
      period: item.period
        ? spanOf(
            { start: item.period.start.timestamp, end: item.period.end.timestamp },
            `add_invoice_items[${index}][period]`,
          )
        : { start: store.now, end: store.now },
      quantity,
      price,
      unitAmount: price.unit_amount,
      subscription,
      item: null,
      invoiceItem: null,
      isProration: false,
      isDiscountable: item.discountable ?? true,
      credited: null,
      metadata: mergeMetadata(null, item.metadata),
    };
    const kept = makeInvoiceItem(store.now, {
      customer,
      currency: price.currency,
      invoice: null,
      clock: store.clock,
      line,
    });
    lines.push(lineOfInvoiceItem(store.add(kept), price));
  }
  return lines;
}

/** The same for a preview, which redeems nothing: new ones are to be removed again. */
export function previewedDiscounts(
  store: Store,
  by: { customer: string; currency: string },
  sent: z.output<typeof Discounts> | undefined,
  present: Stripe.Subscription["discounts"],
): Promise<string[] | undefined> {
  const look: typeof redeemable = async (...asked) => {
    const { coupon, promotion } = await couponFor(...asked);
    return { coupon, promotionCode: promotion?.id ?? null };
  };
  return makeDiscounts(store, by, sent, { present, param: "discounts", redeem: look });
}

/** The ids of the discounts of a customer's subscription: those that it has already, or new ones. */
export function newDiscounts(
  store: Store,
  by: { customer: string; currency: string },
  sent: z.output<typeof Discounts> | undefined,
  present: Stripe.Subscription["discounts"] = [],
  param = "discounts",
): Promise<string[] | undefined> {
  return makeDiscounts(store, by, sent, { present, param, redeem: redeemable });
}

async function makeDiscounts(
  store: Store,
  by: { customer: string; currency: string },
  sent: z.output<typeof Discounts> | undefined,
  {
    present,
    param,
    redeem,
  }: { present: Stripe.Subscription["discounts"]; param: string; redeem: typeof redeemable },
): Promise<string[] | undefined> {
  if (sent === undefined) return undefined;
  const ids: string[] = [];
  for (const [index, wanted] of (sent === "" ? [] : sent).entries()) {
    const named = wanted.discount;
    refuseSecond(wanted, `${param}[${index}]`);
    if (named !== undefined) {
      if (!present.some((one) => one === named))
        throw missing("discount", named, `${param}[${index}][discount]`);
      ids.push(named);
      continue;
    }
    const { coupon, promotionCode } = await redeem(store, wanted, by, `${param}[${index}]`);
    const facts = {
      customer: by.customer,
      coupon: coupon.id,
      promotionCode,
      end: discountEnd(store.now, coupon),
    };
    ids.push(store.add(makeDiscount(store.now, facts)).id);
  }
  return ids;
}
