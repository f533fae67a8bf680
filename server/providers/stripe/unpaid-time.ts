import type Stripe from "stripe";
import type { CardProvider, UnpaidDraft, UnpaidTime } from "../port.ts";
import { callStripe } from "./errors.ts";
import { issueDraft } from "./invoicing.ts";

type Calls = Pick<CardProvider, "readUnpaidTime" | "voidUnpaidDraft" | "voidInvoice" | "issueDraft">;

/** Marks a draft before it is finalized, so that the next process finds what a crash left open. */
const MARK = "usher_void";
const UNPAID = "unpaid";
const MAX_LISTED = 500;

/** Drafts of a subscription that was unpaid: "Invoices continue to be generated each billing cycle and remain in draft state". */
export function unpaidTime(stripe: Stripe): Calls {
  return {
    readUnpaidTime: (subscription) => callStripe(() => readUnpaidTime(stripe, subscription)),
    voidUnpaidDraft: (id) => callStripe(() => voidUnpaidDraft(stripe, id)),
    voidInvoice: (id) => callStripe(() => voidInvoice(stripe, id)),
    issueDraft: (id) => callStripe(() => issueDraft(stripe, id)),
  };
}

/** Whether we void an invoice, or have voided it, because its subscription was unpaid. */
export function isOfUnpaidTime({ metadata }: Stripe.Invoice): boolean {
  return metadata?.[MARK] === UNPAID;
}

/**
 * Whether an invoice is a renewal's that Stripe leaves a draft: auto_advance false is "If `false`, the invoice's state doesn't
 * automatically advance without an explicit action" (SDK, Invoice.auto_advance).
 */
function isHeldRenewal({ status, auto_advance, billing_reason }: Stripe.Invoice): boolean {
  return status === "draft" && auto_advance === false && billing_reason === "subscription_cycle";
}

async function readUnpaidTime(stripe: Stripe, subscription: string): Promise<UnpaidTime> {
  const all = await stripe.invoices
    .list({ subscription, limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
  const isOpen = ({ status }: Stripe.Invoice) => status === "open";
  const drafts = all.filter((one) => isHeldRenewal(one) || (isOfUnpaidTime(one) && isOpen(one))).toReversed();
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
    isVoiding: isOfUnpaidTime(invoice),
  };
}

/** Voids a draft of the unpaid time, which it marks as such. */
async function voidUnpaidDraft(stripe: Stripe, id: string): Promise<void> {
  const found = await stripe.invoices.retrieve(id);
  if (found.status === "draft" && !isOfUnpaidTime(found))
    await stripe.invoices.update(id, { auto_advance: false, metadata: { [MARK]: UNPAID } });
  await voidInvoice(stripe, id);
}

/**
 * Stripe deletes no draft of a subscription: "if an invoice is for a subscription, it must be voided" (SDK, invoices.del), and only
 * what was finalized can be voided. Finalized without auto_advance, Stripe does not collect it meanwhile.
 */
async function voidInvoice(stripe: Stripe, id: string): Promise<void> {
  const found = await stripe.invoices.retrieve(id);
  if (found.status === "draft")
    await unlessPast(stripe, id, "draft", () => stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
  const { status } = await stripe.invoices.retrieve(id);
  if (status === "open") await unlessPast(stripe, id, "open", () => stripe.invoices.voidInvoice(id));
}

/** Another worker may have done the same since the invoice was read. */
async function unlessPast(
  stripe: Stripe,
  id: string,
  from: Stripe.Invoice.Status,
  call: () => Promise<unknown>,
): Promise<void> {
  try {
    await call();
  } catch (error) {
    if ((await stripe.invoices.retrieve(id)).status === from) throw error;
  }
}
