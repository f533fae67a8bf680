import type Stripe from "stripe";
import { z } from "zod";
import { lineOfPending, retotal } from "../billing/compose-invoice.ts";
import type { HiddenItem, LineFacts } from "../billing/lines.ts";
import { checkAmount } from "../currencies.ts";
import { change, emit } from "../events.ts";
import { makeInvoiceItem } from "../objects/invoice-item.ts";
import { makeLine } from "../objects/invoice-line.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import {
  Currency,
  Flag,
  Int,
  Metadata,
  paging,
  parametersOf,
  Quantity,
  Seconds,
  Text,
  Unsettable,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { PriceData, priceOf } from "./prices.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { liveOf, sellingPrice } from "./subscription-fields.ts";
import { refuseNegative, refuseOtherBehavior, requireTaxable, TaxBehavior } from "./tax-behaviors.ts";

const PATH = "/v1/invoiceitems";

const CREATE = parametersOf<Stripe.InvoiceItemCreateParams>()({
  amount: Int.optional(),
  currency: Currency.optional(),
  customer: Text,
  description: Text.optional(),
  discountable: Flag.optional(),
  invoice: Text.optional(),
  metadata: Metadata.optional(),
  period: z.strictObject({ start: Seconds, end: Seconds }).optional(),
  price_data: PriceData.optional(),
  pricing: z.strictObject({ price: Text.optional() }).optional(),
  quantity: Quantity.optional(),
  subscription: Text.optional(),
  tax_behavior: TaxBehavior.optional(),
});

/** Something more on the next invoice, or on a draft: https://docs.stripe.com/api/invoiceitems/create. */
async function create({ store, params }: Call): Promise<Stripe.InvoiceItem> {
  const input = read(CREATE, params);
  await store.get<Stripe.Customer>("customer", input.customer, "customer");
  if (input.period && input.period.end < input.period.start)
    throw invalid("The end of the period must not be before its start.", { param: "period[end]" });
  const subscription =
    input.subscription === undefined ? null : await liveOf(store, input.customer, input.subscription);
  const draft = input.invoice === undefined ? null : await draftOf(store, input.invoice, input.customer);
  const price = input.price_data
    ? await priceOf(store, input.price_data, "price_data")
    : await sellingPrice(store, { price: input.pricing?.price }, "pricing");
  if (price?.recurring)
    throw invalid("The price specified is recurring; invoice items take one-time prices.", {
      param: "pricing[price]",
    });
  if (!price && input.amount === undefined)
    throw invalid("Missing required param: amount.", { code: "parameter_missing", param: "amount" });
  if (!price && !input.currency)
    throw invalid("Missing required param: currency.", { code: "parameter_missing", param: "currency" });
  if (price && input.amount !== undefined)
    throw invalid("You may only specify one of these parameters: amount, pricing.", { param: "amount" });
  if (!price && input.quantity !== undefined)
    throw invalid("quantity goes with a price, not with an amount.", { param: "quantity" });
  if (price && input.tax_behavior) throw lacking("tax_behavior beside a price");
  const sold = price ?? { id: null, tax_behavior: input.tax_behavior, unit_amount: input.amount };
  if (draft?.automatic_tax.enabled || subscription?.automatic_tax.enabled)
    await requireTaxable(store, [sold]);
  refuseOtherBehavior(draft?.default_tax_rates ?? subscription?.default_tax_rates ?? [], [sold]);
  const quantity = input.quantity ?? 1;
  const unitAmount = price?.unit_amount ?? input.amount ?? 0;
  const product = price ? await store.find<Stripe.Product>("product", String(price.product)) : null;
  const line: LineFacts = {
    amount: unitAmount * quantity,
    description: input.description ?? product?.name ?? "",
    period: input.period ?? { start: store.now, end: store.now },
    quantity,
    price,
    unitAmount,
    subscription: input.subscription ?? null,
    item: null,
    invoiceItem: null,
    isProration: false,
    // InvoiceItemUpdateParams.discountable in the SDK: false by default for negative items.
    isDiscountable: input.discountable ?? unitAmount >= 0,
    credited: null,
    metadata: mergeMetadata(null, input.metadata),
  };
  const currency = price?.currency ?? input.currency ?? "usd";
  if (!price) checkAmount(unitAmount, currency, "amount");
  if (subscription && subscription.currency !== currency)
    throw invalid("The currency of the item differs from the subscription's.", { param: "currency" });
  if (draft && draft.currency !== currency)
    throw invalid("The currency of the item differs from the invoice's.", { param: "currency" });
  const facts = { customer: input.customer, currency, invoice: draft?.id ?? null, clock: store.clock, line };
  const hidden: Partial<HiddenItem> = input.tax_behavior ? { tax_behavior: input.tax_behavior } : {};
  const item = store.add(makeInvoiceItem(store.now, facts), hidden);
  await emit(store, "invoiceitem.created", item);
  if (draft) await putOnDraft(store, draft, item);
  return item;
}

async function draftOf(store: Store, id: string, customer: string): Promise<Stripe.Invoice> {
  const invoice = await store.get<Stripe.Invoice>("invoice", id, "invoice");
  if (invoice.status !== "draft") {
    const message = "The invoice is no longer editable; invoice items can only be added to drafts.";
    throw invalid(message, { code: "invoice_not_editable", param: "invoice" });
  }
  if (invoice.customer !== customer)
    throw invalid("The invoice belongs to another customer.", { param: "invoice" });
  return invoice;
}

async function putOnDraft(store: Store, draft: Stripe.Invoice, item: Stripe.InvoiceItem): Promise<void> {
  const line = makeLine(draft.id, draft.currency, await lineOfPending(store, item));
  await replaceLines(store, draft, [...draft.lines.data, line]);
}

async function replaceLines(
  store: Store,
  draft: Stripe.Invoice,
  data: Stripe.InvoiceLineItem[],
): Promise<void> {
  const changed = await retotal(store, { ...draft, lines: { ...draft.lines, data } });
  await change<Stripe.Invoice>(store, "invoice.updated", draft, changed);
}

async function load(call: Call): Promise<Stripe.InvoiceItem> {
  return call.store.get<Stripe.InvoiceItem>("invoiceitem", idOf(call));
}

async function update(call: Call): Promise<Stripe.InvoiceItem> {
  const { store } = call;
  const shape = parametersOf<Stripe.InvoiceItemUpdateParams>()({
    amount: Int.optional(),
    description: Unsettable.optional(),
    metadata: Metadata.optional(),
  });
  const input = read(shape, call.params);
  const before = await load(call);
  if (before.invoice !== null)
    throw invalid("The sandbox does not change invoice items that are on an invoice.", {
      code: "invoice_not_editable",
    });
  if (input.amount !== undefined) {
    checkAmount(input.amount, before.currency, "amount");
    await refuseNegativeOf(store, before, input.amount);
  }
  return store.put<Stripe.InvoiceItem>({
    ...before,
    amount: input.amount ?? before.amount,
    net_amount: input.amount ?? before.amount,
    description: input.description === undefined ? before.description : input.description || null,
    metadata: mergeMetadata(before.metadata, input.metadata),
  });
}

/** Of an item that waits for an invoice of a subscription whose taxes are computed. */
async function refuseNegativeOf(store: Store, { parent }: Stripe.InvoiceItem, amount: number): Promise<void> {
  const id = parent?.subscription_details?.subscription;
  const subscription = id ? await store.find<Stripe.Subscription>("subscription", id) : null;
  if (subscription?.automatic_tax.enabled) refuseNegative([amount]);
}

async function remove(call: Call): Promise<Stripe.DeletedInvoiceItem> {
  const { store } = call;
  read({}, call.params);
  const item = await load(call);
  if (typeof item.invoice === "string") {
    const draft = await draftOf(store, item.invoice, String(item.customer));
    const isOf = (line: Stripe.InvoiceLineItem) =>
      line.parent?.invoice_item_details?.invoice_item === item.id;
    await replaceLines(
      store,
      draft,
      draft.lines.data.filter((line) => !isOf(line)),
    );
  }
  await store.remove(item.id);
  await emit(store, "invoiceitem.deleted", item);
  return { id: item.id, object: "invoiceitem", deleted: true };
}

function listItems(call: Call) {
  const shape = parametersOf<Stripe.InvoiceItemListParams>()({
    ...paging,
    customer: Text.optional(),
    invoice: Text.optional(),
    pending: Flag.optional(),
  });
  const { customer, invoice, pending, ...page } = read(shape, call.params);
  const where = {
    ...(customer !== undefined && { customer }),
    ...(invoice !== undefined && { invoice }),
    ...(pending === true && { invoice: null }),
  };
  const without = pending === false ? [{ invoice: null }] : [];
  return call.store.list<Stripe.InvoiceItem>("invoiceitem", PATH, { ...page, where, without });
}

async function retrieve(call: Call): Promise<Stripe.InvoiceItem> {
  read({}, call.params);
  return load(call);
}

export const invoiceItemRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listItems },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "DELETE", path: `${PATH}/:id`, handle: remove },
];
