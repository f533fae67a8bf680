import type Stripe from "stripe";
import type { HiddenInvoice } from "../due.ts";
import { change, emit } from "../events.ts";
import { makePaymentIntent } from "../objects/intents.ts";
import { makeInvoicePayment } from "../objects/invoice-payment.ts";
import type { Store } from "../store.ts";
import { balanceIn, recordInvoice, withBalanceIn, withCurrency } from "./balance.ts";
import { composeInvoice, discountsOfLines, type Order, retotal, withBalance } from "./compose-invoice.ts";
import { spendDiscounts } from "./discounts.ts";
import { methodFor } from "./payments.ts";
import { isOver, saveSubscription } from "./subscriptions.ts";
import { placeOf } from "./tax-table.ts";

const DAY = 86_400;
/** Stripe finalizes a renewal's draft after about this long: https://docs.stripe.com/invoicing/integration/automatic-advancement-collection. */
export const DRAFT_SECONDS = 3600;

interface Owned {
  customer: string | { id: string } | null;
}

export async function customerOf(store: Store, { customer }: Owned): Promise<Stripe.Customer> {
  const id = typeof customer === "string" ? customer : (customer?.id ?? "");
  return store.get<Stripe.Customer>("customer", id, "customer");
}

/** The subscription that an invoice is for. */
export async function subscriptionOf(
  store: Store,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription | null> {
  const reference = invoice.parent?.subscription_details?.subscription;
  const id = typeof reference === "string" ? reference : reference?.id;
  return id === undefined ? null : store.find<Stripe.Subscription>("subscription", id);
}

/** Writes a draft down; the invoice items that it takes up belong to it from now on. */
export async function draftInvoice(
  store: Store,
  order: Order,
  finalizesAt: number | null,
): Promise<Stripe.Invoice> {
  if (order.subscription) store.cause.limiter?.newInvoice(order.subscription.id);
  const composed = await composeInvoice(store, order);
  const invoice = store.add<Stripe.Invoice>({ ...composed, automatically_finalizes_at: finalizesAt });
  for (const item of order.pending) store.put<Stripe.InvoiceItem>({ ...item, invoice: invoice.id });
  await spendDiscounts(store, [...order.discounts, ...(await discountsOfLines(store, invoice))]);
  await emit(store, "invoice.created", invoice);
  return invoice;
}

/** Numbers a draft, settles it with the customer's balance, and makes ready what it will be paid with. */
export async function finalizeInvoice(store: Store, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  const before = await customerOf(store, draft);
  const sequence = before.next_invoice_sequence ?? 1;
  const isSent = draft.collection_method === "send_invoice";
  const subscription = await subscriptionOf(store, draft);
  // The last invoice of an ended subscription does not change the customer's currency.
  const isOwn = !before.currency || (subscription !== null && !isOver(subscription));
  const customer = isOwn ? await withCurrency(store, before, draft.currency) : before;
  const located = await withTaxLocation(store, draft, customer, subscription);
  // "Stripe calculates the tax at the published rate at the time of invoice finalization": https://docs.stripe.com/tax/invoicing.
  const taxed = draft.automatic_tax.enabled ? await retotal(store, located) : located;
  const settled = withBalance(taxed, await balanceIn(store, customer, draft.currency));
  const url = `${store.cause.baseUrl}/i/${store.account}/${draft.id}`;
  const taxIds = await store.all<Stripe.TaxId>("tax_id", { where: { customer: customer.id } });
  const finalized: Stripe.Invoice = {
    ...settled,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    effective_at: store.now,
    automatically_finalizes_at: null,
    customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
    due_date: isSent ? (draft.due_date ?? store.now + (subscription?.days_until_due ?? 30) * DAY) : null,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    // "This field is cleared when the invoice is successfully finalized" (SDK, Invoices.d.ts).
    last_finalization_error: null,
    status_transitions: { ...draft.status_transitions, finalized_at: store.now },
  };
  await recordInvoice(store, customer, settled);
  const ending = settled.ending_balance ?? 0;
  const after = await withBalanceIn(store, customer, draft.currency, ending);
  await change<Stripe.Customer>(
    store,
    "customer.updated",
    before,
    { ...after.customer, next_invoice_sequence: sequence + 1 },
    after.hidden,
  );
  const ready =
    finalized.amount_due > 0 ? await withPayment(store, finalized, subscription) : store.put(finalized);
  await emit(store, "invoice.finalized", ready);
  return ready;
}

/**
 * The draft without automatic tax where its customer has no address any more; its subscription has none from then on:
 * https://docs.stripe.com/changelog/acacia/2024-12-18/add-disabled-reason.
 */
async function withTaxLocation(
  store: Store,
  draft: Stripe.Invoice,
  { address }: Stripe.Customer,
  subscription: Stripe.Subscription | null,
): Promise<Stripe.Invoice> {
  if (!draft.automatic_tax.enabled || placeOf(address)) return draft;
  if (subscription && !isOver(subscription))
    await saveSubscription(store, subscription, {
      ...subscription,
      automatic_tax: {
        ...subscription.automatic_tax,
        disabled_reason: "requires_location_inputs",
        enabled: false,
      },
    });
  return {
    ...draft,
    automatic_tax: {
      ...draft.automatic_tax,
      disabled_reason: "finalization_requires_location_inputs",
      enabled: false,
      status: "requires_location_inputs",
    },
  };
}

/** A draft that could not be finalized: it stays one, with the error, until somebody finalizes it (SDK, Events.d.ts). */
export async function failFinalization(
  store: Store,
  draft: Stripe.Invoice,
  error: Pick<Stripe.Invoice.LastFinalizationError, "code" | "message">,
): Promise<Stripe.Invoice> {
  const failed = store.put<Stripe.Invoice>({
    ...draft,
    automatically_finalizes_at: null,
    last_finalization_error: { ...error, type: "invalid_request_error" },
  });
  await emit(store, "invoice.finalization_failed", failed);
  return failed;
}

async function withPayment(
  store: Store,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription | null,
): Promise<Stripe.Invoice> {
  const customer = await customerOf(store, invoice);
  const method = await methodFor(
    store,
    customer,
    invoice.default_payment_method ?? subscription?.default_payment_method,
  );
  const intent = store.add(
    makePaymentIntent(store.now, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: customer.id,
      paymentMethod: method?.id ?? null,
      description: descriptionOf(invoice),
    }),
    { invoice: invoice.id },
  );
  store.add(makeInvoicePayment(store.now, invoice, intent));
  await emit(store, "payment_intent.created", intent);
  const confirmation_secret = { client_secret: intent.client_secret ?? "", type: "payment_intent" };
  return store.put<Stripe.Invoice>({ ...invoice, confirmation_secret }, {
    intent: intent.id,
  } satisfies Partial<HiddenInvoice>);
}

function descriptionOf({ billing_reason }: Stripe.Invoice): string {
  if (billing_reason === "subscription_create") return "Subscription creation";
  if (billing_reason === "subscription_update" || billing_reason === "subscription_cycle")
    return "Subscription update";
  return "Payment for Invoice";
}

/** The payment intent of an open invoice. */
export async function intentOf(store: Store, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  const { intent } = await store.hidden<HiddenInvoice>(invoice.id);
  return intent === undefined ? null : store.find<Stripe.PaymentIntent>("payment_intent", intent);
}

/** Writes down that an invoice is paid, by its intent or with nothing to pay. */
export async function markPaid(
  store: Store,
  invoice: Stripe.Invoice,
  isOutOfBand = false,
): Promise<Stripe.Invoice> {
  const paid = store.put<Stripe.Invoice>({
    ...invoice,
    status: "paid",
    amount_paid: isOutOfBand ? 0 : invoice.amount_due,
    ...(isOutOfBand && { amount_paid_off_stripe: invoice.amount_due }),
    amount_remaining: 0,
    next_payment_attempt: null,
    auto_advance: false,
    status_transitions: { ...invoice.status_transitions, paid_at: store.now },
  });
  for (const payment of await paymentsOf(store, invoice)) {
    const status = isOutOfBand ? "canceled" : "paid";
    const at = isOutOfBand
      ? { canceled_at: store.now, paid_at: null }
      : { canceled_at: null, paid_at: store.now };
    const amount_paid = isOutOfBand ? null : payment.amount_requested;
    const done = store.put<Stripe.InvoicePayment>({
      ...payment,
      amount_paid,
      status,
      status_transitions: at,
    });
    if (!isOutOfBand) await emit(store, "invoice_payment.paid", done);
  }
  await emit(store, "invoice.paid", paid);
  await emit(store, "invoice.payment_succeeded", paid);
  return paid;
}

/** The payments of an invoice that are to come. */
export async function paymentsOf(store: Store, invoice: Stripe.Invoice): Promise<Stripe.InvoicePayment[]> {
  const { intent } = await store.hidden<HiddenInvoice>(invoice.id);
  if (intent === undefined) return [];
  return store.all<Stripe.InvoicePayment>("invoice_payment", {
    where: { invoice: invoice.id, status: "open" },
  });
}
