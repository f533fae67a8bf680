import type Stripe from "stripe";
import type { CardProvider, UnpaidDraft, UnpaidTime } from "../port.ts";
import { isRenewal, voidReasonOf } from "./drafts.ts";
import { callStripe } from "./errors.ts";

const MAX_LISTED = 500;

/** Drafts of a subscription that was unpaid: "Invoices continue to be generated each billing cycle and remain in draft state". */
export function unpaidTime(stripe: Stripe): Pick<CardProvider, "readUnpaidTime"> {
  return { readUnpaidTime: (subscription) => callStripe(() => readUnpaidTime(stripe, subscription)) };
}

/**
 * Whether an invoice is a renewal's that Stripe leaves a draft: auto_advance false is "If `false`, the invoice's state doesn't
 * automatically advance without an explicit action" (SDK, Invoice.auto_advance).
 */
function isHeldRenewal(invoice: Stripe.Invoice): boolean {
  return invoice.status === "draft" && invoice.auto_advance === false && isRenewal(invoice);
}

async function readUnpaidTime(stripe: Stripe, subscription: string): Promise<UnpaidTime> {
  const all = await stripe.invoices
    .list({ subscription, limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
  const isOpen = ({ status }: Stripe.Invoice) => status === "open";
  const drafts = all
    .filter((one) => isHeldRenewal(one) || (voidReasonOf(one) !== null && isOpen(one)))
    .toReversed();
  const [oldest] = drafts;
  const before = all.filter(({ created }) => oldest !== undefined && created < oldest.created);
  const paid = before.flatMap(({ status_transitions }) => status_transitions.paid_at ?? []);
  return {
    drafts: drafts.map(viewDraft),
    isOwing: before.some(isOpen),
    paidAt: paid.length === 0 ? null : new Date(Math.max(...paid) * 1000),
  };
}

function viewDraft(invoice: Stripe.Invoice): UnpaidDraft {
  const plan = invoice.lines.data.find(({ parent }) => parent?.type === "subscription_item_details");
  const { start, end } = plan?.period ?? { start: invoice.period_end, end: invoice.period_end };
  return {
    id: invoice.id ?? "",
    periodStart: new Date(start * 1000),
    periodEnd: new Date(end * 1000),
    isVoiding: voidReasonOf(invoice) !== null,
  };
}
