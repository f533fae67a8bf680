import type Stripe from "stripe";
import type { CardProvider, SubscriptionDraft, VoidReason } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { issueDraft } from "./invoicing.ts";

type Calls = Pick<CardProvider, "listDrafts" | "issueDraft" | "voidDraft" | "voidInvoice">;

/** Marks a draft before it is finalized, so that the next process finds what a crash left open. */
const MARK = "usher_void";
const REASONS: ReadonlyMap<string | undefined, VoidReason> = new Map([
  ["unpaid", "UNPAID"],
  ["paused", "PAUSED"],
  ["moved", "MOVED"],
]);

/** Drafts of subscriptions: issued, or voided where nothing is owed. */
export function drafts(stripe: Stripe): Calls {
  return {
    listDrafts: (subscription) => callStripe(() => listDrafts(stripe, subscription)),
    issueDraft: (id) => callStripe(() => issueDraft(stripe, id)),
    voidDraft: (input) => callStripe(() => voidDraft(stripe, input)),
    voidInvoice: (id) => callStripe(() => voidInvoice(stripe, id)),
  };
}

/** Why we void an invoice, or have voided it; null: we have not. */
export function voidReasonOf({ metadata }: Stripe.Invoice): VoidReason | null {
  return REASONS.get(metadata?.[MARK]) ?? null;
}

/** Whether an invoice is a period's that began ("subscription_cycle" of Invoice.billing_reason in the SDK). */
export function isRenewal({ billing_reason: reason }: Stripe.Invoice): boolean {
  return reason === "subscription_cycle";
}

/** A subscription that this account does not know has none. */
async function listDrafts(stripe: Stripe, subscription: string): Promise<SubscriptionDraft[]> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 }).catch((error: unknown) => {
    if (isMissing(error)) return { data: [] };
    throw error;
  });
  const isLeft = (one: Stripe.Invoice) =>
    one.status === "draft" || (one.status === "open" && voidReasonOf(one) !== null);
  return data
    .filter(isLeft)
    .toReversed()
    .map((invoice) => ({
      id: invoice.id ?? "",
      createdAt: new Date(invoice.created * 1000),
      isRenewal: isRenewal(invoice),
      voidedFor: voidReasonOf(invoice),
    }));
}

/** Voids a draft, which it marks as such. */
async function voidDraft(stripe: Stripe, { id, why }: { id: string; why: VoidReason }): Promise<void> {
  const found = await stripe.invoices.retrieve(id);
  if (found.status === "draft" && voidReasonOf(found) === null)
    await stripe.invoices.update(id, { auto_advance: false, metadata: { [MARK]: why.toLowerCase() } });
  await voidInvoice(stripe, id);
}

/**
 * Stripe deletes no draft of a subscription: "if an invoice is for a subscription, it must be voided" (SDK, invoices.del), and only
 * what was finalized can be voided. Finalized without auto_advance, Stripe does not collect it meanwhile.
 */
export async function voidInvoice(stripe: Stripe, id: string): Promise<void> {
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
