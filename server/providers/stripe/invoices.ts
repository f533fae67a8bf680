import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, ProviderInvoice, ProviderPreviewLine } from "../port.ts";
import { voidReasonOf } from "./drafts.ts";
import { listLastInvoices, subscriptionOfInvoice } from "./ended-invoices.ts";
import { callStripe, isMissing, listAll, needsConfirmation } from "./errors.ts";
import { isOurs } from "./invoicing.ts";
import { isOneOff } from "./own-invoices.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Calls = Pick<
  CardProvider,
  "readInvoice" | "listInvoices" | "listInvoicesSince" | "markUncollectible" | "retryPayment"
>;

const MAX_LINES = 250;
const STATUSES = {
  draft: "DRAFT",
  open: "OPEN",
  paid: "PAID",
  void: "VOID",
  uncollectible: "UNCOLLECTIBLE",
} as const;

/** Stripe's invoices, as they are now. */
export function invoices(stripe: Stripe): Calls {
  return {
    readInvoice: (id) =>
      callStripe(async () => {
        try {
          return await viewInvoice(stripe, await stripe.invoices.retrieve(id));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    listInvoices: ({ subscriptionId, limit }) =>
      callStripe(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit });
        const last = await listLastInvoices(stripe, subscriptionId);
        return Promise.all([...last, ...data].slice(0, limit).map((invoice) => viewInvoice(stripe, invoice)));
      }),
    listInvoicesSince: (since) =>
      listAll(
        () => stripe.invoices.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }),
        (invoice) => viewInvoice(stripe, invoice),
      ),
    markUncollectible: (input) => callStripe(() => markUncollectible(stripe, input)),
    retryPayment: ({ subscriptionId }) => callStripe(() => retry(stripe, subscriptionId)),
  };
}

/**
 * "Marking an invoice as uncollectible is useful for keeping track of bad debts that can be written off for accounting purposes"
 * (invoices.markUncollectible in the SDK). Only an open one can be: https://docs.stripe.com/billing/invoices/workflow#workflow-overview.
 */
async function markUncollectible(
  stripe: Stripe,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
): Promise<void> {
  const findClosed = async () => {
    const invoice = await stripe.invoices.retrieve(id);
    return invoice.status === "open" ? undefined : invoice;
  };
  try {
    const mark = (options: Stripe.RequestOptions) => stripe.invoices.markUncollectible(id, {}, options);
    await withIdempotencyKey<Stripe.Invoice>(idempotencyKey, mark, findClosed);
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isRefused || !(await findClosed())) throw error;
  }
}

/**
 * Pays open invoices, oldest first, and stops at the first one that fails: card_authentication_required with the secret to confirm its
 * payment with, where only the cardholder's confirmation is missing. That of a change which waits for its cardholder is not a debt.
 */
async function retry(stripe: Stripe, subscription: string): Promise<void> {
  const [{ data }, { pending_update, latest_invoice: latest }] = await Promise.all([
    stripe.invoices.list({ subscription, status: "open", limit: 100 }),
    stripe.subscriptions.retrieve(subscription),
  ]);
  const ofChange = pending_update && (typeof latest === "string" ? latest : latest?.id);
  const owed = data.filter((invoice) => voidReasonOf(invoice) === null && invoice.id !== ofChange);
  for (const { id = "" } of owed.toReversed()) {
    try {
      await stripe.invoices.pay(id, { off_session: true });
    } catch (error) {
      if (isPaidAlready(error)) continue;
      throw needsConfirmation(error) ? await unconfirmed(stripe, id, error) : error;
    }
  }
}

/** The secret is that of the payment intent that Stripe makes when the invoice is finalized (Invoice.confirmation_secret in the SDK). */
async function unconfirmed(stripe: Stripe, id: string, cause: unknown): Promise<ApiError> {
  const { confirmation_secret } = await stripe.invoices.retrieve(id, { expand: ["confirmation_secret"] });
  return new ApiError("card_authentication_required", {
    cause,
    details: { client_secret: confirmation_secret?.client_secret ?? null },
  });
}

function isPaidAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && /already (?:been )?paid/i.test(error.message)
  );
}

/**
 * Why there is an invoice. One that an admin has issued for no subscription is `one_off`. One that we make for what waits is `manual`,
 * as of a customer whom we invoice ourselves: Stripe documents no billing_reason for an invoice that is created for a subscription
 * without changing it (Invoice.billing_reason in the SDK).
 */
function reasonOf(invoice: Stripe.Invoice): string {
  if (isOneOff(invoice)) return "one_off";
  return isOurs(invoice) ? "manual" : (invoice.billing_reason ?? "manual");
}

async function viewInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const { status_transitions: transitions } = invoice;
  const taxes = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const id = invoice.id ?? "";
  const lines = invoice.lines.has_more
    ? await stripe.invoices.listLineItems(id).autoPagingToArray({ limit: MAX_LINES })
    : invoice.lines.data;
  return {
    id,
    number: invoice.number,
    providerCustomerId: idOf(invoice.customer),
    providerSubscriptionId: subscriptionOfInvoice(invoice),
    reason: reasonOf(invoice),
    status: STATUSES[(invoice.status ?? "draft") as keyof typeof STATUSES] ?? "DRAFT",
    currency: invoice.currency.toUpperCase(),
    subtotal: BigInt(invoice.subtotal),
    discount: BigInt((invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)),
    tax: BigInt(taxes),
    total: BigInt(invoice.total),
    // "Total amount of all pre-payment credit notes issued for this invoice" (SDK, Invoices.d.ts); amount_due is less them.
    creditNotes: BigInt(invoice.pre_payment_credit_notes_amount),
    amountDue: BigInt(invoice.amount_due),
    amountPaid: paidOf(invoice),
    periodStart: moment(invoice.period_start),
    periodEnd: moment(invoice.period_end),
    issuedAt: momentOrNull(transitions.finalized_at),
    dueAt: momentOrNull(invoice.due_date),
    paidAt: momentOrNull(transitions.paid_at),
    voidedAt: momentOrNull(transitions.voided_at),
    voidedFor: voidReasonOf(invoice),
    issueFailure: failureOf(invoice),
    taxFailure: invoice.automatic_tax.disabled_reason,
    attemptCount: invoice.attempt_count,
    nextAttemptAt: momentOrNull(invoice.next_payment_attempt),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    createdAt: moment(invoice.created),
    lines: lines.map((line) => ({
      ...viewLine(line),
      id: line.id,
      itemId: line.parent?.invoice_item_details?.invoice_item ?? null,
      // A line has the metadata of what it came from (doc comment of InvoiceLineItem.metadata); the item's id finds it, too.
      key: line.metadata?.usher_key ?? null,
      creditedLineIds: creditedBy(line),
    })),
  };
}

/** "The error encountered during the previous attempt to finalize the invoice" (SDK, Invoices.d.ts, last_finalization_error). */
function failureOf({ last_finalization_error: error }: Stripe.Invoice): ProviderInvoice["issueFailure"] {
  return error && { code: error.code ?? null, message: error.message ?? null };
}

/**
 * What was paid, at Stripe or outside of it: `paid_out_of_band` makes an invoice paid without a charge (SDK, InvoicePayParams), and
 * nothing is left to pay on a paid one.
 */
function paidOf({ status, amount_due: due, amount_paid: paid }: Stripe.Invoice): bigint {
  return BigInt(status === "paid" ? Math.max(due, paid) : paid);
}

/**
 * "For a credit proration line_item, the original debit line_items to which the credit proration applies" (SDK, InvoiceLineItems.d.ts).
 * What takes back a part of such a credit names the same line.
 */
function creditedBy({ metadata, parent }: Stripe.InvoiceLineItem): string[] {
  if (metadata?.usher_credited_line) return [metadata.usher_credited_line];
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration_details?.credited_items?.invoice_line_items ?? [];
}

/** A line of an invoice or of an invoice preview. */
export function viewLine(line: Stripe.InvoiceLineItem): ProviderPreviewLine {
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    // What a change of plan gives back has the product's name at Stripe, and says here what it is.
    description: line.metadata?.usher_description ?? line.description ?? "",
    amount: BigInt(line.amount),
    isProration: details?.proration ?? false,
    periodStart: moment(line.period.start),
    periodEnd: moment(line.period.end),
  };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}

function momentOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : moment(seconds);
}
