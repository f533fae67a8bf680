import type Stripe from "stripe";
import { z } from "zod";
import { balanceIn } from "../billing/balance.ts";
import { periodEnd } from "../billing/calendar.ts";
import { isInvoicedNow, orderOf, type Terms } from "../billing/change-subscription.ts";
import { composeInvoice, type Order, pendingItems, withBalance } from "../billing/compose-invoice.ts";
import { runningDiscounts } from "../billing/discounts.ts";
import type { Exchanged } from "../billing/exchange-items.ts";
import { customerOf } from "../billing/invoices.ts";
import { fullLine, type LineFacts } from "../billing/lines.ts";
import { composeSubscription, firstLines, type Start } from "../billing/start-subscription.ts";
import { currentPeriodEnd, withItems } from "../billing/subscriptions.ts";
import { checkTrialEnd } from "../billing/trial-length.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { Currency, Flag, Int, list, Metadata, parametersOf, Seconds, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { composePrice, PriceData } from "./prices.ts";
import type { Call } from "./route.ts";
import {
  AutomaticTax,
  BillingMode,
  Discounts,
  previewedDiscounts,
  spanOf,
  wantedItems,
} from "./subscription-fields.ts";
import { TaxRates, taxRatesOf } from "./subscription-parts.ts";
import { requireTaxable } from "./tax-behaviors.ts";
import { exchangeFields } from "./update-parameters.ts";
import { exchangeAsWanted } from "./update-subscription.ts";

const Details = z.strictObject({
  ...exchangeFields,
  billing_mode: BillingMode.optional(),
  cancel_at_period_end: Flag.optional(),
  default_tax_rates: TaxRates.optional(),
});

/** What is added to the preview; one that waits already is part of it anyway. */
const Added = z.strictObject({
  amount: Int.optional(),
  currency: Currency.optional(),
  description: Text.optional(),
  discountable: Flag.optional(),
  metadata: Metadata.optional(),
  period: z.strictObject({ start: Seconds, end: Seconds }).optional(),
  price_data: PriceData.optional(),
  tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
});

const PREVIEW = parametersOf<Stripe.InvoiceCreatePreviewParams>()({
  automatic_tax: AutomaticTax.optional(),
  currency: Currency.optional(),
  customer: Text.optional(),
  discounts: Discounts.optional(),
  invoice_items: list(Added).optional(),
  preview_mode: z.literal("next").optional(),
  subscription: Text.optional(),
  subscription_details: Details.optional(),
});

const TAX_RATES = "subscription_details[default_tax_rates]";

type Input = z.output<z.ZodObject<typeof PREVIEW>>;
type Wanted = z.output<typeof Details>;

/** What changes a running subscription has no part in the preview of a new one here. */
const IGNORED_AT_START = ["billing_cycle_anchor", "cancel_at_period_end", "proration_date"] as const;

/**
 * The invoice that a change, a new subscription or the next renewal would bring. Nothing is written: what it computes is
 * computed by the same functions as the change itself. https://docs.stripe.com/api/invoices/create_preview
 */
export async function previewInvoice({ store, params }: Call): Promise<Stripe.Invoice> {
  const input = read(PREVIEW, params);
  const details = input.subscription_details ?? {};
  checkTogether(input.subscription, details);
  // "If neither `subscription` nor `subscription_details.items` is provided": what a customer's invoice of these items would be.
  if (input.subscription === undefined && details.items === undefined) return previewItems(store, input);
  if (input.subscription === undefined && input.invoice_items !== undefined)
    throw lacking("invoice_items in the preview of a new subscription", "invoice_items");
  if (input.subscription === undefined && input.discounts !== undefined)
    throw lacking("discounts in the preview of a new subscription", "discounts");
  if (input.subscription === undefined) return previewStart(store, input, details);
  const kept = await store.get<Stripe.Subscription>("subscription", input.subscription, "subscription");
  if (kept.status === "canceled" || kept.status === "incomplete_expired")
    throw nothingUpcoming(kept.customer);
  const by = { customer: String(kept.customer), currency: kept.currency };
  const discounts = await previewedDiscounts(store, by, input.discounts, kept.discounts);
  const subscription = {
    ...kept,
    ...(await taxRatesOf(store, details.default_tax_rates, TAX_RATES)),
    ...(discounts && { discounts }),
    ...taxed(input.automatic_tax),
  };
  if (input.automatic_tax?.enabled)
    await requireTaxable(
      store,
      kept.items.data.map(({ price }) => price),
    );
  if (input.customer !== undefined && input.customer !== subscription.customer) {
    throw invalid("The subscription does not belong to the customer.", { param: "subscription" });
  }
  checkCurrency(input.currency, subscription.currency);
  const exchanged = await exchangeAsWanted(store, subscription, details);
  const proration = details.proration_behavior ?? "create_prorations";
  const invoiced = { currency: subscription.currency, isTaxed: subscription.automatic_tax.enabled };
  const extras = await addedLines(store, invoiced, input.invoice_items ?? []);
  const terms: Terms = { proration, paymentBehavior: "allow_incomplete", isOffSession: false, extras };
  const endsBefore = details.cancel_at_period_end ?? subscription.cancel_at_period_end;
  const order = isInvoicedNow(exchanged, terms)
    ? await orderOf(store, exchanged, terms)
    : await nextOrder(store, exchanged, { endsBefore, extras });
  const preview = await asPreview(
    store,
    order,
    exchanged.prorations.length > 0 ? (details.proration_date ?? store.now) : null,
  );
  for (const id of discounts ?? []) if (!kept.discounts.includes(id)) await store.remove(id);
  return preview;
}

/**
 * Automatic tax as the preview wants it. Where the customer's address is missing the preview says so in `automatic_tax.status`:
 * https://docs.stripe.com/billing/taxes/collect-taxes ("Estimate taxes and total").
 */
function taxed(
  wanted: z.output<typeof AutomaticTax> | undefined,
): Pick<Partial<Stripe.Subscription>, "automatic_tax"> {
  if (wanted === undefined) return {};
  const { enabled } = wanted;
  return { automatic_tax: { disabled_reason: null, enabled, liability: enabled ? { type: "self" } : null } };
}

/** What goes with what: Invoices.d.ts, InvoiceCreatePreviewParams.SubscriptionDetails. */
function checkTogether(subscription: string | undefined, details: Wanted): void {
  const isNew = subscription === undefined;
  if (details.trial_end !== undefined && isNew && details.items === undefined)
    throw needing("trial_end", "`subscription` or `subscription_details[items]`");
  if (details.proration_date === undefined || isNew) return;
  if (details.items === undefined && details.trial_end === undefined)
    throw needing("proration_date", "`subscription_details[items]` or `subscription_details[trial_end]`");
  if (details.proration_behavior === "none")
    throw needing("proration_date", "another proration_behavior than `none`");
}

function needing(name: string, what: string) {
  const param = `subscription_details[${name}]`;
  return invalid(`You can only specify \`${param}\` with ${what}.`, { param });
}

/** A preview in another currency than the subscription's needs prices that have both. */
function checkCurrency(wanted: string | undefined, currency: string): void {
  if (wanted !== undefined && wanted !== currency)
    throw lacking(`previews in another currency than ${currency}`, "currency");
}

/**
 * InvoiceCreatePreviewParams.InvoiceItem in the SDK: an amount with its currency, or `price_data`, "used to generate a new Price object
 * inline"; `discountable` is "true, except for negative invoice items" by default.
 */
async function addedLines(
  store: Store,
  invoiced: { currency: string; isTaxed: boolean },
  added: z.output<typeof Added>[],
): Promise<LineFacts[]> {
  const sold: { amount: number; price: Stripe.Price | null; behavior: Stripe.Price.TaxBehavior | null }[] =
    [];
  for (const [index, { amount, currency, price_data: data, tax_behavior: behavior }] of added.entries()) {
    const param = `invoice_items[${index}]`;
    if (data && (amount ?? currency ?? behavior) !== undefined)
      throw lacking("an amount, currency or tax_behavior beside price_data", `${param}[price_data]`);
    if (data?.recurring)
      throw invalid("The price specified is recurring; invoice items take one-time prices.", {
        param: `${param}[price_data]`,
      });
    for (const [name, value] of Object.entries({ amount, currency }))
      if (!data && value === undefined)
        throw invalid(`Missing required param: ${param}[${name}].`, {
          code: "parameter_missing",
          param: `${param}[${name}]`,
        });
    if ((data?.currency ?? currency) !== invoiced.currency)
      throw invalid(`The currency of an invoice item must be the invoice's, ${invoiced.currency}.`, {
        param: `${param}[currency]`,
      });
    const price = data ? await composePrice(store, data, `${param}[price_data]`) : null;
    sold.push({ amount: data?.unit_amount ?? amount ?? 0, price, behavior: behavior ?? null });
  }
  const taxable = sold.map(
    ({ price, amount, behavior }) => price ?? { id: null, tax_behavior: behavior, unit_amount: amount },
  );
  if (added.length > 0 && invoiced.isTaxed) await requireTaxable(store, taxable);
  return Promise.all(
    added.map(async ({ period, ...item }, index) => {
      const { amount = 0, price = null, behavior } = sold[index] ?? {};
      const product = price && (await store.find<Stripe.Product>("product", String(price.product)));
      return {
        amount,
        description: item.description ?? product?.name ?? "",
        period: period
          ? spanOf(period, `invoice_items[${index}][period]`)
          : { start: store.now, end: store.now },
        quantity: 1,
        price,
        unitAmount: amount,
        taxBehavior: behavior ?? undefined,
        subscription: null,
        item: null,
        invoiceItem: newId("ii"),
        isProration: false,
        isDiscountable: item.discountable ?? amount >= 0,
        credited: null,
        metadata: mergeMetadata(null, item.metadata),
      };
    }),
  );
}

/** The coming renewal, with what has waited for it and what the change adds to that. */
async function nextOrder(
  store: Store,
  { moved, prorations }: Exchanged,
  { endsBefore, extras }: { endsBefore: boolean; extras: LineFacts[] },
): Promise<Order> {
  const start = currentPeriodEnd(moved);
  const anchor =
    moved.trial_end !== null && moved.status === "trialing" ? moved.trial_end : moved.billing_cycle_anchor;
  const items = moved.items.data.map((item) => {
    const end = item.price.recurring ? periodEnd(anchor, item.price.recurring, start) : start;
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const customer = await customerOf(store, moved);
  const pending = await pendingItems(store, customer.id, moved.id, moved.currency);
  if (endsBefore && pending.length + prorations.length + extras.length === 0) {
    throw nothingUpcoming(customer.id);
  }
  const [first] = moved.items.data;
  return {
    customer,
    subscription: withItems(moved, items),
    currency: moved.currency,
    lines: [
      ...prorations,
      ...(endsBefore ? [] : await Promise.all(items.map((item) => fullLine(store, item)))),
      ...extras,
    ],
    reason: "upcoming",
    pending,
    // https://github.com/stripe/stripe-go/issues/1671: a discount that ends before the invoice is not on its preview.
    discounts: await runningDiscounts(store, moved, start),
    period: { start: first?.current_period_start ?? start, end: start },
  };
}

/**
 * The invoice of a customer's, for no subscription, of what waits and these items. Without them there is nothing to preview: an
 * observed answer (https://github.com/stripe/stripe-node/issues/2347).
 */
async function previewItems(
  store: Store,
  { customer: customerId, currency: wanted, invoice_items: items = [], automatic_tax, ...others }: Input,
): Promise<Stripe.Invoice> {
  if (items.length === 0)
    throw invalid(
      "You must provide at least one of: `subscription`, `schedule`, `subscription_details.items`, `schedule_details.phases`, `invoice_items`.",
    );
  for (const name of ["discounts", "subscription_details"] as const)
    if (others[name] !== undefined)
      throw lacking(`${name} in the preview of an invoice for no subscription`, name);
  if (customerId === undefined) throw lacking("the preview of an invoice for no customer", "customer");
  const customer = await store.get<Stripe.Customer>("customer", customerId, "customer");
  const currency = wanted ?? customer.currency ?? "usd";
  const tax = taxed(automatic_tax).automatic_tax;
  const order: Order = {
    customer,
    currency,
    subscription: null,
    reason: "upcoming",
    discounts: [],
    automaticTax: tax,
    lines: await addedLines(store, { currency, isTaxed: tax?.enabled ?? false }, items),
    pending: await pendingItems(store, customer.id, null, currency),
  };
  return { ...(await asPreview(store, order, null)), parent: null };
}

async function previewStart(
  store: Store,
  { customer: customerId, currency: wanted, automatic_tax }: Input,
  details: Wanted,
): Promise<Stripe.Invoice> {
  const ignored = IGNORED_AT_START.find((name) => details[name] !== undefined);
  if (ignored)
    throw lacking(`${ignored} in the preview of a new subscription`, `subscription_details[${ignored}]`);
  if (details.trial_end === "now")
    throw lacking(
      "a trial_end of now in the preview of a new subscription",
      "subscription_details[trial_end]",
    );
  if (customerId === undefined)
    throw invalid("Missing required param: customer.", { code: "parameter_missing", param: "customer" });
  const customer = await store.get<Stripe.Customer>("customer", customerId, "customer");
  const { trial_end: end } = details;
  if (end !== undefined) checkTrialEnd(store.now, end, "subscription_details[trial_end]");
  const start: Start = {
    customer,
    items: await wantedItems(store, details.items ?? []),
    paymentBehavior: "default_incomplete",
    isOffSession: false,
    trialEnd: typeof end === "number" ? end : null,
    anchor: null,
    proration: details.proration_behavior ?? "create_prorations",
    metadata: {},
    more: {
      ...(await taxRatesOf(store, details.default_tax_rates, TAX_RATES)),
      ...taxed(automatic_tax),
    },
  };
  if (automatic_tax?.enabled)
    await requireTaxable(
      store,
      start.items.map(({ price }) => price),
    );
  const subscription = composeSubscription(store, start);
  const lines = await firstLines(store, subscription, start);
  const { currency } = subscription;
  const pending = await pendingItems(store, customer.id, null, currency);
  checkCurrency(wanted, currency);
  const order: Order = {
    customer,
    subscription,
    currency,
    lines,
    reason: "upcoming",
    pending,
    discounts: [],
  };
  return { ...(await asPreview(store, order, null)), parent: null };
}

async function asPreview(store: Store, order: Order, prorationDate: number | null): Promise<Stripe.Invoice> {
  const id = newId("upcoming_in");
  const composed = withBalance(
    await composeInvoice(store, { ...order, id, reason: "upcoming" }),
    await balanceIn(store, order.customer, order.currency),
  );
  const details = composed.parent?.subscription_details;
  if (!composed.parent || !details || prorationDate === null) return composed;
  return {
    ...composed,
    parent: {
      ...composed.parent,
      subscription_details: { ...details, subscription_proration_date: prorationDate },
    },
  };
}

/** As answered in https://github.com/stripe/stripe-java/issues/920. */
function nothingUpcoming(customer: Stripe.Subscription["customer"]) {
  const id = typeof customer === "string" ? customer : customer.id;
  return invalid(`No upcoming invoices for customer: ${id}`, { code: "invoice_upcoming_none" });
}
