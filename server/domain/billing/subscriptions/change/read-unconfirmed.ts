import type { z } from "zod";
import { addSeconds } from "../../../../platform/clock.ts";
import { toWireAmount } from "../../../../platform/money.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { viewPlanSummary, viewPriceSummary } from "../../../catalog/summaries.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import type { SubscriptionId } from "../end/schema.ts";
import { StoredPlan } from "./apply-plan.ts";
import type { UnconfirmedChange } from "./read-unconfirmed-schema.ts";
import { newestChange } from "./stored-change.ts";

/** For how long the card provider keeps a change that is not paid, https://docs.stripe.com/billing/subscriptions/pending-updates-reference#expiration. */
const KEPT_SECONDS = 23 * 3600;

/**
 * The change of a subscription that waits for its cardholder's confirmation (card_authentication_required): what it changes to, what is
 * paid then, and until when the card provider keeps it; null: none waits. Throws subscription_not_found.
 */
export async function readUnconfirmedChange(
  caller: Scope,
  { id }: z.output<typeof SubscriptionId>,
): Promise<z.output<typeof UnconfirmedChange> | null> {
  const { tenantId, db } = caller;
  const row = await getSubscriptionOrThrow(db, caller, id);
  const operation = await newestChange(db, caller, id);
  if (
    row.status === "CANCELED" ||
    operation?.status !== "FAILED" ||
    operation.failureCode !== WAITS_FOR_CARDHOLDER
  )
    return null;
  const plan = StoredPlan.safeParse(operation.input);
  // The provider invoices a change at once: one that waits is the one whose invoice is open.
  const invoice = await db.invoice.findFirst({
    where: {
      tenantId,
      subscriptionId: id,
      reason: "subscription_update",
      status: "OPEN",
      provider: BY_CARD,
    },
    orderBy: { id: "desc" },
  });
  if (!plan.success || !invoice) return null;
  const expiresAt = endOf(row, invoice.issuedAt ?? invoice.createdAt);
  const { clock } = await withCustomerClock(db, caller, row.customer);
  if (expiresAt <= clock.now()) return null;
  const price = await getPlanPriceOrThrow(caller, plan.data.planPriceId);
  return {
    plan: viewPlanSummary(price.plan),
    plan_price: viewPriceSummary(price),
    invoice_id: invoice.id,
    amount: toWireAmount(invoice.amountDue),
    currency: invoice.currency,
    expires_at: expiresAt.toISOString(),
    hosted_url: invoice.hostedUrl,
  };
}

/** When the provider drops a change that it has invoiced: or where the trial or the period ends before. */
function endOf({ status, trialEnd, currentPeriodEnd }: LoadedSubscription, issuedAt: Date): Date {
  const ends = [currentPeriodEnd, status === "TRIALING" ? trialEnd : null].filter((end) => end !== null);
  return new Date(
    Math.min(addSeconds(issuedAt, KEPT_SECONDS).getTime(), ...ends.map((end) => end.getTime())),
  );
}
