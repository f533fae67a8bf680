import { ApiError } from "../../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { writeCharges } from "../../charges/write-charges.ts";
import { issueInvoice } from "../../invoices/issue-invoice.ts";
import { canChangePlan } from "../../terms/rules.ts";
import { lockByInvoice } from "../by-invoice/lock-by-invoice.ts";
import { applyPlan } from "./apply-plan.ts";
import type { PlanChange } from "./prepare-plan-change.ts";
import { priceChange } from "./price-change.ts";
import { consumeQuote } from "./quotes.ts";
import { storedPlan } from "./stored-change.ts";
import { isPresent } from "./sync-confirmed-change.ts";

interface Order {
  change: PlanChange;
  /** The time until which the old prices apply. */
  at: Date;
  quote: { id: string; total: bigint } | null;
}

/**
 * Moves a subscription by invoice to other prices at once. A charge is invoiced at once; credit is kept for the next invoice. With a quote it
 * costs exactly that or is refused.
 */
export async function changePlanByInvoice(
  scope: Scope,
  id: string,
  { change, at, quote }: Order,
): Promise<void> {
  const { db } = scope;
  await db.$transaction(async (tx) => {
    const current = await lockByInvoice(tx, scope, id);
    if (!canChangePlan(current.status))
      throw new ApiError("subscription_status_conflict", { details: { status: current.status } });
    // A concurrent request has just made the same change.
    if (isPresent(current, storedPlan(change)) && current.updatedAt >= at && quote === null) return;
    const priced = await priceChange(tx, scope, current, change, at);
    const { charges, net, period, isReset } = priced;
    // Credit waits for the next invoice; what is invoiced now is compared with all that the invoice takes.
    if (quote && net <= 0n && quote.total !== net) throw new ApiError("quote_price_changed");
    const row = await applyPlan(tx, scope, current, storedPlan(change), at, {
      ...(isReset && {
        currentPeriodStart: period.start,
        currentPeriodEnd: period.end,
        periodAnchor: period.start,
        // The period that the pack waited for has ended. Another plan has dropped it.
        ...(current.pendingPackId !== null && { pendingPackAt: period.start }),
      }),
    });
    const { customer, customerId, invoiceDueDays: dueDays } = row;
    const { currency } = change.price;
    if (net > 0n) {
      const subscription = { id, currency, dueDays };
      await issueInvoice(tx, scope, {
        subscription,
        customer,
        reason: "subscription_update",
        charges,
        period,
        quoted: quote?.total,
      });
    } else {
      const owner = { customerId, subscriptionId: id, provider: BY_INVOICE, currency } as const;
      await writeCharges(tx, scope, owner, charges);
    }
    if (quote) await consumeQuote(tx, scope, quote.id);
  });
}
