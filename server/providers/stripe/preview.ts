import type Stripe from "stripe";
import type { ProviderChange, ProviderCredit, ProviderPreview } from "../port.ts";
import { requireUntaxed } from "./change-subscription.ts";
import { viewLine } from "./invoices.ts";
import { itemChanges } from "./item-changes.ts";
import { linesOf } from "./preview-lines.ts";
import { prorationDate } from "./proration-date.ts";
import { itemsOf } from "./subscription-view.ts";
import { asPreviewedItem, findTakenBack, previewParams } from "./take-back.ts";

/** What is given back for time that was paid elsewhere, as changeSubscription adds it. */
function itemOf(
  { amount, description, start, end }: ProviderCredit,
  { currency }: Stripe.Subscription,
  [first]: readonly Stripe.SubscriptionItem[],
): Stripe.InvoiceCreatePreviewParams.InvoiceItem {
  const behavior = first?.price.tax_behavior;
  return {
    amount: Number(amount),
    currency,
    description,
    discountable: false,
    metadata: { usher_description: description },
    period: { start: Math.floor(start.getTime() / 1000), end: Math.floor(end.getTime() / 1000) },
    ...(behavior && { tax_behavior: behavior }),
  };
}

/**
 * The invoice that changeSubscription would create, previewed with the same parameters, so that a quote can be kept:
 * https://docs.stripe.com/billing/subscriptions/prorations#preview-proration.
 */
export async function previewChange(
  stripe: Stripe,
  change: Omit<ProviderChange, "idempotencyKey">,
): Promise<ProviderPreview> {
  const { id, items, prorationDate: wanted, isAnew = false, unused = [] } = change;
  const current = await stripe.subscriptions.retrieve(id);
  const old = await itemsOf(stripe, current);
  // Without a change, or during a trial, nothing is charged now; Stripe's preview would show the next renewal.
  if (itemChanges(old, items).length === 0 || current.status === "trialing")
    return {
      currency: current.currency.toUpperCase(),
      total: 0n,
      discount: 0n,
      tax: 0n,
      amountDue: 0n,
      lines: [],
    };
  requireUntaxed(current, { unused });
  const date = isAnew ? null : prorationDate(old, wanted);
  const taken = await findTakenBack(stripe, current, old, change, date);
  const added = [...unused.map((credit) => itemOf(credit, current, old)), ...taken.map(asPreviewedItem)];
  const preview = await stripe.invoices.createPreview({
    ...previewParams(current, old, change, date),
    ...(added.length > 0 && { invoice_items: added }),
  });
  const lines = await linesOf(stripe, preview);
  const end = old[0]?.current_period_end ?? 0;
  const isOurs = ({ metadata }: Stripe.InvoiceLineItem) => metadata?.usher_description !== undefined;
  // Without a line for the running period the preview is of the next renewal: what is given back has an invoice of its own.
  if (unused.length > 0 && !isAnew && lines.every((line) => isOurs(line) || line.period.start >= end)) {
    const given = lines.filter(isOurs);
    const own = given.map(viewLine);
    const taxes = given.flatMap((line) => line.taxes ?? []);
    const onTop = taxes.filter(({ tax_behavior }) => tax_behavior === "exclusive");
    const total = own.reduce((sum, { amount }) => sum + amount, sumOf(onTop));
    return {
      currency: preview.currency.toUpperCase(),
      total,
      discount: 0n,
      tax: sumOf(taxes),
      amountDue: 0n,
      lines: own,
    };
  }
  return {
    currency: preview.currency.toUpperCase(),
    total: BigInt(preview.total),
    discount: sumOf(preview.total_discount_amounts ?? []),
    tax: sumOf(preview.total_taxes ?? []),
    amountDue: BigInt(preview.amount_due),
    lines: lines.map(viewLine),
  };
}

function sumOf(amounts: readonly { amount: number }[]): bigint {
  return amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
