import type Stripe from "stripe";
import { z } from "zod";
import { afterFailure, afterPayment } from "../billing/after-payment.ts";
import { closeInvoice } from "../billing/close-invoice.ts";
import { attemptPayment, noMethod } from "../billing/collect.ts";
import { pendingItems, retotal } from "../billing/compose-invoice.ts";
import { runningDiscounts } from "../billing/discounts.ts";
import { dropPendingUpdate } from "../billing/drop-pending-update.ts";
import { customerOf, draftInvoice, finalizeInvoice, markPaid, subscriptionOf } from "../billing/invoices.ts";
import { methodFor } from "../billing/payments.ts";
import { taxRatesNamed } from "../billing/taxes.ts";
import { change, emit } from "../events.ts";
import { pageOf } from "../page-of.ts";
import type { Store } from "../store.ts";
import { declined, invalid, notInFuture } from "../wire/failure.ts";
import {
  Currency,
  Flag,
  intBetween,
  list,
  Metadata,
  paging,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
  unsettableUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { methodNamed } from "./payment-methods.ts";
import { previewInvoice } from "./preview-invoice.ts";

import { type Call, idOf, type Route, retrieving } from "./route.ts";
import { AutomaticTax, automaticTaxOf, Collection, liveOf } from "./subscription-fields.ts";
import { ownMethod, TaxRates, taxRatesOf } from "./subscription-parts.ts";
import { refuseNegative } from "./tax-behaviors.ts";

const PATH = "/v1/invoices";
const DAY = 86_400;
/** `maxLength` in github.com/stripe/openapi. */
const MAX_DESCRIPTION = 1500;

const CREATE = parametersOf<Stripe.InvoiceCreateParams>()({
  auto_advance: Flag.optional(),
  automatic_tax: AutomaticTax.optional(),
  collection_method: Collection.optional(),
  currency: Currency.optional(),
  customer: Text,
  days_until_due: intBetween(0).optional(),
  default_payment_method: Text.optional(),
  default_tax_rates: list(Text).optional(),
  description: textUpTo(MAX_DESCRIPTION).optional(),
  due_date: Seconds.optional(),
  metadata: Metadata.optional(),
  pending_invoice_items_behavior: z.enum(["exclude", "include"]).optional(),
  subscription: Text.optional(),
});

async function create({ store, params }: Call): Promise<Stripe.Invoice> {
  const input = read(CREATE, params);
  // An observed answer: https://github.com/stripe/stripe-cli/issues/1249.
  if (input.subscription !== undefined && input.pending_invoice_items_behavior !== undefined)
    throw invalid(
      "You may only specify one of these parameters: pending_invoice_items_behavior, subscription.",
      { param: "pending_invoice_items_behavior" },
    );
  const customer = await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const subscription =
    input.subscription === undefined ? null : await liveOf(store, customer.id, input.subscription);
  const currency =
    input.currency ??
    subscription?.currency ??
    customer.currency ??
    (await waitingCurrency(store, customer.id));
  const takesPending = subscription !== null || input.pending_invoice_items_behavior === "include";
  const pending = takesPending
    ? await pendingItems(store, customer.id, subscription?.id ?? null, currency)
    : [];
  const own = subscription
    ? pending.filter(({ parent }) => parent?.subscription_details?.subscription === subscription.id)
    : pending;
  if (subscription && own.length === 0) throw nothingPending();
  const isSent = input.collection_method === "send_invoice";
  if (isSent && input.days_until_due === undefined && input.due_date === undefined) {
    const message =
      "You must specify `days_until_due` or `due_date` when `collection_method` is `send_invoice`.";
    throw invalid(message, { code: "parameter_missing", param: "days_until_due" });
  }
  if (input.due_date !== undefined && input.due_date <= store.now) throw notInFuture("due_date");
  const method = await ownMethod(store, customer, input.default_payment_method);
  const tax = await automaticTaxOf(store, customer, input.automatic_tax, []);
  if (tax.automatic_tax?.enabled)
    refuseNegative(own.filter(({ proration }) => !proration).map(({ amount }) => amount));
  const { default_tax_rates: rates } = input;
  if (!isSent && (input.days_until_due !== undefined || input.due_date !== undefined)) {
    const param = input.due_date === undefined ? "days_until_due" : "due_date";
    throw invalid(`You can only specify \`${param}\` if \`collection_method\` is \`send_invoice\`.`, {
      param,
    });
  }
  const draft = await draftInvoice(
    store,
    {
      customer,
      subscription,
      currency,
      lines: [],
      reason: subscription ? "subscription_update" : "manual",
      pending: own,
      discounts: subscription ? await runningDiscounts(store, subscription) : [],
      ...(rates && { taxRates: await taxRatesNamed(store, rates, "default_tax_rates") }),
      automaticTax: tax.automatic_tax,
    },
    null,
  );
  const { days_until_due: days = 0, due_date = store.now + days * DAY } = input;
  return store.put<Stripe.Invoice>({
    ...draft,
    auto_advance: input.auto_advance ?? false,
    collection_method: input.collection_method ?? "charge_automatically",
    default_payment_method: method,
    description: input.description ?? null,
    due_date: isSent ? due_date : null,
    metadata: mergeMetadata(null, input.metadata),
  });
}

/** The currency of a customer who has none yet: that of what waits for an invoice. */
async function waitingCurrency(store: Store, customer: string): Promise<string> {
  const [first] = await store.all<Stripe.InvoiceItem>("invoiceitem", { where: { customer, invoice: null } });
  return first?.currency ?? "usd";
}

/** https://docs.stripe.com/error-codes#invoice-no-subscription-line-items. */
function nothingPending() {
  return invalid("Nothing to invoice for subscription", { code: "invoice_no_subscription_line_items" });
}

async function load(call: Call): Promise<Stripe.Invoice> {
  return call.store.get<Stripe.Invoice>("invoice", idOf(call));
}

async function update(call: Call): Promise<Stripe.Invoice> {
  const shape = parametersOf<Stripe.InvoiceUpdateParams>()({
    auto_advance: Flag.optional(),
    default_payment_method: Text.optional(),
    default_tax_rates: TaxRates.optional(),
    description: unsettableUpTo(MAX_DESCRIPTION).optional(),
    metadata: Metadata.optional(),
  });
  const input = read(shape, call.params);
  const loaded = await load(call);
  const method = await ownMethod(
    call.store,
    await customerOf(call.store, loaded),
    input.default_payment_method,
  );
  const rates = await taxRatesOf(call.store, input.default_tax_rates);
  if (rates.default_tax_rates && loaded.status !== "draft")
    throw wrongState(loaded, "its tax rates can be changed only while it is a draft");
  const taxed = rates.default_tax_rates ? await retotal(call.store, { ...loaded, ...rates }) : loaded;
  return change<Stripe.Invoice>(call.store, "invoice.updated", loaded, {
    ...taxed,
    auto_advance: input.auto_advance ?? loaded.auto_advance,
    default_payment_method: method ?? loaded.default_payment_method,
    description: input.description === undefined ? loaded.description : input.description || null,
    metadata: mergeMetadata(loaded.metadata, input.metadata),
  });
}

function wrongState(invoice: Stripe.Invoice, wanted: string) {
  const message = `This invoice is ${invoice.status}; ${wanted}.`;
  return invalid(message, { code: "invoice_not_editable" });
}

async function finalize(call: Call): Promise<Stripe.Invoice> {
  const { store } = call;
  const input = read({ auto_advance: Flag.optional() }, call.params);
  const draft = await load(call);
  if (draft.status !== "draft") throw wrongState(draft, "only drafts can be finalized");
  const open = await finalizeInvoice(store, {
    ...draft,
    auto_advance: input.auto_advance ?? draft.auto_advance ?? false,
  });
  if (open.amount_due > 0) return open;
  const { invoice } = await attemptPayment(store, open, { isOffSession: true, retries: "none" });
  await afterPayment(store, invoice);
  return invoice;
}

/** Charges an invoice at once. When the card refuses, the attempt stays written down: https://docs.stripe.com/api/invoices/pay. */
async function pay(call: Call): Promise<Stripe.Invoice> {
  const { store } = call;
  const shape = parametersOf<Stripe.InvoicePayParams>()({
    off_session: Flag.optional(),
    paid_out_of_band: Flag.optional(),
    payment_method: Text.optional(),
  });
  const input = read(shape, call.params);
  const loaded = await load(call);
  if (loaded.status === "paid") throw invalid("Invoice is already paid");
  const invoice = loaded.status === "draft" ? await finalizeInvoice(store, loaded) : loaded;
  if (invoice.status !== "open" && invoice.status !== "uncollectible")
    throw wrongState(invoice, "it cannot be paid");
  const named = input.payment_method;
  const method = named === undefined ? undefined : await methodNamed(store, named, "payment_method");
  if (method && method.customer !== invoice.customer) {
    throw invalid("The payment method must be attached to the customer of the invoice.", {
      param: "payment_method",
    });
  }
  if (input.paid_out_of_band) {
    const paid = await markPaid(store, invoice, true);
    await afterPayment(store, paid);
    return paid;
  }
  const subscription = await subscriptionOf(store, invoice);
  const customer = await customerOf(store, invoice);
  const found =
    method ??
    (await methodFor(
      store,
      customer,
      invoice.default_payment_method ?? subscription?.default_payment_method,
    ));
  if (!found && invoice.amount_due > 0) throw noMethod();
  const isFirst = invoice.attempt_count === 0;
  const isOffSession = input.off_session ?? true;
  const collected = await attemptPayment(store, invoice, { method, isOffSession, retries: "keep" });
  if (collected.failure === null) {
    await afterPayment(store, collected.invoice);
    return collected.invoice;
  }
  if (isFirst) await afterFailure(store, collected.invoice);
  const failure = collected.needsAction ? needsAction() : collected.failure;
  throw failure.with({ keepsChanges: true });
}

function needsAction() {
  const message =
    "This payment requires additional user action before it can be completed successfully. Payment can be completed using " +
    "the PaymentIntent associated with the invoice.";
  return declined("invoice_payment_intent_requires_action", message);
}

async function close(call: Call, status: "void" | "uncollectible"): Promise<Stripe.Invoice> {
  read({}, call.params);
  const invoice = await load(call);
  const isOpen = invoice.status === "open" || (status === "void" && invoice.status === "uncollectible");
  if (!isOpen) throw wrongState(invoice, "only finalized invoices that are not paid can be closed");
  const closed = await closeInvoice(call.store, invoice, status);
  if (status === "void") await dropUpdateOf(call.store, closed);
  return closed;
}

/** A change that waits for its invoice cannot be paid for any more: https://docs.stripe.com/billing/subscriptions/pending-updates. */
async function dropUpdateOf(store: Store, invoice: Stripe.Invoice): Promise<void> {
  const subscription = await subscriptionOf(store, invoice);
  if (subscription?.pending_update && subscription.latest_invoice === invoice.id)
    await dropPendingUpdate(store, subscription);
}

/** Tells the customer; a draft is finalized first: https://docs.stripe.com/api/invoices/send. */
async function send(call: Call): Promise<Stripe.Invoice> {
  const { store } = call;
  read({}, call.params);
  const invoice = await load(call);
  if (invoice.collection_method !== "send_invoice") {
    throw invalid("You can only manually send an invoice if its collection method is 'send_invoice'.");
  }
  if (invoice.status === "void") throw wrongState(invoice, "it cannot be sent");
  const sent = invoice.status === "draft" ? await finalizeInvoice(store, invoice) : invoice;
  await emit(store, "invoice.sent", sent);
  return sent;
}

async function remove(call: Call): Promise<Stripe.DeletedInvoice> {
  const { store } = call;
  read({}, call.params);
  const invoice = await load(call);
  if (invoice.status !== "draft" || invoice.parent)
    throw wrongState(invoice, "only drafts without a subscription can be deleted");
  for (const item of await store.all<Stripe.InvoiceItem>("invoiceitem", {
    where: { customer: invoice.customer, invoice: invoice.id },
  })) {
    await store.remove(item.id);
  }
  await store.remove(invoice.id);
  await emit(store, "invoice.deleted", invoice);
  return { id: invoice.id, object: "invoice", deleted: true };
}

function listInvoices(call: Call) {
  const status = z.enum(["draft", "open", "paid", "uncollectible", "void"]);
  const shape = parametersOf<Stripe.InvoiceListParams>()({
    ...pagingByDate,
    collection_method: Collection.optional(),
    customer: Text.optional(),
    status: status.optional(),
    subscription: Text.optional(),
  });
  const { customer, subscription, status: wanted, collection_method, ...page } = read(shape, call.params);
  const where = {
    ...(customer !== undefined && { customer }),
    ...(wanted && { status: wanted }),
    ...(collection_method && { collection_method }),
    ...(subscription !== undefined && { parent: { subscription_details: { subscription } } }),
  };
  return call.store.list<Stripe.Invoice>("invoice", PATH, { ...page, where });
}

async function lines(call: Call) {
  const page = read(paging, call.params);
  const { lines: list } = await load(call);
  return { ...list, ...pageOf(list.data, "line_item", page) };
}

async function retrieve(call: Call): Promise<Stripe.Invoice> {
  read({}, call.params);
  return load(call);
}

function listPayments(call: Call) {
  // Payment records are money from outside of Stripe, which the sandbox does not have.
  const of = z.strictObject({ payment_intent: Text.optional(), type: z.literal("payment_intent") });
  const { invoice, payment, status, ...page } = read(
    { ...paging, invoice: Text.optional(), payment: of.optional(), status: Text.optional() },
    call.params,
  );
  const where = {
    ...(invoice !== undefined && { invoice }),
    ...(payment !== undefined && { payment }),
    ...(status !== undefined && { status }),
  };
  return call.store.list<Stripe.InvoicePayment>("invoice_payment", "/v1/invoice_payments", {
    ...page,
    where,
  });
}

export const invoiceRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listInvoices },
  { method: "POST", path: `${PATH}/create_preview`, handle: previewInvoice },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "DELETE", path: `${PATH}/:id`, handle: remove },
  { method: "GET", path: `${PATH}/:id/lines`, handle: lines },
  { method: "POST", path: `${PATH}/:id/finalize`, handle: finalize },
  { method: "POST", path: `${PATH}/:id/pay`, handle: pay },
  { method: "POST", path: `${PATH}/:id/void`, handle: (call) => close(call, "void") },
  { method: "POST", path: `${PATH}/:id/mark_uncollectible`, handle: (call) => close(call, "uncollectible") },
  { method: "POST", path: `${PATH}/:id/send`, handle: send },
  { method: "GET", path: "/v1/invoice_payments", handle: listPayments },
  {
    method: "GET",
    path: "/v1/invoice_payments/:id",
    handle: retrieving<Stripe.InvoicePayment>("invoice_payment"),
  },
];
